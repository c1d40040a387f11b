import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../database/tables.ts'
import { counted } from '../../shared/counted.ts'
import { isDistributed } from '../../database/cluster.ts'
import { distributeTables } from '../../database/distribute-tables.ts'
import { migrateWithin, newestSchema, createShadowSchema } from '../../database/migrate.ts'
import { OperatorError } from '../../errors.ts'
import { checkBackup, recordLosses } from './check-backup.ts'
import type { LostAccess } from './check-backup.ts'
import { columnList, backedUpTables } from './backup-format.ts'
import type { BackedUpTable } from './backup-format.ts'
import { liftTimeLimits } from '../../database/transaction.ts'
import { readBackup } from './read-backup.ts'
import { preserveMemberships } from './preserve-memberships.ts'
import { setTimeout } from 'node:timers/promises'

/** The shadow schema for the restored tables. */
const RESTORED = 'trade_catalogue_restored'
/** Characters of rows per statement; one row may be longer. */
const BATCH_LENGTH = 1_000_000

export type RestoredBackup = Awaited<ReturnType<typeof restoreBackup>>

/**
 * Replaces all data in the database by a backup, in one transaction. Until the commit, requests see the old data; after
 * it, all processes see the backup. Throws an OperatorError, without any change, where the file is damaged, no backup
 * or of a newer version, and where the database has a workspace and `replace` is false.
 */
export async function restoreBackup(context: Context, { file, replace }: { file: string; replace: boolean }) {
  const checked = await checkBackup(context, file)
  if (!replace) await refuseNonEmpty(context.db)
  const onCluster = await isDistributed(context.db)
  return context.db.transaction().execute(async (db) => {
    await liftTimeLimits(db)
    const current = await createShadowSchema(db, RESTORED, checked.schema)
    await load(db, file)
    await migrateWithin(db, { after: checked.schema, upTo: newestSchema() })
    await noteOrigin(db, checked.database)
    // Beside the current tables, to be compared with them. A job analyzes them there.
    if (onCluster) await distributeTables({ db }, { beside: `${current}.workspace` })
    else await analyze(db)
    const move = { from: RESTORED, to: current }
    await lockCurrentTables(db, move)
    if (!replace) await refuseNonEmpty(db, current)
    const kept = await applyLosses(db, current, context.clock())
    await swapSchemas(db, move)
    return { ...checked, ...kept }
  })
}

/**
 * Notes of each workspace which database it comes from, and until which change: who has followed a feed there until then
 * can go on. A database that changed nothing since it was restored itself has nothing of its own to be noted.
 */
async function noteOrigin(db: Database, database: string): Promise<void> {
  await sql`
    insert into restored_from (workspace_id, database_id, until)
    select v.workspace_id, ${database}::uuid, v.until
    from (
      select workspace_id, coalesce(changed_at, '1970-01-01'::timestamptz) as until from workspace_revision) v
    where not exists (select from restored_from r where r.workspace_id = v.workspace_id and r.until >= v.until)`.execute(
    db,
  )
}

async function analyze(db: Database): Promise<void> {
  const tables = (await backedUpTables(db)).map(({ name }) => sql.table(name))
  await sql`analyze ${sql.join(tables)}`.execute(db)
}

async function refuseNonEmpty(db: Database, schema?: string): Promise<void> {
  const workspace = (schema === undefined ? db : db.withSchema(schema)).selectFrom('workspace')
  const { count } = await workspace.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  if (count > 0) {
    throw new OperatorError(
      `The database has ${counted(count, 'workspace')}, and is left as it is. To put the backup in their place: --replace.`,
    )
  }
}

async function load(db: Database, file: string): Promise<void> {
  let table: BackedUpTable | undefined
  let batch: string[] = []
  let length = 0
  const flush = async () => {
    if (table && batch.length > 0) await insert(db, table, batch)
    batch = []
    length = 0
  }
  for await (const part of readBackup(file)) {
    if ('row' in part) {
      batch.push(part.row)
      length += part.row.length
      if (length >= BATCH_LENGTH) await flush()
    } else if ('table' in part) {
      await flush()
      table = part.table
    }
  }
  await flush()
}

async function insert(db: Database, table: BackedUpTable, rows: string[]): Promise<void> {
  await sql`
    insert into ${sql.table(table.name)} (${columnList(table)})
    select ${columnList(table)} from json_populate_recordset(null::${sql.table(table.name)}, ${`[${rows.join(',')}]`}::json)
  `.execute(db)
}

/**
 * Keeps every loss of access that the replaced database knows of: keys that were revoked after the backup was taken stay
 * revoked, and `stillLost` is what gave access then, gives none any more, and does not by this restore. Sessions are in no backup, so everybody signs in
 * again. Entity tags need no such care: the restored tables have a new identity, which is part of every tag.
 *
 * `current` is its schema. That of the restored tables is first in the search path.
 */
async function applyLosses(db: Database, current: string, now: Date) {
  const keysStillRevoked = await keepRevokedKeys(db, current)
  // A database that is older than the backup knows of nothing that happened since: what it has not, is still to come.
  const isLater = await isLaterThanBackup(db, current)
  const ofAccounts = await keepAccounts(db, current, isLater)
  if (!isLater) return { keysStillRevoked, stillLost: ofAccounts }
  await keepClosedInvitations(db, current)
  const lost = await preserveMemberships(db, current)
  await recordLosses({ db, clock: () => now }, lost)
  return { keysStillRevoked, stillLost: [...lost, ...ofAccounts] }
}

/** Whether something was done in the current database since the last thing that the backup tells of. */
async function isLaterThanBackup(db: Database, current: string): Promise<boolean> {
  const { rows } = await sql<{ isLater: boolean }>`
    select coalesce((select max(at) from ${sql.table(`${current}.activity`)}) >= coalesce(
      (select max(at) from activity), '-infinity'), false) as "isLater"`.execute(db)
  return rows[0]!.isLater
}

async function keepRevokedKeys(db: Database, current: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update api_key k set revoked_at = before.revoked_at
    from ${sql.table(`${current}.api_key`)} before
    where before.workspace_id = k.workspace_id and before.id = k.id
      and before.revoked_at is not null and k.revoked_at is null`.execute(db)
  return Number(numAffectedRows)
}

/** Those that were used or revoked, and those that went with a buyer who was deleted. */
async function keepClosedInvitations(db: Database, current: string): Promise<void> {
  const before = sql.table(`${current}.invitation`)
  await sql`
    update invitation i set accepted_at = before.accepted_at, revoked_at = before.revoked_at
    from ${before} before
    where before.workspace_id = i.workspace_id and before.id = i.id
      and i.accepted_at is null and i.revoked_at is null`.execute(db)
  await sql`
    update invitation i set revoked_at = i.expires_at
    where i.accepted_at is null and i.revoked_at is null
      and exists (select from ${sql.table(`${current}.workspace`)} w where w.id = i.workspace_id)
      and not exists (select from ${before} before where before.workspace_id = i.workspace_id and before.id = i.id)`.execute(
    db,
  )
}

/** Shorter than `deadlock_timeout`: in a deadlock, the restore gives up first, and not a request. */
const LOCK_TIMEOUT_MS = 500
const PAUSE_MS = 500
/** How long to retry, in milliseconds: a long transaction keeps its locks until it ends. */
const RETRY_LIMIT_MS = 120_000

/** SQLSTATEs of a lock timeout and of a deadlock. */
const NOT_LOCKED = new Set(['55P03', '40P01'])

/** The objects of the schema `from` replace those of the schema `to`. */
type Move = { from: string; to: string }

/** Locks the current tables exclusively until the transaction ends. Waits for running transactions. */
async function lockCurrentTables(db: Database, { from, to }: Move): Promise<void> {
  const tables = (await objectsOf(db, 'table', from)).map((name) => `${quoted(to)}.${name}`).join(', ')
  for (const giveUp = Date.now() + RETRY_LIMIT_MS; ; await setTimeout(PAUSE_MS)) {
    await sql`savepoint unlocked`.execute(db)
    try {
      await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(db)
      await sql`lock table ${sql.raw(tables)} in access exclusive mode`.execute(db)
      await sql`set local lock_timeout = 0`.execute(db)
      return
    } catch (error) {
      if (!NOT_LOCKED.has((error as { code?: string }).code ?? '')) throw error
      await sql`rollback to savepoint unlocked`.execute(db)
      if (Date.now() > giveUp) {
        throw new OperatorError('Something has been using the database for too long: nothing is restored.')
      }
    }
  }
}

/** Drops the objects of `to` that `from` has as well, and moves those of `from` there. */
async function swapSchemas(db: Database, { from, to }: Move): Promise<void> {
  // In this order, because tables depend on functions, and functions on types.
  for (const kind of ['table', 'function', 'type'] as const) {
    const objects = await objectsOf(db, kind, from)
    if (objects.length === 0) continue
    const replaced = objects.map((name) => `${quoted(to)}.${name}`)
    await sql.raw(`drop ${kind} if exists ${replaced.join(', ')}`).execute(db)
    for (const name of objects) {
      await sql.raw(`alter ${kind} ${quoted(from)}.${name} set schema ${quoted(to)}`).execute(db)
    }
  }
  await sql`drop schema ${sql.id(from)}`.execute(db)
}

const OBJECTS = {
  table: sql`select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = `,
  function: sql`
    select format('%I(%s)', proname, pg_get_function_identity_arguments(oid)) as name from pg_proc where pronamespace = `,
  type: sql`
    select quote_ident(t.typname) as name from pg_type t join pg_class c on c.oid = t.typrelid and c.relkind = 'c'
    where t.typnamespace = `,
}

/** The quoted names of a schema's objects. */
async function objectsOf(db: Database, kind: keyof typeof OBJECTS, schema: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    ${OBJECTS[kind]} (select oid from pg_namespace where nspname = ${schema})`.execute(db)
  return rows.map(({ name }) => name)
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

type Row = { id: string; name: string }

/**
 * Keeps the accounts that the current database knows as they are there: the e-mail address, and which credentials open
 * them. Where rows tell when they were written, this holds whichever database is the later one.
 */
async function keepAccounts(db: Database, current: string, isLater: boolean): Promise<LostAccess[]> {
  const losses = {
    email: await keepAddresses(db, current),
    password: await keepPasswords(db, current, isLater),
    passkey: await keepPasskeys(db, current, isLater),
  }
  await keepWaysBack(db, current)
  return (['email', 'password', 'passkey'] as const).flatMap((lost) =>
    losses[lost].map((row) => ({ workspaceId: null, lost, ...row })),
  )
}

/** A former address must not get the account back. Returns the persons who have another one now. */
async function keepAddresses(db: Database, current: string): Promise<Row[]> {
  const now = sql.table(`${current}.person`)
  // Addresses may have changed hands, and are unique at every moment. So they are all given up before they are given
  // out.
  const { rows } = await sql<Row>`
    update person p set email_key = p.id::text from ${now} now
    where now.id = p.id and now.updated_at > p.updated_at and now.email_key <> p.email_key
    returning p.id, now.name`.execute(db)
  // Where somebody has the address whom the current database does not know, the account keeps none.
  await sql`
    update person p
    set name = now.name, email = now.email, email_key = now.email_key, email_verified = now.email_verified,
      updated_at = now.updated_at
    from ${now} now
    where now.id = p.id and now.updated_at > p.updated_at
      and not exists (select from person other where other.email_key = now.email_key and other.id <> p.id)`.execute(db)
  return rows
}

/** Passwords that were replaced stay replaced, and deleted ones stay deleted. Returns whose were deleted. */
async function keepPasswords(db: Database, current: string, isLater: boolean): Promise<Row[]> {
  const password = sql.table(`${current}.password`)
  await sql`
    update password p set hash = before.hash, made_at_start = before.made_at_start, updated_at = before.updated_at
    from ${password} before
    where before.person_id = p.person_id and before.updated_at >= p.updated_at`.execute(db)
  const { rows } = await sql<Row>`
    delete from password p using ${sql.table(`${current}.person`)} now
    where now.id = p.person_id and (${isLater} or now.updated_at >= p.updated_at)
      and not exists (select from ${password} before where before.person_id = p.person_id)
    returning now.id, now.name`.execute(db)
  return rows
}

/** Passkeys that were removed stay removed. Returns whose. */
async function keepPasskeys(db: Database, current: string, isLater: boolean): Promise<Row[]> {
  const { rows } = await sql<Row>`
    delete from passkey k using ${sql.table(`${current}.person`)} now
    where now.id = k.person_id and ${isLater}
      and not exists (
        select from ${sql.table(`${current}.passkey`)} before where before.credential_id = k.credential_id)
    returning now.id, now.name`.execute(db)
  return rows
}

/** The links that call a new e-mail off: an address of before does not lose its way back by a restore. */
async function keepWaysBack(db: Database, current: string): Promise<void> {
  await sql`
    insert into account_link (token_hash, person_id, purpose, email, expires_at)
    select l.token_hash, l.person_id, l.purpose, l.email, l.expires_at from ${sql.table(`${current}.account_link`)} l
    where l.purpose = 'call_off' and exists (select from person p where p.id = l.person_id)`.execute(db)
}

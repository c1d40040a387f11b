import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../database/tables.ts'
import { counted } from '../../shared/counted.ts'
import { isDistributed } from '../../database/cluster.ts'
import { distributeTables } from '../../database/distribute-tables.ts'
import { migrateWithin, newestSchema } from '../../database/migrate.ts'
import { createShadowSchema } from '../../database/shadow-schema.ts'
import { OperatorError } from '../../errors.ts'
import { checkBackup } from './check-backup.ts'
import type { CheckedBackup } from './check-backup.ts'
import { columnList, backedUpTables } from './backed-up-tables.ts'
import type { BackedUpTable } from './backed-up-tables.ts'
import { liftTimeLimits } from '../../database/lift-time-limits.ts'
import { readBackup } from './read-backup.ts'
import { lockCurrentTables, swapSchemas } from './swap-schemas.ts'
import { keepRevocations } from './keep-revocations.ts'
import type { KeptRevocations } from './keep-revocations.ts'

/** The shadow schema for the restored tables. */
const RESTORED = 'trade_catalogue_restored'
/** Characters of rows per statement; one row may be longer. */
const BATCH_LENGTH = 1_000_000

export type RestoredBackup = CheckedBackup & KeptRevocations

/**
 * Replaces all data in the database by a backup, in one transaction. Until the commit, requests see the old data; after
 * it, all processes see the backup. Throws an OperatorError, without any change, where the file is damaged, no backup
 * or of a newer version, and where the database has a workspace and `replace` is false.
 */
export async function restoreBackup(
  context: Context,
  { file, replace }: { file: string; replace: boolean },
): Promise<RestoredBackup> {
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
    const kept = await keepRevocations(db, current, context.clock())
    await swapSchemas(db, move)
    return { ...checked, ...kept }
  })
}

/**
 * Notes of each workspace which database it comes from, and until which change: who has followed prices there until then
 * can go on. A database that changed nothing since it was restored itself has nothing of its own to be noted.
 */
async function noteOrigin(db: Database, database: string): Promise<void> {
  await sql`
    insert into restored_from (workspace_id, database_id, until)
    select v.workspace_id, ${database}::uuid, v.until
    from (
      select workspace_id, coalesce(products_changed_at, '1970-01-01'::timestamptz) as until from workspace_revision) v
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

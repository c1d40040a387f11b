import { sql } from 'kysely'
import { DISTRIBUTION } from './distribution.ts'
import { liftTimeLimits } from './lift-time-limits.ts'
import { textArray } from './rowset.ts'
import type { Database } from './tables.ts'
import { inTransaction } from './transaction.ts'

/** Where foreign keys wait, so that a later call adds those that an interrupted one has dropped. */
const ASIDE = sql.table('foreign_key_aside')

type ForeignKey = { table: string; name: string; definition: string }

type Options = {
  /** Of the table `workspace`, and so of all. */
  shards?: number
  /** A distributed table beside whose shards these go. */
  beside?: string
  /** Called before each table. */
  onTable?: (name: string) => void
}

/**
 * Distributes the tables of the current schema that are not yet, with their rows, as DISTRIBUTION says. Each step is a
 * transaction of its own, or belongs to the open one. A call goes on where an interrupted one stopped.
 *
 * A foreign key between a distributed table and another is refused, so foreign keys are dropped first, and added last.
 */
export async function distributeTables(
  { db }: { db: Database },
  { shards, beside, onTable = () => {} }: Options = {},
): Promise<void> {
  const pending = await pendingTables(db)
  if (pending.length > 0) await inStep(db, (trx) => prepare(trx, pending))
  for (const name of pending) {
    onTable(name)
    await inStep(db, async (trx) => {
      // Another process may have done it meanwhile.
      if ((await pendingTables(trx)).includes(name)) await distributeTable(trx, name, { shards, beside })
    })
  }
  for (const key of await keysAside(db)) await inStep(db, (trx) => addKey(trx, key))
  await sql`drop table if exists ${ASIDE}`.execute(db)
}

/** The tables that are not distributed yet, those of reference first. */
export async function pendingTables(db: Database): Promise<string[]> {
  const names = [...DISTRIBUTION.reference, ...DISTRIBUTION.distributed]
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${textArray(names)}) with ordinality as wanted (name, place)
    where to_regclass(quote_ident(current_schema()) || '.' || name) is not null and not exists (
      select from pg_dist_partition p where p.logicalrelid = to_regclass(quote_ident(current_schema()) || '.' || name)
        and (p.partmethod = 'h' or p.repmodel = 't'))
    order by place`.execute(db)
  return rows.map(({ name }) => name)
}

/** One step at a time, whichever process does it. */
async function inStep(db: Database, work: (trx: Database) => Promise<void>): Promise<void> {
  await inTransaction({ db }, async (step) => {
    await liftTimeLimits(step.db)
    // One connection to each node: what was done on one would not be seen on another.
    await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(step.db)
    await sql`select pg_advisory_xact_lock(hashtextextended('distribute tables', 0))`.execute(step.db)
    await work(step.db)
  })
}

async function prepare(db: Database, pending: string[]): Promise<void> {
  await sql`create table if not exists ${ASIDE} ("table" text, name text, definition text)`.execute(db)
  const { rows: keys } = await sql<ForeignKey>`
    insert into ${ASIDE}
    select conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid) from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace
      and (conrelid = any(${textArray(pending)}::regclass[]) or confrelid = any(${textArray(pending)}::regclass[]))
    returning *`.execute(db)
  for (const { table, name } of keys) await sql.raw(`alter table ${table} drop constraint ${name}`).execute(db)
  if (pending.includes('product')) {
    // A reader on the node of the workspace waits for no other node to empty its list of new words.
    await sql`alter index product_search set (fastupdate = off)`.execute(db)
    // The node that a shard is moved to writes its rows with an empty search path. A restore distributes the tables in a
    // shadow schema, whose path leads to the current schema, too.
    const { rows } = await sql<{ path: string }>`
      select string_agg(quote_ident(name), ', ') as path from unnest(current_schemas(false)) name`.execute(db)
    await sql.raw(`alter function product_document set search_path = ${rows[0]!.path}`).execute(db)
  }
  await copyTypes(db)
}

/**
 * Has the nodes know the types that only the bodies of functions name: Citus does not look there. It copies a type with
 * a table that has a column of it.
 */
async function copyTypes(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select t.oid::regtype::text as name from pg_type t join pg_class c on c.oid = t.typrelid and c.relkind = 'c'
    where t.typnamespace = current_schema()::regnamespace`.execute(db)
  for (const { name } of rows) {
    await sql.raw(`create table type_carrier (value ${name})`).execute(db)
    await sql`select create_reference_table('type_carrier')`.execute(db)
    await sql`drop table type_carrier`.execute(db)
  }
}

async function distributeTable(db: Database, name: string, { shards, beside = 'workspace' }: Options): Promise<void> {
  // Shards are moved by logical replication, which takes no unlogged table.
  await sql`alter table ${sql.table(name)} set logged`.execute(db)
  if (DISTRIBUTION.reference.includes(name)) {
    await sql`select create_reference_table(${sql.lit(name)})`.execute(db)
  } else if (name === beside) {
    const count = shards === undefined ? sql`` : sql`, shard_count => ${sql.lit(shards)}`
    await sql`select create_distributed_table(${sql.lit(name)}, 'id', colocate_with => 'none'${count})`.execute(db)
  } else {
    const column = sql.lit(name === 'workspace' ? 'id' : 'workspace_id')
    await sql`
      select create_distributed_table(${sql.lit(name)}, ${column}, colocate_with => ${sql.lit(beside)})`.execute(db)
  }
  // The rows have been copied to the nodes; those that are left here only take room.
  await sql`select truncate_local_data_after_distributing_table(${sql.lit(name)})`.execute(db)
}

/** The foreign keys that are dropped, and to be added again. */
export async function keysAside(db: Database): Promise<ForeignKey[]> {
  const { rows } = await sql<{ waiting: boolean }>`
    select to_regclass('foreign_key_aside') is not null as waiting`.execute(db)
  if (!rows[0]!.waiting) return []
  return (await sql<ForeignKey>`select * from ${ASIDE} order by "table", name`.execute(db)).rows
}

async function addKey(db: Database, { table, name, definition }: ForeignKey): Promise<void> {
  const { rows: deleted } = await sql`
    delete from ${ASIDE} where "table" = ${table} and name = ${name} returning name`.execute(db)
  if (deleted.length > 0) await sql.raw(`alter table ${table} add constraint ${name} ${definition}`).execute(db)
}

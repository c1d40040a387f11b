import { sql } from 'kysely'
import { liftTimeLimits, inTransaction } from './transaction.ts'
import { textArray } from './rowset.ts'
import type { Database } from './tables.ts'

/**
 * What each table is on a Citus cluster. A table of the schema is named here, too.
 *
 * - `reference`: a copy on every node, for what rows of workspaces are joined with or refer to.
 * - `local`: only on the coordinator, for what is not joined with rows of workspaces, or is written often.
 * - `distributed`: all rows of a workspace are on one node, by `workspace_id`. `workspace` comes first, by its id: the
 *   others are placed beside it.
 */
export const DISTRIBUTION = {
  reference: ['person', 'schema_identity', 'workspace_address'],
  local: [
    'account_link',
    'company_sign_in',
    'attempt_window',
    'known_device',
    'mail',
    'passkey',
    'passkey_challenge',
    'password',
    'schema_migration',
    'session',
    'set_up_code',
  ],
  distributed: [
    'workspace',
    'activity',
    'agreed_price',
    'api_key',
    'basket',
    'basket_line',
    'brand',
    'buyer',
    'category',
    'customer',
    'customer_code',
    'data_import',
    'data_import_part',
    'data_import_reject',
    'discount_rule',
    'failed_calls',
    'gone_record',
    'image',
    'image_secret',
    'identity_provider',
    'image_source',
    'import_mapping',
    'invitation',
    'member',
    'notified_price',
    'order_counter',
    'order_settings',
    'past_agreed_price',
    'past_customer_group',
    'past_discount_rule',
    'past_product_group',
    'portal_settings',
    'price_change',
    'price_change_line',
    'price_group',
    'price_watch',
    'product',
    'product_access',
    'product_change',
    'product_image',
    'product_picture',
    'quote',
    'quote_counter',
    'quote_history',
    'quote_line',
    'rate_limit_window',
    'record_change',
    'record_edit',
    'record_edit_line',
    'restored_from',
    'sales_order',
    'sales_order_history',
    'sales_order_line',
    'sales_order_note',
    'saved_list',
    'saved_list_line',
    'saved_view',
    'workspace_revision',
  ],
}

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
 * Distributes the tables of the current schema that are not yet, with their rows, as DISTRIBUTION says: all in one
 * transaction. A foreign key between a distributed table and another is refused meanwhile, so foreign keys are dropped
 * first and added last.
 */
export async function distributeTables(
  { db }: { db: Database },
  { shards, beside, onTable = () => {} }: Options = {},
): Promise<void> {
  await inTransaction({ db }, async (trx) => {
    await liftTimeLimits(trx.db)
    // One connection to each node: what was done on one would not be seen on another.
    await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(trx.db)
    // One process at a time: several may start with a new table.
    await sql`select pg_advisory_xact_lock(hashtextextended('distribute tables', 0))`.execute(trx.db)
    const pending = await pendingTables(trx.db)
    if (pending.length === 0) return
    const keys = await dropKeys(trx.db, pending)
    if (pending.includes('product')) await prepareProducts(trx.db)
    await copyTypes(trx.db)
    for (const name of pending) {
      onTable(name)
      await distributeTable(trx.db, name, { shards, beside })
    }
    for (const { table, name, definition } of keys) {
      await sql.raw(`alter table ${table} add constraint ${name} ${definition}`).execute(trx.db)
    }
  })
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

async function dropKeys(db: Database, pending: string[]): Promise<ForeignKey[]> {
  const { rows: keys } = await sql<ForeignKey>`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace
      and (conrelid = any(${textArray(pending)}::regclass[]) or confrelid = any(${textArray(pending)}::regclass[]))
    order by 1, 2`.execute(db)
  for (const { table, name } of keys) await sql.raw(`alter table ${table} drop constraint ${name}`).execute(db)
  return keys
}

async function prepareProducts(db: Database): Promise<void> {
  // A reader on the node of the workspace waits for no other node to empty its list of new words.
  await sql`alter index product_search set (fastupdate = off)`.execute(db)
  // The node that a shard is moved to writes its rows with an empty search path. A restore distributes the tables in a
  // shadow schema, whose path leads to the current schema, too.
  const { rows } = await sql<{ path: string }>`
    select string_agg(quote_ident(name), ', ') as path from unnest(current_schemas(false)) name`.execute(db)
  await sql.raw(`alter function product_document set search_path = ${rows[0]!.path}`).execute(db)
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

import { sql } from 'kysely'
import { textArray } from '../../database/rowset.ts'
import type { Database } from '../../database/tables.ts'

/** A table in backups, with its columns. Generated columns are left out. */
export type BackedUpTable = { name: string; columns: string[] }

/**
 * Tables without a column `workspace_id` that are backed up all the same. Sessions, links and mail are not: what was
 * ended, used or sent after the backup must not come back by a restore.
 */
const DEPLOYMENT_TABLES = ['workspace', 'person', 'password', 'passkey']

/**
 * The tables of the current schema that hold workspaces, their data, and people. Each comes after the tables that it
 * refers to. The counts of requests are temporary.
 */
export async function backedUpTables(db: Database): Promise<BackedUpTable[]> {
  const { rows } = await sql<BackedUpTable>`
    with recursive kept as (
      select c.oid, c.relname
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
      where c.relkind = 'r' and c.relname <> 'rate_limit_window' and (c.relname = any(${textArray(DEPLOYMENT_TABLES)}) or exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped))
    ), placed as (
      select oid, 0 as depth from kept
      union
      select f.conrelid, placed.depth + 1
      from placed
      join pg_constraint f on f.confrelid = placed.oid and f.contype = 'f' and f.conrelid <> f.confrelid
    )
    select kept.relname as name, (
        select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = kept.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      ) as columns
    from kept
    join placed on placed.oid = kept.oid
    group by kept.oid, kept.relname
    order by max(placed.depth), kept.relname`.execute(db)
  return rows
}

/** The columns as an SQL list. */
export function columnList({ columns }: BackedUpTable) {
  return sql.join(columns.map((column) => sql.ref(column)))
}

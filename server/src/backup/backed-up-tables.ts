import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'

/** A table in backups, with its columns. Generated columns are left out. */
export type BackedUpTable = { name: string; columns: string[] }

/**
 * The tables of the current schema that hold workspaces and their data: `workspace`, and those with a column `workspace_id`.
 * Each comes after the tables that it refers to. Unlogged tables hold temporary data, and are left out.
 */
export async function backedUpTables(db: Database): Promise<BackedUpTable[]> {
  const { rows } = await sql<BackedUpTable>`
    with recursive kept as (
      select c.oid, c.relname
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
      where c.relkind = 'r' and c.relpersistence = 'p' and (c.relname = 'workspace' or exists (
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

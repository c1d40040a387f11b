import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'

/** A table that is backed up, with the columns that are: what the database generates is left out. */
export type KeptTable = { name: string; columns: string[] }

/**
 * The tables of the current schema that hold workspaces and what is in them, each after those that it refers to. They
 * are known by being led by `workspace_id`, as all of them are; what is unlogged is of the moment, and not kept.
 */
export async function keptTables(db: Database): Promise<KeptTable[]> {
  const { rows } = await sql<KeptTable>`
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

/** The columns as a list in a statement. */
export function columnList({ columns }: KeptTable) {
  return sql.join(columns.map((column) => sql.ref(column)))
}

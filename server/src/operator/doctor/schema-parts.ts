import { sql } from 'kysely'
import type { Database } from '../../database/tables.ts'

/** A part of a schema, as the database describes it. */
export type Part = {
  kind: 'table' | 'column' | 'index' | 'constraint'
  table: string
  name: string
  definition: string
  /** False for an index that is not valid, and for a constraint that is not validated. */
  sound: boolean
}

/** The tables of a schema with their columns, indexes and constraints, described without the schema's name. */
export async function partsOf(db: Database, schema: string): Promise<Part[]> {
  const { rows } = await sql<Part>`
    with relation as (
      select c.* from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = ${schema} and c.relkind = 'r'
    ), part as (
      select 'table' as kind, relname as "table", relname as name, 'table' as definition, true as sound from relation
      union all
      select 'column', t.relname, a.attname, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
        (select collname from pg_collation where oid = a.attcollation), case when a.attnotnull then 'not null' end,
        case a.attgenerated when '' then 'default' else 'generated' end || ' ' || pg_get_expr(d.adbin, d.adrelid)), true
      from relation t
      join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
      union all
      select 'index', t.relname, c.relname, pg_get_indexdef(c.oid), i.indisvalid
      from relation t
      join pg_index i on i.indrelid = t.oid
      join pg_class c on c.oid = i.indexrelid
      where not exists (select from pg_constraint k where k.conindid = c.oid and k.contype in ('p', 'u'))
      union all
      select 'constraint', t.relname, k.conname, replace(pg_get_constraintdef(k.oid), ' NOT VALID', ''), k.convalidated
      from relation t
      join pg_constraint k on k.conrelid = t.oid and k.contype in ('p', 'u', 'f', 'c')
    )
    select kind, "table", name, replace(definition, ${schema} || '.', '') as definition, sound from part`.execute(db)
  return rows
}

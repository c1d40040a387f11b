import { sql } from 'kysely'
import type { Context } from '../../server/src/context.ts'
import { lookOverAll } from '../isolation/judge.ts'

export type Column = { table: string; column: string; type: string }

/** All columns that hold text or JSON, as the database knows them. */
export async function wordColumns({ db }: Pick<Context, 'db'>): Promise<Column[]> {
  const { rows } = await lookOverAll(() =>
    sql<Column>`
      select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
        and a.atttypid in ('text'::regtype, 'jsonb'::regtype, 'json'::regtype, 'text[]'::regtype)`.execute(db),
  )
  return rows
}

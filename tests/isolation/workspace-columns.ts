import { sql } from 'kysely'
import type { Database } from '../../server/src/database/tables.ts'

/** The column of each table that says whose workspace a row is in, as the database tells. */
export async function workspaceColumns(db: Database): Promise<[table: string, column: string][]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema and column_name = 'workspace_id'`.execute(db)
  return [['workspace', 'id'], ...rows.map(({ table, column }): [string, string] => [table, column])]
}

import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { backedUpTables } from '../server/src/ops/backup/backup-format.ts'
import type { Database } from '../server/src/database/tables.ts'
import { rowset } from '../server/src/database/rowset.ts'
import { hashKey, makeKey } from '../server/src/workspaces/keys.ts'

/**
 * Copies a workspace within the database, so many times, each with a key of its own. Ids stay as they are: keys of
 * tables begin with the workspace. Some copies are made in one statement of each table.
 */
export async function copyWorkspace(db: Database, source: string, copies: number): Promise<string[]> {
  const targets = Array.from({ length: copies }, () => {
    const id = randomUUIDv7()
    return { id, key: makeKey(id) }
  })
  const ids = rowset(
    targets.map(({ id, key }) => ({ id, hash: hashKey(key).toString('hex') })),
    'id uuid, hash text',
    'target',
  )
  await db.transaction().execute(async (trx) => {
    for (const { name, columns } of await backedUpTables(trx)) {
      const key = name === 'workspace' ? 'id' : 'workspace_id'
      if (!columns.includes(key)) continue
      const values = columns.map((column) =>
        column === key ? sql`target.id` : (valueOf(name, column, source) ?? sql.ref(`old.${column}`)),
      )
      await sql`
        insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
        select ${sql.join(values)} from ${ids} cross join ${sql.table(name)} old
        where old.${sql.ref(key)} = ${source}`.execute(trx)
    }
  })
  return targets.map(({ key }) => key)
}

/** What cannot be the same in two workspaces. */
function valueOf(table: string, column: string, source: string) {
  if (table === 'api_key' && column === 'secret_hash') return sql`decode(target.hash, 'hex')`
  if (table === 'workspace_address' && column === 'slug') return sql`'w-' || target.id`
  // Each word is marked with the last characters of its workspace.
  if (table === 'product' && column === 'search')
    return sql`replace(old.search::text, ${`'${source.slice(-6)}`}, '''' || right(target.id::text, 6))::tsvector`
  return undefined
}

import { sql } from 'kysely'
import type { Database } from './tables.ts'

const known = new WeakMap<Database, Promise<boolean>>()

/**
 * Whether the database is the coordinator of a Citus cluster, asked once. It finds the node of a statement by the one
 * workspace that the statement names. A single server answers for many workspaces at once, which costs it less.
 */
export function isCluster(db: Database): Promise<boolean> {
  return known.getOrInsertComputed(db, () => {
    const asked = ask(db)
    asked.catch(() => known.delete(db))
    return asked
  })
}

async function ask(db: Database): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select exists (select from pg_extension where extname = 'citus') as there`.execute(db)
  return rows[0]!.there
}

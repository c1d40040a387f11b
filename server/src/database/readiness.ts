import type { Database } from './tables.ts'
import { newestSchema } from './migrate.ts'

/** How long the database may take to answer, in milliseconds. */
const TIMEOUT_MS = 2_000

/** Returns a check whether the database is ready: the problem, as a sentence, or null. Concurrent calls share a query. */
export function readinessOf(db: Database): () => Promise<string | null> {
  const known = newestSchema()
  let pending: Promise<number | null> | undefined
  const newestApplied = async () => {
    const query = db.selectFrom('schema_migration').select(({ fn }) => fn.max('number').as('newest'))
    return (await query.executeTakeFirstOrThrow()).newest
  }
  return async () => {
    pending ??= newestApplied().finally(() => (pending = undefined))
    const timeout = Promise.withResolvers<'late'>()
    const timer = setTimeout(timeout.resolve, TIMEOUT_MS, 'late')
    const applied = await Promise.race([pending, timeout.promise]).finally(() => clearTimeout(timer))
    if (applied === 'late') return `The database did not answer within ${TIMEOUT_MS / 1000} s.`
    if (applied === known) return null
    return `The schema of the database is at ${applied ?? 0}, and this version works with ${known}.`
  }
}

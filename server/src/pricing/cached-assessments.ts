import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { WorkspaceContext } from '../context.ts'
import type { Row } from '../database/tables.ts'
import { assessPriceChange } from './assess-price-change.ts'
import type { Assessment } from './assess-price-change.ts'
import { customersHit } from './customers-hit.ts'
import type { CustomersHit } from './customers-hit.ts'
import { termsChangedAt } from './kinds-of-term.ts'

/** Entries in each cache. One takes up to 30 kB. */
const MAX_CACHED = 500

/** Computes what a change does, with the terms that apply at a time. */
type Compute<T> = (context: WorkspaceContext, change: Row<'price_change'>, at: Date) => Promise<T>

/**
 * The assessment of a change, cached by the state of the workspace. Call it in a snapshot: it reads the state there, so a
 * cache hit agrees with all other reads of the snapshot.
 */
export const cachedAssessment = cached<Assessment>(assessPriceChange)

/** The customers that a change hits, cached alike. */
export const cachedCustomersHit = cached<CustomersHit>(customersHit)

function cached<T extends object>(compute: Compute<T>): Compute<T> {
  const cache = new LRUCache<string, T>({ max: MAX_CACHED })
  return async (context, change, at) => {
    const key = `${change.id} ${await stateOf(context, at)}`
    const result = cache.get(key) ?? (await compute(context, change, at))
    cache.set(key, result)
    return result
  }
}

/** The state that an assessment depends on: the revision of the workspace, and the last start or end of a term. */
async function stateOf({ db, workspaceId }: WorkspaceContext, at: Date): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select concat_ws(' ',
      (select concat_ws(' ', revision, nonce) from workspace_revision where workspace_id = ${workspaceId}),
      ${termsChangedAt(sql`${workspaceId}`, at)}) as state`.execute(db)
  return rows[0]!.state
}

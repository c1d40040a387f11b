import { isDeepStrictEqual } from 'node:util'
import type { WorkspaceContext } from '../context.ts'
import { findPriceGroup } from '../customers/find-price-group.ts'
import { Conflict } from '../errors.ts'
import { lastTermsChange } from '../pricing/kinds-of-term.ts'
import { StateCache } from '../reading/index.ts'
import { movesNowInWords } from '../rules/price-moves.ts'
import type { PriceMoves } from '../rules/price-moves.ts'
import { chosenCustomerIds } from './chosen-customers.ts'
import type { ChosenCustomers } from './chosen-customers.ts'
import { movesOfMembership } from './moves-of-membership.ts'

/** Customers who get into a price group, by id or name; null: into none. */
export type Membership = { customers: ChosenCustomers; group: string | null }

/** Cached effects, of all workspaces together. Null is wrapped, as a cache cannot hold it. */
const effects = new StateCache<{ moves: PriceMoves | null }>({ max: 1_000 })

/** What another price group does to the prices of these customers, for one unit, now. Throws NotFound and Conflict. */
export async function previewMembership(context: WorkspaceContext, input: Membership): Promise<PriceMoves | null> {
  const { runQueued = (work) => work() } = context
  return runQueued(() => cachedMoves(context, input))
}

/**
 * Throws Conflict if the act does something else to prices than its editor saw. Call it in the transaction of the act,
 * and `previewMembership` before it: then this mostly finds what was read.
 */
export async function requireSeenMembership(
  trx: WorkspaceContext,
  input: Membership,
  seen: PriceMoves | null | undefined,
): Promise<void> {
  if (seen === undefined) return
  const moves = await cachedMoves(trx, input)
  if (isDeepStrictEqual(moves, seen)) return
  const now = movesNowInWords(moves)
  const message = `What this does to prices has changed since you looked, and nothing is saved: ${now}`
  throw new Conflict(message, [{ path: 'seenMoves', message: now }])
}

async function cachedMoves(context: WorkspaceContext, input: Membership): Promise<PriceMoves | null> {
  const name = JSON.stringify([input, await lastTermsChange(context, context.clock())])
  const { moves } = await effects.read(context, name, async () => {
    const group = input.group === null ? null : (await findPriceGroup(context, input.group)).id
    const ids = await chosenCustomerIds(context, input.customers)
    return { moves: await movesOfMembership(context, new Map(ids.map((id) => [id, group]))) }
  })
  return moves
}

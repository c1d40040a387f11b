import { isDeepStrictEqual } from 'node:util'
import type { WorkspaceContext } from '../context.ts'
import { Conflict } from '../errors.ts'
import { matchingKey } from '../matching-key.ts'
import { isMoved, readPlacedProducts } from '../price-changes/moved-products.ts'
import type { Place } from '../price-changes/moved-products.ts'
import { PriceMovesSum } from '../price-changes/price-moves.ts'
import { lastTermsChange } from '../pricing/kinds-of-term.ts'
import { StateCache } from '../reading/index.ts'
import { movesNowInWords } from '../rules/price-moves.ts'
import type { PriceMoves } from '../rules/price-moves.ts'
import { chosenInSlices } from './bulk/chosen-products.ts'
import type { ChosenProducts } from './bulk/chosen-products.ts'
import { findGroups } from './groups/brands-and-categories.ts'

/** Where products go. What is left out stays. */
export type NewPlace = {
  /** A name; null for none. */
  brand?: string | null | undefined
  category?: string | null | undefined
  /** Ids of the customers that see them; null for all. */
  customers?: readonly string[] | null | undefined
}

export type PlacedAnew = { products: ChosenProducts; change: NewPlace }

/** What the editor of an act has seen of it; undefined: the editor did not look. */
export type SeenMoves = { seenMoves?: PriceMoves | null | undefined }

/** Cached effects, of all workspaces together. Null is wrapped, as a cache cannot hold it. */
const effects = new StateCache<{ moves: PriceMoves | null }>({ max: 1_000 })

/**
 * What another brand, category or list of customers of products does to the prices of customers, for one unit, now.
 * Null where nothing changes for any customer. It is read in slices.
 */
export async function previewMoves(context: WorkspaceContext, input: PlacedAnew): Promise<PriceMoves | null> {
  const { runQueued = (work) => work() } = context
  return runQueued(() => cachedMoves(context, input))
}

/**
 * Throws Conflict if an act does something else to prices than its editor saw. Call it in the transaction of the act,
 * and `previewMoves` before it, which reads in slices: then this mostly finds what was read.
 */
export async function requireSeenMoves(
  trx: WorkspaceContext,
  input: PlacedAnew,
  seen: SeenMoves['seenMoves'],
): Promise<void> {
  if (seen === undefined) return
  const moves = await cachedMoves(trx, input)
  if (isDeepStrictEqual(moves, seen)) return
  const now = movesNowInWords(moves)
  const message = `What this does to prices has changed since you looked, and nothing is saved: ${now}`
  throw new Conflict(message, [{ path: 'seenMoves', message: now }])
}

async function cachedMoves(context: WorkspaceContext, input: PlacedAnew): Promise<PriceMoves | null> {
  const name = JSON.stringify([input, await lastTermsChange(context, context.clock())])
  return (await effects.read(context, name, async () => ({ moves: await read(context, input) }))).moves
}

async function read(context: WorkspaceContext, { products, change }: PlacedAnew): Promise<PriceMoves | null> {
  if (Object.values(change).every((part) => part === undefined)) return null
  const place = await findPlace(context, change)
  const sum = new PriceMovesSum(context)
  for await (const { slice, condition } of chosenInSlices(context, products)) {
    const placed = await readPlacedProducts(context, slice, condition)
    await sum.add(placed.map((before) => ({ before, after: { ...before, ...place } })).filter(isMoved))
  }
  return sum.result()
}

/** A brand that is new has no discounts, as none has. */
async function findPlace(context: WorkspaceContext, { brand, category, customers }: NewPlace): Promise<Partial<Place>> {
  const found = await findGroups(context, { brand: [brand ?? undefined], category: [category ?? undefined] })
  const idOf = (groups: (typeof found)['brand'], name: string | null) =>
    (name !== null && groups.get(matchingKey(name))?.id) || ''
  return {
    ...(brand !== undefined && { brandId: idOf(found.brand, brand) }),
    ...(category !== undefined && { categoryId: idOf(found.category, category) }),
    ...(customers !== undefined && { viewers: customers?.map((id) => id.toLowerCase()) ?? null }),
  }
}

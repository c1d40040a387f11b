import { isDeepStrictEqual } from 'node:util'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { atOneState, StateCache } from '../../database/paging/index.ts'
import { Conflict } from '../../errors.ts'
import { impactNowInWords } from '../../shared/price-impact.ts'
import type { PriceImpact } from '../../shared/price-impact.ts'
import { lastTermsChange } from '../kinds-of-term.ts'
import { classesOf, Comparison } from './comparison.ts'
import { readPayers } from './payers.ts'
import type { Discounts, Payer, PayerGroup, PayerGroups } from './payers.ts'
import { hasOtherFactors, readAgreed, readCompared } from './products.ts'
import type { Compared, PriceFactors } from './products.ts'

/** Products in memory, with all agreed prices on them. */
const PRODUCTS = 5_000

/** What an act changes besides products. */
type Settling = {
  /** A customer as it is after the act. Those of a price group whose discounts change get one new group. */
  payer?: (payer: Payer, groups: PayerGroups) => Payer
  /** What a price group has agreed for the products after the act, in minor units; null: nothing. */
  groupPrice?: { groupId: string; unit: number | null }
  /** The quantity whose prices are compared; 1 if left out. */
  qty?: number
}

/**
 * Adds up what an act does to the prices of customers, for one unit unless another quantity is given, now. Products come
 * in slices, each product once.
 */
export class PriceImpactSum {
  readonly #context: WorkspaceContext
  readonly #settling: Settling
  #comparison: Comparison | undefined
  #products: Compared[] = []

  constructor(context: WorkspaceContext, settling: Settling = {}) {
    this.#context = context
    this.#settling = settling
  }

  async add(products: readonly Compared[]): Promise<void> {
    const { payer, groupPrice } = this.#settling
    this.#products.push(...(payer || groupPrice ? products : products.filter(hasOtherFactors)))
    if (this.#products.length >= PRODUCTS) await this.#compare()
  }

  /** Null where nothing changes for any customer. */
  async result(): Promise<PriceImpact | null> {
    if (this.#products.length > 0) await this.#compare()
    if (this.#comparison === undefined) return null
    const { rise, drop, hidden, shown, hiddenAgreed, classOf } = this.#comparison
    const moves = {
      products: rise.products.union(drop.products).size,
      customers: rise.customers.union(drop.customers).size,
      rising: rise.products.size,
      falling: drop.products.size,
      largestRiseBp: rise.largestBp,
      largestDropBp: drop.largestBp,
      hidden: hidden.count(classOf.keys()),
      hiddenAgreed: hiddenAgreed.size,
      shown: shown.count(classOf.keys()),
    }
    return moves.products + moves.hidden + moves.shown === 0 ? null : moves
  }

  async #compare(): Promise<void> {
    const [context, products] = [this.#context, this.#products]
    this.#products = []
    const { payer: settled, groupPrice, qty } = this.#settling
    if (this.#comparison === undefined) {
      const { payers, groups } = await readPayers(context)
      const classes = await classesOf(payers, settled && ((payer) => settled(payer, groups)))
      this.#comparison = new Comparison(classes, groupPrice?.groupId)
    }
    const before = await readAgreed(context, products, { at: context.clock(), qty })
    const after = groupPrice ? new Map(before) : before
    if (groupPrice) {
      const { groupId, unit } = groupPrice
      after.set(groupId, new Map(unit === null ? [] : products.map((product) => [product, unit])))
    }
    await this.#comparison.add(products, { before, after })
  }
}

/**
 * What an act does to the prices of customers, for the products of slices: with what they follow from after it, and what else it
 * changes. Null where nothing changes for any customer.
 */
export async function impactOf(
  context: WorkspaceContext,
  products: () => AsyncIterable<RawBuilder<unknown>> | Iterable<RawBuilder<unknown>>,
  { factors, ...settling }: Settling & { factors?: Partial<PriceFactors> },
): Promise<PriceImpact | null> {
  const { result } = await atOneState(context, async () => {
    const sum = new PriceImpactSum(context, settling)
    for await (const slice of products()) {
      const found = await readCompared(context, slice)
      await sum.add(found.map((product) => withFactors(product, factors)))
    }
    return sum.result()
  })
  return result
}

/** A product with what an act changes of it: what is left out stays. */
export function withFactors(product: Compared, factors: Partial<PriceFactors> = {}): Compared {
  return { ...product, after: { ...product.before, ...factors } }
}

/** Settles all discounts alike: those of each customer, and those of each price group once. */
export function settlingAll(settle: <Owner extends Discounts & { id: string }>(owner: Owner) => Owner) {
  const settled = new Map<PayerGroup, PayerGroup>()
  return (payer: Payer): Payer => {
    const group = payer.group && settled.getOrInsertComputed(payer.group, settle)
    return settle(group === payer.group ? payer : { ...payer, group })
  }
}

const previews = new StateCache<{ result: unknown }>({ max: 500 })

/**
 * What an act would do to prices, in the state that the workspace is in, with the terms of a time: read as heavy work, or
 * cached. `act` describes it as JSON. In the transaction of the act, it finds what the preview before it has read,
 * unless the workspace was written since.
 */
export async function previewOf<Result>(
  context: WorkspaceContext,
  act: unknown,
  read: () => Promise<Result>,
  at: Date = context.clock(),
): Promise<Result> {
  const run = context.db.isTransaction ? undefined : context.runQueued
  const { result } = await (run ?? ((work) => work()))(async () => {
    const name = JSON.stringify([act, await lastTermsChange(context, at)])
    return previews.read(context, name, async () => ({ result: await read() }))
  })
  return result as Result
}

/** What the editor of an act has seen of it; undefined: the editor did not look. */
export type SeenImpact = { seenMoves?: PriceImpact | null | undefined }

/** Throws Conflict if an act does something else to prices than its editor saw. Call it in the transaction of the act. */
export async function requireSeen(
  seen: SeenImpact['seenMoves'],
  read: () => Promise<PriceImpact | null>,
): Promise<void> {
  if (seen === undefined) return
  const moves = await read()
  if (isDeepStrictEqual(moves, seen)) return
  const now = impactNowInWords(moves)
  const message = `What this does to prices has changed since you looked, and nothing is saved: ${now}`
  throw new Conflict(message, [{ path: 'seenMoves', message: now }])
}

import { randomUUIDv7 } from 'node:crypto'
import type { ChangedLine, OrderChanges, Price } from '../database/column-values.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { ORDER_LIMITS } from '../shared/limits.ts'
import { taxOn } from '../shared/tax.ts'
import type { Tax } from '../shared/tax.ts'
import type { OrderLine, OrderWithLines } from './order-rows.ts'
import { frozenFields } from './price-lines.ts'
import type { AssessedLine } from './price-lines.ts'
import { priceByHand } from './price-by-hand.ts'
import type { ByHand } from './price-by-hand.ts'

/** What becomes of one line. */
type PlannedLine = {
  asked: LineChange
  /** Null for a new line. */
  before: OrderLine | null
  /** Null for a line that is removed, or has a problem. */
  after: OrderLine | null
  /** What the line would cost at the price of today; null where that is not known. */
  today: Price | null
  /** Why the line cannot be as it was asked for. */
  problem: string | null
  /** Why a new order would not have such a line, which keeps its price here. */
  hint: string | null
}

export type PlannedChange = ReturnType<typeof planChange>

/**
 * What a change would make of an order, with these prices of today. Pure. An order keeps at least one line, and each
 * SKU once.
 */
export function planChange(
  order: OrderWithLines,
  asked: readonly LineChange[],
  { today, at, by }: { today: ReadonlyMap<LineChange, AssessedLine>; at: Date; by: string },
) {
  const own = new Map(order.lines.map((line) => [line.id, line]))
  const removed = new Set(asked.flatMap(({ id, qty }) => (qty === 0 ? [id] : [])))
  const rest = order.lines.filter(({ id }) => !removed.has(id))
  const there = {
    productIds: new Set(rest.map(({ productId }) => productId)),
    skuKeys: new Set(rest.map(({ sku }) => matchingKey(sku))),
  }
  const seen = new Set<string>()
  const lines = asked.map((change): PlannedLine => {
    const { id, qty } = change
    const before = (id !== undefined && own.get(id)) || null
    const assessed = today.get(change)
    const problem = problemOf(change, { before, assessed, there, seen })
    if (id !== undefined) seen.add(id)
    const after = problem === null && qty > 0 ? lineAfter(change, { before, assessed, at, by }) : null
    const hint = problem === null && assessed ? assessed.obstacle : null
    return { asked: change, before, after, today: assessed?.evaluation?.price ?? null, problem, hint }
  })
  const changes = changesOf(lines, order.subtotal)
  const [gone, added] = [
    changes.lines.filter(({ to }) => to === null).length,
    changes.lines.filter(({ from }) => from === null).length,
  ]
  return {
    lines,
    changes,
    /** What is wrong with the order as a whole. */
    problem: problemOfAll(
      order.lines.length - gone + added,
      changes.subtotal.to,
      taxOn(changes.subtotal.to, order.taxRateBp),
    ),
  }
}

type Surroundings = {
  before: OrderLine | null
  assessed: AssessedLine | undefined
  /** Of the lines that are not removed. */
  there: { productIds: ReadonlySet<string>; skuKeys: ReadonlySet<string> }
  /** The ids that came before. */
  seen: ReadonlySet<string>
}

function problemOf(change: LineChange, { before, assessed, there, seen }: Surroundings): string | null {
  const { id, sku, qty } = change
  if ((id === undefined) === (sku === undefined))
    return 'Must be a line of the order, by its id, or a new one, by its SKU.'
  if (id !== undefined && !before) return 'There is no line with that id in this order.'
  if (id !== undefined && seen.has(id)) return 'The line is in this change more than once: send it once.'
  if (id === undefined && qty === 0) return 'Must have a quantity of 1 or more.'
  if (!isPricedToday(change)) return null
  if (!assessed) return `The product "${before!.sku}" was deleted: choose the price that it has, or remove the line.`
  if (assessed.obstacle !== null) return assessed.obstacle
  const product = assessed.product!
  const isThere = there.productIds.has(product.id) || there.skuKeys.has(product.skuKey)
  return id === undefined && isThere ? `"${sku}" is in this order already: give its line another quantity.` : null
}

type Pricing = { before: OrderLine | null; assessed: AssessedLine | undefined; at: Date; by: string }

/** A price by hand comes before the price of today, or the one that the line has. */
function lineAfter(change: LineChange, pricing: Pricing): OrderLine {
  const line = lineByRules(change, pricing)
  const { qty, manual } = change
  return manual ? { ...line, ...priceByHand(line, { ...manual, qty, by: pricing.by }) } : line
}

function lineByRules(change: LineChange, { before, assessed, at }: Pricing): OrderLine {
  const { qty } = change
  if (!isPricedToday(change)) return { ...before!, qty, price: { ...before!.price, line: before!.price.unit! * qty } }
  const made = { ...assessed!.evaluation!, qty, pricedAt: at.toISOString(), pricedQty: qty }
  if (before) return { ...before, ...made }
  return { id: randomUUIDv7(), ...frozenFields(assessed!.product!), ...made }
}

/** Removed lines come first: a SKU that is removed and added in one change was there before. */
function changesOf(lines: readonly PlannedLine[], subtotal: number): OrderChanges {
  const changed = lines.filter(isChanged).toSorted((a, b) => Number(b.after === null) - Number(a.after === null))
  const difference = changed.reduce(
    (sum, { before, after }) => sum + BigInt(after?.price.line ?? 0) - BigInt(before?.price.line ?? 0),
    0n,
  )
  return {
    lines: changed.map(({ asked, before, after }): ChangedLine => {
      const { sku, name } = (after ?? before)!
      const isPricedAgain = before !== null && after !== null && (isPricedToday(asked) || asked.manual !== undefined)
      const reason = after && asked.manual && { reason: asked.manual.reason }
      return { sku, name, from: stateOf(before), to: stateOf(after), isPricedAgain, ...reason }
    }),
    subtotal: { from: subtotal, to: Number(BigInt(subtotal) + difference) },
  }
}

/** Whether the plan of a line makes a difference. */
export function isChanged({ asked, before, after, problem }: PlannedLine): boolean {
  const isPriced = isPricedToday(asked) || asked.manual !== undefined
  return problem === null && (isPriced || before!.qty !== (after?.qty ?? 0))
}

function stateOf(line: OrderLine | null): ChangedLine['from'] {
  return line && { qty: line.qty, unit: line.price.unit! }
}

function problemOfAll(lines: number, subtotal: number, { total }: Tax): string | null {
  if (lines === 0) return 'An order has one line or more: cancel it instead.'
  if (lines > ORDER_LIMITS.lines) return `An order has at most ${ORDER_LIMITS.lines} lines.`
  return Number.isSafeInteger(total ?? subtotal)
    ? null
    : 'The total of the order is too large to be exact: split the order.'
}

/** What staff want of one line: of one of the order, by its id, or of a new one, by its SKU. */
export type LineChange = {
  id?: string | undefined
  sku?: string | undefined
  /** 0 removes the line. */
  qty: number
  /** Whether a line of the order keeps its unit price, or is priced again. A new line always has the price of today. */
  price?: 'kept' | 'today' | undefined
  /** A price that staff set, instead of either. */
  manual?: ByHand | undefined
  /** The unit price that was shown, in minor units: at another one nothing is changed. */
  unit?: number | undefined
}

/** Whether a line gets the price of today. */
export function isPricedToday({ id, qty, price }: LineChange): boolean {
  return qty > 0 && (id === undefined || price === 'today')
}

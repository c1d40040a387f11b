import { byPriority } from './agreed-price-terms.ts'
import { priceOf } from './evaluate-price.ts'
import type { CustomerTerms, Terms } from './kinds-of-term.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'

/** A value over time: each holds from its time, in milliseconds, to that of the next, which differs. */
class Timeline<T> {
  readonly #pieces: { from: number; value: T }[]

  constructor(value: T) {
    this.#pieces = [{ from: -Infinity, value }]
  }

  /** Sets the value from a time, included, to another, excluded. Takes the time of a search, mostly. */
  put(value: T, from: number, until = Infinity): void {
    if (from >= until) return
    const first = this.#indexAt(from)
    const last = this.#indexAt(until)
    const start = this.#pieces[first]!.from === from ? first : first + 1
    const behind = this.#pieces[last]!.value
    const pieces = [
      ...(start > 0 && this.#pieces[start - 1]!.value === value ? [] : [{ from, value }]),
      ...(until === Infinity || behind === value ? [] : [{ from: until, value: behind }]),
    ]
    this.#pieces.splice(start, last + 1 - start, ...pieces)
  }

  at(time: number): T {
    return this.#pieces[this.#indexAt(time)]!.value
  }

  /** The first time after that one at which the value changes; Infinity for none. */
  nextAfter(time: number): number {
    return this.#pieces[this.#indexAt(time) + 1]?.from ?? Infinity
  }

  /** The last piece that begins by that time. */
  #indexAt(time: number): number {
    let [low, high] = [0, this.#pieces.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (this.#pieces[middle]!.from <= time) low = middle
      else high = middle
    }
    return low
  }
}

type Priced = {
  /** Minor units. */
  listPrice: number | null
  /** The list prices that follow it, in the order of their times. */
  scheduled?: readonly { from: Date; listPrice: number | null }[]
  terms: CustomerTerms | null
}

/**
 * What one unit of a product costs over time, at a quantity that only grows from call to call. The terms are sorted
 * once, and each is looked at once, however many times and quantities are asked for.
 */
export class UnitOverTime {
  readonly #list: Timeline<number | null>
  readonly #terms: CustomerTerms | null
  readonly #own: AgreedOverTime | null
  readonly #group: AgreedOverTime | null

  /** Before `since`, in milliseconds, the terms are as at that time. */
  constructor({ listPrice, scheduled = [], terms }: Priced, since = -Infinity) {
    this.#list = new Timeline(listPrice)
    for (const next of scheduled) this.#list.put(next.listPrice, next.from.getTime())
    this.#terms = terms
    this.#own = terms && new AgreedOverTime(terms, since)
    this.#group = terms?.group ? new AgreedOverTime(terms.group, since) : null
  }

  /** The price of one unit at a time, in minor units. */
  at(time: number, qty: number): number | null {
    const terms = this.#terms && {
      ...this.#terms,
      agreedPrices: this.#own!.at(time, qty),
      group: this.#terms.group && { ...this.#terms.group, agreedPrices: this.#group!.at(time, qty) },
    }
    return priceOf(this.#list.at(time), terms, qty, ANY_TIME).unit
  }

  /**
   * The first time after that one at which the price may change; Infinity for none. While an agreed price holds, list
   * prices change nothing.
   */
  nextAfter(time: number, qty: number): number {
    const own = this.#own?.nextAfter(time, qty) ?? Infinity
    if (this.#own && this.#own.at(time, qty).length > 0) return own
    const agreed = Math.min(own, this.#group?.nextAfter(time, qty) ?? Infinity)
    const isOfGroup = this.#terms?.discounts.length === 0 && this.#group && this.#group.at(time, qty).length > 0
    return isOfGroup ? agreed : Math.min(agreed, this.#list.nextAfter(time))
  }
}

/** What is agreed at a time is evaluated without its start and end. */
const ANY_TIME = new Date(0)

/** Of the agreed prices of an owner, the one that comes first, over time. */
class AgreedOverTime {
  readonly #since: number
  readonly #ascending: Terms['agreedPrices']
  readonly #units = new Timeline<number | null>(null)
  #reached = 0

  constructor({ agreedPrices }: Terms, since: number) {
    this.#since = since
    this.#ascending = agreedPrices.toSorted(byPriority).toReversed()
  }

  at(time: number, qty: number): Terms['agreedPrices'] {
    const unit = this.#upTo(qty).at(time)
    return unit === null ? [] : [{ unit, minQty: 1, startsAt: null, endsAt: null }]
  }

  nextAfter(time: number, qty: number): number {
    return this.#upTo(qty).nextAfter(time)
  }

  /** What comes first is put over what comes behind it. */
  #upTo(qty: number): Timeline<number | null> {
    for (; (this.#ascending[this.#reached]?.minQty ?? Infinity) <= qty; this.#reached++) {
      const { unit, startsAt, endsAt } = this.#ascending[this.#reached]!
      const start = startsAt === null ? -Infinity : Date.parse(startsAt)
      const end = endsAt === null ? Infinity : Date.parse(endsAt)
      if (end > this.#since) this.#units.put(unit, start > this.#since ? start : -Infinity, end)
    }
    return this.#units
  }
}

/** A list price in minor units that a scheduled price change sets at a time. */
export type ScheduledPrice = { from: Date; listPrice: number }

/** The list prices that are scheduled, by product, in the order in which they take effect. */
export type ScheduledPrices = ReadonlyMap<string, readonly ScheduledPrice[]>

/** The list prices of products that are scheduled until a time. Those that are due and not published yet are included. */
export async function scheduledPrices(
  { db, workspaceId }: WorkspaceContext,
  { productIds, until }: { productIds: readonly string[]; until: Date },
): Promise<ScheduledPrices> {
  if (productIds.length === 0) return new Map()
  const asked = [...new Set(productIds)].map((id) => ({ id }))
  const { rows } = await sql<ScheduledPrice & { productId: string }>`
    select asked.id as "productId", change.scheduled_for as from, line.new_price as "listPrice"
    from (
      select id, scheduled_for from price_change
      where workspace_id = ${workspaceId} and status = 'scheduled' and scheduled_for <= ${until}
      order by scheduled_for, id offset 0) change
    cross join ${rowset(asked, 'id uuid', 'asked')}
    cross join lateral (
      select new_price from price_change_line
      where workspace_id = ${workspaceId} and price_change_id = change.id and product_id = asked.id
      limit 1) line
    order by change.scheduled_for, change.id`.execute(db)
  return Map.groupBy(rows, ({ productId }) => productId)
}

/** SQL: the time of the last change that is scheduled until a time. */
export function lastScheduled(workspaceId: RawBuilder<string>, until: RawBuilder<Date>): RawBuilder<Date | null> {
  return sql`(
    select scheduled_for from price_change
    where workspace_id = ${workspaceId} and status = 'scheduled' and scheduled_for <= ${until}
    order by scheduled_for desc limit 1)`
}

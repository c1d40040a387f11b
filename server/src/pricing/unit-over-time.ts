import { byPriority } from './agreed-price-terms.ts'
import { priceOf } from './evaluate-price.ts'
import type { CustomerTerms, Terms } from './kinds-of-term.ts'
import { Timeline } from './timeline.ts'

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

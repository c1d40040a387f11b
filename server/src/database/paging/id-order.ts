import { StateCache } from './at-one-state.ts'

/** A UUID without its dashes. */
const ID_CHARACTERS = 32

/** Many ids in an order, in a single string: a cache of orders then knows what they take. */
export class IdOrder {
  readonly #ids: string

  /** Ids without dashes, one after the other. */
  constructor(ids: string) {
    this.#ids = ids
  }

  get characters(): number {
    return this.#ids.length
  }

  get total(): number {
    return this.#ids.length / ID_CHARACTERS
  }

  page(offset: number, limit: number): string[] {
    const length = Math.max(0, Math.min(limit, this.total - offset))
    return Array.from({ length }, (_, i) => this.at(offset + i))
  }

  at(place: number): string {
    return this.#ids.slice(place * ID_CHARACTERS, (place + 1) * ID_CHARACTERS)
  }
}

/** How an order is made of what comes in slices: by a number, and ids of the same number as they came. */
export class OrderByNumber {
  readonly #buckets = new Map<number, string[]>()

  /** An id without dashes. Those without a number come last, in either direction. */
  add(id: string, number: number | null): void {
    this.#buckets.getOrInsertComputed(number ?? Infinity, () => []).push(id)
  }

  /** `ties` says whether ids of the same number stay as they came. */
  order({ descending = false, ties = 'kept' }: { descending?: boolean; ties?: 'kept' | 'reversed' } = {}): IdOrder {
    const numbers = [...this.#buckets.keys()].toSorted((a, b) => {
      return descending && a !== Infinity && b !== Infinity ? b - a : a - b
    })
    const ids = numbers.map((number) => {
      const bucket = this.#buckets.get(number)!
      return (ties === 'reversed' ? bucket.toReversed() : bucket).join('')
    })
    return new IdOrder(ids.join(''))
  }
}

/** Characters of each cache of orders, of all workspaces together. An order of 100,000 rows has 3.2 million. */
const MAX_CACHED = 24_000_000

/** About what the entry of an order takes beside its ids. */
const ENTRY_CHARACTERS = 200

/** Orders by the state of their workspace. Empty ones are not kept: an unknown id from the caller has such an order. */
export function orderCache({ queued = false } = {}): StateCache<IdOrder> {
  const sizeOf = ({ characters }: IdOrder) => (characters === 0 ? 0 : ENTRY_CHARACTERS + characters)
  return new StateCache({ max: MAX_CACHED, sizeOf, queued })
}

/** What is left to chance, following from a seed (mulberry32). */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** A number from 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  oneOf<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)]!
  }

  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((value) => ({ value, rank: this.next() }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ value }) => value)
  }

  /** Some of them, at least one. */
  some<T>(list: readonly T[]): T[] {
    return this.shuffled(list).slice(0, this.between(1, list.length))
  }

  /** A whole number, both ends included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  /** True in that share of cases. */
  is(share: number): boolean {
    return this.next() < share
  }
}

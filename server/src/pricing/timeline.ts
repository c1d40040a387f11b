/** A value over time: each holds from its time, in milliseconds, to that of the next, which differs. */
export class Timeline<T> {
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

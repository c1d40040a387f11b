import { BUSY } from './busy.ts'

type Waiting = PromiseWithResolvers<void>

type Options = {
  atATime: number
  mostWaiting: number
  /** How long to rest after work that took so long, both in milliseconds, before somebody's turn comes. */
  rest: (took: number) => number
}

/**
 * Does work in turns, some of it at a time. Owners take turns, however much each of them has waiting; and where too
 * much waits, the one that has most gives way.
 */
export class FairTurns {
  readonly #atATime: number
  readonly #mostWaiting: number
  readonly #rest: (took: number) => number
  /** By owner, in the order of their turns. */
  readonly #lines = new Map<string, Waiting[]>()
  #working = 0
  #waiting = 0

  constructor({ atATime, mostWaiting, rest }: Options) {
    this.#atATime = atATime
    this.#mostWaiting = mostWaiting
    this.#rest = rest
  }

  /** Whether work of this owner would be done, or wait, rather than be refused at once. */
  hasPlaceFor(owner: string): boolean {
    if (this.#working < this.#atATime || this.#waiting < this.#mostWaiting) return true
    return (this.#lines.get(owner)?.length ?? 0) + 1 < this.#longest().length
  }

  /** Does the work when its turn comes. Throws Unavailable, with nothing done, where it cannot wait, or no longer. */
  async take<T>(owner: string, work: () => Promise<T>): Promise<T> {
    if (this.#working < this.#atATime) this.#working++
    else await this.#wait(owner)
    const began = performance.now()
    try {
      return await work()
    } finally {
      const rest = this.#rest(performance.now() - began)
      if (rest > 0) setTimeout(() => this.#handOver(), rest)
      else this.#handOver()
    }
  }

  #wait(owner: string): Promise<void> {
    if (!this.hasPlaceFor(owner)) throw BUSY
    if (this.#waiting === this.#mostWaiting) this.#giveWay()
    const turn = Promise.withResolvers<void>()
    this.#lines.getOrInsertComputed(owner, () => []).push(turn)
    this.#waiting++
    return turn.promise
  }

  /** The one that came last is refused: it has waited least. */
  #giveWay(): void {
    this.#longest().pop()!.reject(BUSY)
    this.#waiting--
  }

  #handOver(): void {
    const next = this.#lines.entries().next().value
    if (!next) {
      this.#working--
      return
    }
    const [owner, line] = next
    this.#lines.delete(owner)
    const turn = line.shift()!
    if (line.length > 0) this.#lines.set(owner, line)
    this.#waiting--
    turn.resolve()
  }

  #longest(): Waiting[] {
    const lines = [...this.#lines.values()]
    return lines.reduce((longest, line) => (line.length > longest.length ? line : longest), [])
  }
}

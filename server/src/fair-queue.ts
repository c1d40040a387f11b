import { BUSY } from './errors.ts'
import type { TimeBudget } from './time-budget.ts'

/** Whoever asks for a place. Without an owner, it is nobody's share. */
type Name = string | symbol
type Ticket = PromiseWithResolvers<void> & { name: Name }

type Limits = {
  /** How many are inside at a time. */
  places: number
  /** How many of them one owner has: while it is alone, and while others are active. All of them, unless said. */
  perOwner?: { alone: number; besideOthers: number }
  /** How many wait at the most. */
  mostWaiting?: number
  /** The time that each owner spends inside while others are active. */
  budget?: TimeBudget
}

/** An owner is active for so long after it has last asked for a place, in milliseconds. */
const ACTIVE_MS = 1_000

/**
 * A fair queue: a number of places, which owners take in round-robin, however much each of them has waiting. Where too
 * much waits, the owner that has most gives way. So nobody waits for more than what is inside, and one turn of each other.
 */
export class FairQueue {
  readonly #limits: Required<Omit<Limits, 'budget'>>
  readonly #budget: TimeBudget | undefined
  readonly #inside = new Map<Name, number>()
  /** By owner, in the order of their turns. */
  #waiting = new Map<Name, Ticket[]>()
  #places: number
  #tickets = 0
  /** The two owners that asked last, the later one first. */
  #lastAsked: { owner: string; at: number }[] = []
  /** Fires when an owner that waits has time to spend again. */
  #timer: NodeJS.Timeout | undefined

  constructor({ places, perOwner = { alone: places, besideOthers: places }, mostWaiting = Infinity, budget }: Limits) {
    this.#limits = { places, perOwner, mostWaiting }
    this.#budget = budget
    this.#places = places
  }

  /** Whether this owner would be let in, or wait, rather than be refused at once. */
  hasPlaceFor(owner: string): boolean {
    return this.#mayEnter(owner) || this.#mayWait(owner)
  }

  /**
   * Waits for a place, and returns what gives it back. An `urgent` one goes before all others. Throws Unavailable where
   * too many wait, or after `limitMs` milliseconds.
   */
  async enter(
    owner?: string,
    { urgent = false, limitMs }: { urgent?: boolean; limitMs?: number } = {},
  ): Promise<() => void> {
    const name = owner ?? Symbol('nobody')
    if (owner !== undefined) this.noteActive(owner)
    if (this.#mayEnter(name)) this.#letIn(name)
    else await this.#wait(name, urgent, limitMs)
    const entered = performance.now()
    return () => {
      if (owner !== undefined) this.#budget?.spend(owner, performance.now() - entered, performance.now())
      this.#leave(name)
    }
  }

  /**
   * Does the work in a place of this owner, which stays taken afterwards for as long as `restMs` tells, in milliseconds.
   * Throws Unavailable, with nothing done, where there is no place.
   */
  async use<T>(owner: string, work: () => Promise<T>, restMs: (tookMs: number) => number = () => 0): Promise<T> {
    const leave = await this.enter(owner)
    const began = performance.now()
    try {
      return await work()
    } finally {
      const rest = restMs(performance.now() - began)
      if (rest > 0) setTimeout(leave, rest)
      else leave()
    }
  }

  #mayEnter(name: Name): boolean {
    return this.#places > 0 && (this.#inside.get(name) ?? 0) < this.#shareOf(name) && this.#waitForTime(name) === 0
  }

  #shareOf(name: Name): number {
    const { alone, besideOthers } = this.#limits.perOwner
    return this.#othersAreActive(name) ? besideOthers : alone
  }

  /** Milliseconds. */
  #waitForTime(name: Name): number {
    if (!this.#budget || typeof name === 'symbol' || !this.#othersAreActive(name)) return 0
    return this.#budget.wait(name, performance.now())
  }

  #othersAreActive(name: Name): boolean {
    const since = performance.now() - ACTIVE_MS
    return this.#lastAsked.some(({ owner, at }) => owner !== name && at > since)
  }

  /** Counts the owner as active, whether it asks for a place or not. */
  noteActive(owner: string): void {
    const other = this.#lastAsked.find((asked) => asked.owner !== owner)
    this.#lastAsked = [{ owner, at: performance.now() }, ...(other ? [other] : [])]
  }

  #letIn(name: Name): void {
    this.#places--
    this.#inside.set(name, (this.#inside.get(name) ?? 0) + 1)
  }

  #leave(name: Name): void {
    this.#places++
    const left = this.#inside.get(name)! - 1
    if (left > 0) this.#inside.set(name, left)
    else this.#inside.delete(name)
    this.#letNextIn()
  }

  #letNextIn(): void {
    this.#letInWhoMay()
    clearTimeout(this.#timer)
    const waits = [...this.#waiting.keys()].map((name) => this.#waitForTime(name)).filter((ms) => ms > 0)
    if (waits.length > 0) this.#timer = setTimeout(() => this.#letNextIn(), Math.ceil(Math.min(...waits)))
  }

  #letInWhoMay(): void {
    for (const [name, line] of this.#waiting) {
      if (this.#places === 0) return
      if (!this.#mayEnter(name)) continue
      const [ticket] = line
      this.#remove(ticket!)
      this.#letIn(name)
      // The next one of this owner comes after those of all others.
      if (this.#waiting.delete(name)) this.#waiting.set(name, line)
      ticket!.resolve()
    }
  }

  async #wait(name: Name, urgent: boolean, limitMs: number | undefined): Promise<void> {
    if (!this.#mayWait(name)) throw BUSY
    // The call that came last gives way: it has waited least.
    if (this.#tickets >= this.#limits.mostWaiting) this.#refuse(this.#longest().at(-1)!)
    const ticket = { name, ...Promise.withResolvers<void>() }
    this.#add(ticket, urgent)
    this.#letNextIn()
    const limit = limitMs === undefined ? undefined : setTimeout(() => this.#refuse(ticket), limitMs)
    await ticket.promise.finally(() => clearTimeout(limit))
  }

  #mayWait(name: Name): boolean {
    if (this.#tickets < this.#limits.mostWaiting) return true
    return (this.#waiting.get(name)?.length ?? 0) + 1 < this.#longest().length
  }

  #add(ticket: Ticket, urgent: boolean): void {
    const line = this.#waiting.get(ticket.name)
    if (line) line.push(ticket)
    else if (urgent) this.#waiting = new Map([[ticket.name, [ticket]], ...this.#waiting])
    else this.#waiting.set(ticket.name, [ticket])
    this.#tickets++
  }

  #remove(ticket: Ticket): void {
    const line = this.#waiting.get(ticket.name)!
    line.splice(line.indexOf(ticket), 1)
    if (line.length === 0) this.#waiting.delete(ticket.name)
    this.#tickets--
  }

  #refuse(ticket: Ticket): void {
    this.#remove(ticket)
    ticket.reject(BUSY)
  }

  #longest(): Ticket[] {
    return [...this.#waiting.values()].reduce((longest, line) => (line.length > longest.length ? line : longest), [])
  }
}

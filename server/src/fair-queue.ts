import { BUSY } from './errors.ts'
import type { TimeBudget } from './time-budget.ts'

/** Work of nobody in particular gets a name of its own, so that it counts towards no owner's limit. */
type Name = string | symbol
type Waiter = PromiseWithResolvers<void> & { name: Name }

type Limits = {
  /** How many callers work at a time. */
  slots: number
  /** Slots of one owner: while it is alone, and while other owners are active. All slots by default. */
  perOwner?: { alone: number; contended: number }
  /** Callers that may wait, of all owners. No limit by default. */
  maxWaiting?: number
  /** Limits the time that an owner holds slots while other owners are active. */
  budget?: TimeBudget
}

/** An owner stays active for this long after its last request for a slot, in milliseconds. */
const ACTIVE_MS = 1_000

/**
 * A fair queue. Owners get slots in round-robin, so that no owner suffers starvation: a caller waits for the work in
 * progress, and for one turn of each other owner. Backpressure: at most `maxWaiting` callers wait. A full queue drops the
 * newest caller of the owner with the longest queue.
 */
export class FairQueue {
  readonly #limits: Required<Omit<Limits, 'budget'>>
  readonly #budget: TimeBudget | undefined
  readonly #inUse = new Map<Name, number>()
  /** One queue for each owner, in round-robin order. */
  #queues = new Map<Name, Waiter[]>()
  #freeSlots: number
  #waiting = 0
  /** The two owners that asked last, the later one first. */
  #lastActive: { owner: string; at: number }[] = []
  /** Fires when a waiting owner has time in its budget again. */
  #timer: NodeJS.Timeout | undefined

  constructor({ slots, perOwner = { alone: slots, contended: slots }, maxWaiting = Infinity, budget }: Limits) {
    this.#limits = { slots, perOwner, maxWaiting }
    this.#budget = budget
    this.#freeSlots = slots
  }

  /** Whether this owner would get a slot or a place in the queue now, and its budget does not make it wait for `limitMs`. */
  accepts(owner: string, { limitMs = Infinity }: { limitMs?: number } = {}): boolean {
    return this.#mayRun(owner) || (this.#mayWait(owner) && this.#budgetWaitMs(owner) <= limitMs)
  }

  /**
   * Waits for a slot, and returns the function that releases it. An `urgent` caller goes first. Throws Unavailable where
   * the queue is full, or after `limitMs` milliseconds.
   */
  async acquire(
    owner?: string,
    { urgent = false, limitMs }: { urgent?: boolean; limitMs?: number } = {},
  ): Promise<() => void> {
    const name = owner ?? Symbol('nobody')
    if (owner !== undefined) this.markActive(owner)
    if (this.#mayRun(name)) this.#take(name)
    else await this.#wait(name, urgent, limitMs)
    const acquired = performance.now()
    return () => {
      if (owner !== undefined) this.#budget?.spend(owner, performance.now() - acquired, performance.now())
      this.#release(name)
    }
  }

  /**
   * Runs the work in a slot of this owner. The slot stays taken afterwards for as long as `restMs` says, in milliseconds.
   * Throws Unavailable, without running the work, where the queue is full.
   */
  async run<T>(owner: string, work: () => Promise<T>, restMs: (tookMs: number) => number = () => 0): Promise<T> {
    const release = await this.acquire(owner)
    const began = performance.now()
    try {
      return await work()
    } finally {
      const rest = restMs(performance.now() - began)
      if (rest > 0) setTimeout(release, rest)
      else release()
    }
  }

  #mayRun(name: Name): boolean {
    return this.#hasSlot(name) && this.#budgetWaitMs(name) === 0
  }

  #hasSlot(name: Name): boolean {
    return this.#freeSlots > 0 && (this.#inUse.get(name) ?? 0) < this.#slotsOf(name)
  }

  #slotsOf(name: Name): number {
    const { alone, contended } = this.#limits.perOwner
    return this.#othersAreActive(name) ? contended : alone
  }

  #budgetWaitMs(name: Name): number {
    if (!this.#budget || typeof name === 'symbol' || !this.#othersAreActive(name)) return 0
    return this.#budget.wait(name, performance.now())
  }

  #othersAreActive(name: Name): boolean {
    const since = performance.now() - ACTIVE_MS
    return this.#lastActive.some(({ owner, at }) => owner !== name && at > since)
  }

  /** Marks the owner as active, even if it needs no slot. */
  markActive(owner: string): void {
    const other = this.#lastActive.find((active) => active.owner !== owner)
    this.#lastActive = [{ owner, at: performance.now() }, ...(other ? [other] : [])]
  }

  #take(name: Name): void {
    this.#freeSlots--
    this.#inUse.set(name, (this.#inUse.get(name) ?? 0) + 1)
  }

  #release(name: Name): void {
    this.#freeSlots++
    const left = this.#inUse.get(name)! - 1
    if (left > 0) this.#inUse.set(name, left)
    else this.#inUse.delete(name)
    this.#schedule()
  }

  #schedule(): void {
    this.#startNext()
    clearTimeout(this.#timer)
    // A release of a slot calls this again; the passing of time does not.
    const lackTime = [...this.#queues.keys()].filter((name) => this.#hasSlot(name))
    const waits = lackTime.map((name) => this.#budgetWaitMs(name))
    if (waits.length > 0) this.#timer = setTimeout(() => this.#schedule(), Math.max(1, Math.ceil(Math.min(...waits))))
  }

  #startNext(): void {
    for (const [name, queue] of this.#queues) {
      if (this.#freeSlots === 0) return
      if (!this.#mayRun(name)) continue
      const [waiter] = queue
      this.#remove(waiter!)
      this.#take(name)
      // Round-robin: this owner goes to the end.
      if (this.#queues.delete(name)) this.#queues.set(name, queue)
      waiter!.resolve()
    }
  }

  async #wait(name: Name, urgent: boolean, limitMs: number | undefined): Promise<void> {
    if (!this.#mayWait(name)) throw BUSY
    // The newest caller is dropped: it has waited least.
    if (this.#waiting >= this.#limits.maxWaiting) this.#drop(this.#longestQueue().at(-1)!)
    const waiter = { name, ...Promise.withResolvers<void>() }
    this.#add(waiter, urgent)
    this.#schedule()
    const limit = limitMs === undefined ? undefined : setTimeout(() => this.#drop(waiter), limitMs)
    await waiter.promise.finally(() => clearTimeout(limit))
  }

  #mayWait(name: Name): boolean {
    if (this.#waiting < this.#limits.maxWaiting) return true
    return (this.#queues.get(name)?.length ?? 0) + 1 < this.#longestQueue().length
  }

  #add(waiter: Waiter, urgent: boolean): void {
    const queue = this.#queues.get(waiter.name)
    if (queue) queue.push(waiter)
    else if (urgent) this.#queues = new Map([[waiter.name, [waiter]], ...this.#queues])
    else this.#queues.set(waiter.name, [waiter])
    this.#waiting++
  }

  #remove(waiter: Waiter): void {
    const queue = this.#queues.get(waiter.name)!
    queue.splice(queue.indexOf(waiter), 1)
    if (queue.length === 0) this.#queues.delete(waiter.name)
    this.#waiting--
  }

  #drop(waiter: Waiter): void {
    this.#remove(waiter)
    waiter.reject(BUSY)
  }

  #longestQueue(): Waiter[] {
    return [...this.#queues.values()].reduce((longest, queue) => (queue.length > longest.length ? queue : longest), [])
  }
}

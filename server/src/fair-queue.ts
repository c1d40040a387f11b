import { BUSY } from './errors.ts'
import { WaitingLine } from './waiting-line.ts'

/** Work of nobody in particular gets its own name, so that it counts towards no owner's limit. */
type Name = string | symbol
type Waiter = PromiseWithResolvers<void> & { name: Name; caller: string }

/** Slots of one owner, by whether others are active. */
type Share = { alone: number; contended: number }

type Limits = {
  /** How many callers work at a time. */
  slots: number
  /** Slots of one owner: while it is alone, and while other owners are active. All slots by default. */
  perOwner?: Share
  /** Callers that may wait, of all owners. No limit by default. */
  maxWaiting?: number
}

/** Who asks for a slot, beside the owner. */
type Asking = {
  /** One of the owner's people or programs, which share what the owner has. */
  caller?: string | undefined
  /** Goes first. */
  urgent?: boolean
  /** How long to wait at most, in milliseconds. */
  limitMs?: number
}

/** An owner stays active for this long after its last request for a slot, in milliseconds. */
const ACTIVE_MS = 1_000

/**
 * A fair queue of two levels. Owners get slots in round-robin, and so do the callers of an owner. So nobody suffers
 * starvation: a caller waits for the work in progress, and for one turn of each other owner and of each other caller of
 * its own. While others of its owner wait or work, a caller has half of the owner's slots at most. Time used does not
 * count: nobody waits for a free slot because of what they did before. Backpressure: at most `maxWaiting` callers wait. A
 * full queue drops the newest of the caller who has most waiting, of the owner with the longest queue.
 */
export class FairQueue {
  readonly #limits: Required<Limits>
  /** Slots in use, by owner and caller. */
  readonly #inUse = new Map<Name, Map<string, number>>()
  /** One line for each owner, in round-robin order. */
  #lines = new Map<Name, WaitingLine<Waiter>>()
  #freeSlots: number
  #waiting = 0
  /** The two owners that asked last, the later one first. */
  #lastActive: { owner: string; at: number }[] = []

  constructor({ slots, perOwner = { alone: slots, contended: slots }, maxWaiting = Infinity }: Limits) {
    this.#limits = { slots, perOwner, maxWaiting }
    this.#freeSlots = slots
  }

  /** Whether this owner would get a slot or a place in the queue now. */
  accepts(owner: string, caller = ''): boolean {
    return this.#hasSlot(owner, caller) || this.#mayWait(owner, caller)
  }

  /**
   * Waits for a slot, and returns the function that releases it. Throws Unavailable where the queue is full, or after
   * `limitMs` milliseconds.
   */
  async acquire(owner?: string, { caller = '', urgent = false, limitMs }: Asking = {}): Promise<() => void> {
    const name = owner ?? Symbol('nobody')
    if (owner !== undefined) this.#markActive(owner)
    if (this.#hasSlot(name, caller)) this.#take(name, caller)
    else await this.#wait(name, caller, urgent, limitMs)
    return () => this.#release(name, caller)
  }

  /**
   * Runs the work in a slot of this owner. The slot stays taken afterwards for as long as `restMs` says, in
   * milliseconds. Throws Unavailable, without running the work, where the queue is full.
   */
  async run<T>(
    owner: string,
    work: () => Promise<T>,
    { restMs = () => 0, ...asking }: { caller?: string | undefined; restMs?: (tookMs: number) => number } = {},
  ): Promise<T> {
    const release = await this.acquire(owner, asking)
    const began = performance.now()
    try {
      return await work()
    } finally {
      const rest = restMs(performance.now() - began)
      if (rest > 0) setTimeout(release, rest)
      else release()
    }
  }

  #hasSlot(name: Name, caller: string): boolean {
    const inUse = this.#inUse.get(name)
    if (this.#freeSlots === 0 || !inUse) return this.#freeSlots > 0
    const { alone, contended } = this.#limits.perOwner
    const slots = this.othersAreActive(name) ? contended : alone
    let used = 0
    for (const count of inUse.values()) used += count
    if (used >= slots) return false
    const isAlone = inUse.size <= (inUse.has(caller) ? 1 : 0) && !this.#lines.get(name)?.hasOthers(caller)
    return isAlone || (inUse.get(caller) ?? 0) < Math.ceil(slots / 2)
  }

  /** Whether somebody else has asked for a slot within the last second. */
  othersAreActive(name: Name): boolean {
    const since = performance.now() - ACTIVE_MS
    return this.#lastActive.some(({ owner, at }) => owner !== name && at > since)
  }

  #markActive(owner: string): void {
    const other = this.#lastActive.find((active) => active.owner !== owner)
    this.#lastActive = [{ owner, at: performance.now() }, ...(other ? [other] : [])]
  }

  #take(name: Name, caller: string): void {
    this.#freeSlots--
    const inUse = this.#inUse.getOrInsertComputed(name, () => new Map<string, number>())
    inUse.set(caller, (inUse.get(caller) ?? 0) + 1)
  }

  #release(name: Name, caller: string): void {
    this.#freeSlots++
    const inUse = this.#inUse.get(name)!
    const left = inUse.get(caller)! - 1
    if (left > 0) inUse.set(caller, left)
    else inUse.delete(caller)
    if (inUse.size === 0) this.#inUse.delete(name)
    this.#startNext()
  }

  #startNext(): void {
    for (const [name, line] of this.#lines) {
      if (this.#freeSlots === 0) return
      const waiter = line.find((caller) => this.#hasSlot(name, caller))
      if (!waiter) continue
      this.#remove(waiter)
      this.#take(name, waiter.caller)
      // Round-robin: this owner goes to the end.
      if (this.#lines.delete(name)) this.#lines.set(name, line)
      waiter.resolve()
    }
  }

  async #wait(name: Name, caller: string, urgent: boolean, limitMs: number | undefined): Promise<void> {
    if (!this.#mayWait(name, caller)) throw BUSY
    // The newest caller is dropped: it has waited least.
    if (this.#waiting >= this.#limits.maxWaiting) this.#drop(this.#longestLine()!.last)
    const waiter = { name, caller, ...Promise.withResolvers<void>() }
    this.#add(waiter, urgent)
    this.#startNext()
    const limit = limitMs === undefined ? undefined : setTimeout(() => this.#drop(waiter), limitMs)
    await waiter.promise.finally(() => clearTimeout(limit))
  }

  /**
   * A full queue has room for an owner with fewer waiting than another, and for a caller with fewer than another of its
   * own.
   */
  #mayWait(name: Name, caller: string): boolean {
    if (this.#waiting < this.#limits.maxWaiting) return true
    const longest = this.#longestLine()
    const own = this.#lines.get(name)
    if (own && own === longest) return own.lengthOf(caller) + 1 < own.lengthOf(own.last.caller)
    return (own?.length ?? 0) + 1 < (longest?.length ?? 0)
  }

  #add(waiter: Waiter, urgent: boolean): void {
    const line = this.#lines.get(waiter.name) ?? new WaitingLine<Waiter>()
    line.add(waiter)
    if (urgent && line.length === 1) this.#lines = new Map([[waiter.name, line], ...this.#lines])
    else this.#lines.set(waiter.name, line)
    this.#waiting++
  }

  #remove(waiter: Waiter): void {
    const line = this.#lines.get(waiter.name)!
    line.remove(waiter)
    if (line.length === 0) this.#lines.delete(waiter.name)
    this.#waiting--
  }

  #drop(waiter: Waiter): void {
    this.#remove(waiter)
    waiter.reject(BUSY)
  }

  #longestLine(): WaitingLine<Waiter> | undefined {
    let longest: WaitingLine<Waiter> | undefined
    for (const line of this.#lines.values()) if (line.length > (longest?.length ?? 0)) longest = line
    return longest
  }
}

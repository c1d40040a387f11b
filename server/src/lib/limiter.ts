import { BUSY } from '../errors.ts'

/** How much of a limit is for all owners together, and how much for one of them. */
type Share = { all: number; perOwner: number }

type Limits = {
  /** Work that runs at a time. */
  slots: Share | number
  /** Work that runs or waits. What is more is refused. No limit by default. */
  inProgress?: Share | number
}

type Waiting = {
  /** Goes before all that is not urgent. */
  urgent?: boolean
  /** How long to wait at most, in milliseconds. */
  limitMs?: number
}

type Waiter = { owner: string; start: () => void }

/**
 * Limits how much runs at a time, over all and by owner, such as a workspace. Owners who wait get slots in turn, each
 * in the order of asking. Work-conserving: nobody waits while there is a slot that they may have.
 */
export class Limiter {
  readonly #slots: Tally
  readonly #inProgress: Tally
  /** The first line is the next one to be served. */
  readonly #lines = new Map<string, Waiter[]>()
  readonly #urgent: Waiter[] = []

  constructor({ slots, inProgress = Infinity }: Limits) {
    this.#slots = new Tally(slots)
    this.#inProgress = new Tally(inProgress)
  }

  /** Enters ahead of `acquire`, and returns the function that leaves. Throws Unavailable where too much is in progress. */
  enter(owner: string): () => void {
    if (!this.#inProgress.hasRoom(owner)) throw BUSY
    this.#inProgress.add(owner)
    return () => this.#inProgress.remove(owner)
  }

  /** Waits for a slot, and returns the function that releases it. Throws Unavailable after `limitMs`. */
  async acquire(owner = '', { urgent = false, limitMs }: Waiting = {}): Promise<() => void> {
    if (!this.#slots.hasRoom(owner)) await this.#wait(owner, urgent, limitMs)
    else this.#slots.add(owner)
    return () => {
      this.#slots.remove(owner)
      this.#startNext()
    }
  }

  /** Runs work in a slot of this owner. Throws Unavailable where too much is in progress, or after `limitMs`. */
  async run<T>(owner: string, work: () => Promise<T>, waiting?: Waiting): Promise<T> {
    const leave = this.enter(owner)
    try {
      return await this.runEntered(owner, work, waiting)
    } finally {
      leave()
    }
  }

  /** The same for work that has entered, or that is never refused. */
  async runEntered<T>(owner: string, work: () => Promise<T>, waiting?: Waiting): Promise<T> {
    const release = await this.acquire(owner, waiting)
    try {
      return await work()
    } finally {
      release()
    }
  }

  #wait(owner: string, urgent: boolean, limitMs: number | undefined): Promise<void> {
    const line = urgent ? this.#urgent : this.#lines.getOrInsertComputed(owner, () => [])
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        line.splice(line.indexOf(waiter), 1)
        if (line.length === 0 && !urgent) this.#lines.delete(owner)
        reject(BUSY)
      }
      const limit = limitMs === undefined ? undefined : setTimeout(giveUp, limitMs)
      const start = () => {
        clearTimeout(limit)
        this.#slots.add(owner)
        resolve()
      }
      const waiter = { owner, start }
      line.push(waiter)
    })
  }

  #startNext(): void {
    while (this.#urgent[0] && this.#slots.hasRoom(this.#urgent[0].owner)) this.#urgent.shift()!.start()
    for (const [owner, line] of this.#lines) {
      if (!this.#slots.hasRoom(owner)) continue
      line.shift()!.start()
      // In turn: this owner goes to the end, where the loop comes by once more.
      this.#lines.delete(owner)
      if (line.length > 0) this.#lines.set(owner, line)
    }
  }
}

/** Counts what is in use, over all and by owner. */
class Tally {
  readonly #limit: Share
  readonly #byOwner = new Map<string, number>()
  #all = 0

  constructor(limit: Share | number) {
    this.#limit = typeof limit === 'number' ? { all: limit, perOwner: limit } : limit
  }

  hasRoom(owner: string): boolean {
    return this.#all < this.#limit.all && (this.#byOwner.get(owner) ?? 0) < this.#limit.perOwner
  }

  add(owner: string): void {
    this.#all++
    this.#byOwner.set(owner, (this.#byOwner.get(owner) ?? 0) + 1)
  }

  remove(owner: string): void {
    this.#all--
    const left = this.#byOwner.get(owner)! - 1
    if (left > 0) this.#byOwner.set(owner, left)
    else this.#byOwner.delete(owner)
  }
}

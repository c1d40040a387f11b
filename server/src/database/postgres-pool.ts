import { availableParallelism } from 'node:os'
import { FairQueue } from '../fair-queue.ts'
import { TimeBudget } from '../time-budget.ts'
import { enterOnAccount } from './borrower.ts'
import type { OutageLog } from './outage-log.ts'
import { PostgresSession } from './postgres-session.ts'
import { unavailable } from './unavailability.ts'

/** Connections that one workspace has at a time, beside those of its turns, which are four at the most: some are left for others. */
const PER_WORKSPACE = { alone: 4, besideOthers: 2 }
/** While others are active, a workspace's statements take a quarter of the processors, once they have taken so many milliseconds. */
const TIME_OF_WORKSPACE = { rate: availableParallelism() / 4, savedMs: 500 }
/** How long to wait for a session that somebody gives back, in milliseconds. */
const WAIT_MS = 10_000
/** How soon a server that let nobody in is asked again, in milliseconds. */
const RETRY_MS = 250
/** After this time a session that is given back is ended, in milliseconds: what the server keeps for it only grows. */
const LIFETIME_MS = 45 * 60_000

type Waiter = { take: (session?: PostgresSession) => void; limit: NodeJS.Timeout }

/**
 * A connection pool. Each session is lent to one borrower at a time; workspaces borrow in round-robin, so that none waits
 * for all that another one has asked for. While the server lets nobody in, one borrower at a time tries, and the others
 * are refused at once.
 */
export class PostgresPool {
  readonly #url: string
  readonly #outages: OutageLog
  /** Lent and idle. */
  readonly sessions = new Set<PostgresSession>()
  readonly #idle: PostgresSession[] = []
  readonly #size: number
  readonly #queue: FairQueue
  /** What gives a borrower's place in the queue back, by the session that was lent. */
  readonly #leave = new Map<PostgresSession, () => void>()
  readonly #waiting = new Set<Waiter>()
  #opening = 0
  /** Why the server let the last one not in; undefined where it did. */
  #refusal: { cause: unknown; until: number } | undefined

  /** `size`: sessions at the most. */
  constructor(url: string, outages: OutageLog, size: number) {
    this.#url = url
    this.#outages = outages
    this.#size = size
    this.#queue = new FairQueue({
      places: size,
      perOwner: PER_WORKSPACE,
      budget: new TimeBudget(TIME_OF_WORKSPACE),
    })
  }

  /** Throws Unavailable where the server lets nobody in, or nobody gives a session back in time. */
  async borrow(): Promise<PostgresSession> {
    const deadline = performance.now() + WAIT_MS
    const leave = await enterOnAccount(this.#queue, { limitMs: WAIT_MS })
    try {
      const session = await this.#take(deadline)
      this.#leave.set(session, leave)
      return session
    } catch (error) {
      leave()
      throw error
    }
  }

  async #take(deadline: number): Promise<PostgresSession> {
    for (;;) {
      const idle = this.#idle.pop()
      if (idle) return idle
      const session = this.#mayOpen() ? await this.#open() : undefined
      if (session) return session
      if (this.#refusal && this.sessions.size === 0) throw unavailable(this.#refusal.cause)
      const given = await this.#wait(deadline)
      if (given && !given.closed) return given
    }
  }

  giveBack(session: PostgresSession): void {
    this.#keep(session)
    this.#leave.get(session)?.()
    this.#leave.delete(session)
  }

  #keep(session: PostgresSession): void {
    if (session.closed) return
    if (session.isWorn || performance.now() - session.openedAt > LIFETIME_MS) return void session.end()
    const [waiter] = this.#waiting
    if (waiter) this.#wake(waiter, session)
    else this.#idle.push(session)
  }

  async use<T>(work: (session: PostgresSession) => Promise<T>): Promise<T> {
    const session = await this.borrow()
    try {
      return await work(session)
    } finally {
      this.giveBack(session)
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.sessions].map((session) => session.end()))
  }

  #mayOpen(): boolean {
    if (this.sessions.size + this.#opening >= this.#size) return false
    return !this.#refusal || (this.#opening === 0 && performance.now() >= this.#refusal.until)
  }

  async #open(): Promise<PostgresSession | undefined> {
    this.#opening++
    try {
      const session = await PostgresSession.open(this.#url, this.#outages)
      this.sessions.add(session)
      session.whenClosed(() => this.#forget(session))
      this.#refusal = undefined
      return session
    } catch (cause) {
      this.#outages.failed(unavailable(cause))
      this.#refusal = { cause, until: performance.now() + RETRY_MS }
      return undefined
    } finally {
      this.#opening--
      // There is room for another one, or nothing left to wait for.
      for (const waiter of this.#waiting) this.#wake(waiter)
    }
  }

  #forget(session: PostgresSession): void {
    this.sessions.delete(session)
    const at = this.#idle.indexOf(session)
    if (at >= 0) this.#idle.splice(at, 1)
    for (const waiter of this.#waiting) this.#wake(waiter)
  }

  #wait(deadline: number): Promise<PostgresSession | undefined> {
    return new Promise((take, refuse) => {
      const giveUp = () => {
        this.#waiting.delete(waiter)
        refuse(unavailable(Object.assign(new Error('All connections are in use.'), { code: '53300' })))
      }
      const waiter = { take, limit: setTimeout(giveUp, deadline - performance.now()) }
      this.#waiting.add(waiter)
    })
  }

  #wake(waiter: Waiter, session?: PostgresSession): void {
    clearTimeout(waiter.limit)
    this.#waiting.delete(waiter)
    waiter.take(session)
  }
}

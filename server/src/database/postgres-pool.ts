import { Limiter } from '../limiter.ts'
import type { OutageLog } from './outage-log.ts'
import type { PostgresServers } from './postgres-servers.ts'
import type { PostgresSession } from './postgres-session.ts'
import { unavailable } from './unavailability.ts'

/** How long a caller waits for a session, in milliseconds. */
const WAIT_MS = 10_000
/** How long the circuit breaker stays open after a failed attempt to connect, in milliseconds. */
const RETRY_MS = 250
/** A released session of this age is closed, in milliseconds: its memory on the server only grows. */
const LIFETIME_MS = 45 * 60_000

type Waiter = { take: (session?: PostgresSession) => void; limit: NodeJS.Timeout }

/**
 * A connection pool. One caller at a time uses a session. A circuit breaker handles a server that refuses connections: one caller at a time tries again, the others
 * are refused at once.
 */
export class PostgresPool {
  readonly #servers: PostgresServers
  readonly #outages: OutageLog
  /** In use and idle. */
  readonly sessions = new Set<PostgresSession>()
  readonly #idle: PostgresSession[] = []
  readonly #size: number
  readonly #queue: Limiter
  /** By session in use: releases the slot in the queue. */
  readonly #releaseSlot = new Map<PostgresSession, () => void>()
  readonly #waiting = new Set<Waiter>()
  #opening = 0
  #isClosed = false
  /** The open circuit: why the last attempt failed, and when the next one is due. */
  #openCircuit: { cause: unknown; until: number } | undefined

  /** `size`: the maximum number of sessions. */
  constructor(servers: PostgresServers, outages: OutageLog, size: number) {
    this.#servers = servers
    this.#outages = outages
    this.#size = size
    this.#queue = new Limiter({ slots: size })
  }

  /** Throws Unavailable where the server refuses connections, or no session is released in time. */
  async acquire(): Promise<PostgresSession> {
    const deadline = performance.now() + WAIT_MS
    const release = await this.#queue.acquire('', { limitMs: WAIT_MS })
    try {
      const session = await this.#take(deadline)
      this.#releaseSlot.set(session, release)
      return session
    } catch (error) {
      release()
      throw error
    }
  }

  async #take(deadline: number): Promise<PostgresSession> {
    for (;;) {
      const session = this.#idle.pop() ?? (this.#mayOpen() ? await this.#open() : undefined)
      if (this.#isClosed) throw unavailable(new Error('The pool is closed.'))
      if (session) return session
      if (this.#openCircuit && this.sessions.size === 0) throw unavailable(this.#openCircuit.cause)
      const given = await this.#wait(deadline)
      if (given && !given.closed) return given
    }
  }

  release(session: PostgresSession): void {
    this.#keep(session)
    this.#releaseSlot.get(session)?.()
    this.#releaseSlot.delete(session)
  }

  #keep(session: PostgresSession): void {
    if (session.closed) return
    if (session.hasTooManyPlans || performance.now() - session.openedAt > LIFETIME_MS) return void session.end()
    const [waiter] = this.#waiting
    if (waiter) this.#wake(waiter, session)
    else this.#idle.push(session)
  }

  async use<T>(work: (session: PostgresSession) => Promise<T>): Promise<T> {
    const session = await this.acquire()
    try {
      return await work(session)
    } finally {
      this.release(session)
    }
  }

  /** Whoever waits for a session gets none, nor is one left that is being opened: it would keep the process running. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const waiter of this.#waiting) this.#wake(waiter)
    await Promise.all([...this.sessions].map((session) => session.end()))
  }

  #mayOpen(): boolean {
    if (this.#isClosed || this.sessions.size + this.#opening >= this.#size) return false
    return !this.#openCircuit || (this.#opening === 0 && performance.now() >= this.#openCircuit.until)
  }

  async #open(): Promise<PostgresSession | undefined> {
    this.#opening++
    try {
      const session = await this.#servers.open(this.#outages)
      if (this.#isClosed) return void (await session.end())
      this.sessions.add(session)
      session.whenClosed(() => this.#forget(session))
      this.#openCircuit = undefined
      return session
    } catch (cause) {
      this.#outages.failed(unavailable(cause))
      this.#openCircuit = { cause, until: performance.now() + RETRY_MS }
      return undefined
    } finally {
      this.#opening--
      // Waiters try again: there may be room for a session, or no session left to wait for.
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

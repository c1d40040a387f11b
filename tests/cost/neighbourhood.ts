import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { DatabaseConfig } from '../../server/src/config.ts'
import type { LargeStock } from './large-stock.ts'
import { processesOf } from './processor-time.ts'
import type { Watch, Watched } from './watch-neighbour.ts'

/** How a neighbour's reads and `/healthz` are answered: p99, in milliseconds as `Watched` has them. */
export type Fared = { reads: number; health: number; refused: number }

/** Reads that take no longer say that all is as before, in milliseconds; and how long to wait for that. */
const [CALM_MS, CALM_WITHIN_MS] = [50, 20_000]
const GLANCE_MS = 200
/** So late an answer counts as none, in milliseconds, unless it may take longer. */
const LATE_MS = 10_000

/** A workspace that reads 25 times a second, and somebody who asks as often whether the service is alive. */
export class Neighbourhood implements Disposable {
  readonly #watcher = fork(new URL('watch-neighbour.ts', import.meta.url), { execArgv: [] })
  readonly #server: { url: string; pid: number }
  readonly #database: DatabaseConfig
  readonly #stock: LargeStock

  constructor(server: { url: string; pid: number }, database: DatabaseConfig, stock: LargeStock) {
    this.#server = server
    this.#database = database
    this.#stock = stock
  }

  async watch(ms: number, limitMs = 0): Promise<Fared> {
    const processes = processesOf(this.#server, this.#database)
    const lateMs = Math.max(LATE_MS, limitMs)
    this.#watcher.send({ url: this.#server.url, ...this.#stock.neighbour, ms, lateMs, processes } satisfies Watch)
    const [{ reads, health, refused }] = (await once(this.#watcher, 'message')) as [Watched]
    return { reads: p99(reads), health: p99(health), refused }
  }

  /** Waits until what an attack has left behind is worked off, and the attacker has time to spend again. */
  async untilCalm(): Promise<void> {
    for (const giveUp = performance.now() + CALM_WITHIN_MS; performance.now() < giveUp;) {
      const [{ reads, health }, own] = await Promise.all([this.watch(GLANCE_MS), this.#timeOfAttacker()])
      if (Math.max(reads, health, own) < CALM_MS) return
    }
  }

  async #timeOfAttacker(): Promise<number> {
    const asked = performance.now()
    const headers = { authorization: `Bearer ${this.#stock.attacker.key}` }
    const response = await fetch(`${this.#server.url}/api/v1/workspace?x=${asked}`, { headers })
    await response.text()
    return performance.now() - asked
  }

  [Symbol.dispose](): void {
    this.#watcher.kill()
  }
}

function p99(taken: number[]): number {
  return taken.toSorted((a, b) => a - b)[Math.floor(taken.length * 0.99)]!
}

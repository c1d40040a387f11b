import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { LargeStock } from './large-stock.ts'
import type { Watch, Watched } from './watch-neighbour.ts'

/** How a neighbour's reads and `/healthz` are answered: p99, in milliseconds from when they were due. */
export type Fared = { reads: number; health: number; refused: number }

/** Reads that take no longer say that all is as before, in milliseconds; and how long to wait for that. */
const [CALM_MS, CALM_WITHIN_MS] = [50, 20_000]
const GLANCE_MS = 200

/** A workspace that reads fifty times a second, and somebody who asks as often whether the service is alive. */
export class Neighbourhood implements Disposable {
  readonly #watcher = fork(new URL('watch-neighbour.ts', import.meta.url), { execArgv: [] })
  readonly #server: { url: string }
  readonly #stock: LargeStock

  constructor(server: { url: string }, stock: LargeStock) {
    this.#server = server
    this.#stock = stock
  }

  async watch(ms: number): Promise<Fared> {
    this.#watcher.send({ url: this.#server.url, ...this.#stock.neighbour, ms } satisfies Watch)
    const [{ reads, health, refused }] = (await once(this.#watcher, 'message')) as [Watched]
    return { reads: p99(reads), health: p99(health), refused }
  }

  /** Waits until what an attack has left behind is worked off. */
  async untilCalm(): Promise<void> {
    for (const giveUp = performance.now() + CALM_WITHIN_MS; performance.now() < giveUp;) {
      const { reads, health } = await this.watch(GLANCE_MS)
      if (Math.max(reads, health) < CALM_MS) return
    }
  }

  [Symbol.dispose](): void {
    this.#watcher.kill()
  }
}

function p99(taken: number[]): number {
  return taken.toSorted((a, b) => a - b)[Math.floor(taken.length * 0.99)]!
}

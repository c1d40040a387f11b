import { setTimeout } from 'node:timers/promises'
import { until } from '../given/until.ts'
import type { Killable } from './killable.ts'
import { NoAnswer } from './killable.ts'

/** The pause after a refusal, in milliseconds. */
const PAUSE_MS = 10

/**
 * A number that only grows, in the name of a product. Each process is read all the time, also with the tag of its last
 * answer. Nobody sees a smaller number than was seen or acknowledged before they asked, whichever process they ask.
 */
export class Counter {
  readonly #services: readonly Killable[]
  readonly #key: string
  readonly #stopping = new AbortController()
  #known = 0
  /** The last number that each process has shown. */
  readonly #shown: number[]
  /** How often a tag still stood. */
  unchanged = 0
  #running: Promise<unknown> | undefined

  constructor(services: readonly Killable[], key: string) {
    this.#services = services
    this.#key = key
    this.#shown = services.map(() => 0)
  }

  start(): void {
    const readers = this.#services.map((service, i) => this.#read(service, i))
    this.#running = Promise.all([this.#write(), ...readers])
    this.#running.catch(() => {})
  }

  /** Waits until so many more numbers were written, and each process has shown the last of them. */
  async growsBy(count: number): Promise<void> {
    const enough = this.#known + count
    await Promise.race([until(() => this.#shown.every((number) => number >= enough), { everyMs: 5 }), this.#running])
  }

  /** Waits until each process has taken a write and shown it. Of the numbers, one may be on its way already. */
  async isServed(): Promise<void> {
    await this.growsBy(1 + this.#services.length)
  }

  /** Throws where somebody saw a smaller number. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #write(): Promise<void> {
    for (let number = 1; !this.#stopping.signal.aborted; number++) {
      const products = [{ sku: 'COUNTER', name: String(number), listPrice: 100, unitLabel: 'each' }]
      await this.#answered(() => this.#of(number).call(this.#key, 'PUT', '/products', { products }))
      this.#known = Math.max(this.#known, number)
    }
  }

  async #read(service: Killable, i: number): Promise<void> {
    let last: { etag: string; number: number } | undefined
    for (let turn = 0; !this.#stopping.signal.aborted; turn++) {
      const before = this.#known
      const headers = last && turn % 2 === 1 ? { 'if-none-match': last.etag } : undefined
      const answer = await this.#answered(() =>
        service.call(this.#key, 'GET', '/products?q=COUNTER', undefined, headers),
      )
      if (!answer) return
      if (answer.status === 304) this.unchanged++
      else last = { etag: answer.etag!, number: Number(answer.body.data[0]?.name ?? 0) }
      if (last!.number < before) throw new Error(`Read ${last!.number} after ${before} (${answer.status}).`)
      this.#known = Math.max(this.#known, last!.number)
      this.#shown[i] = last!.number
    }
  }

  #of(number: number): Killable {
    return this.#services[number % this.#services.length]!
  }

  /** Asks again until there is an answer; undefined where nobody waits for it any more. */
  async #answered<T>(ask: () => Promise<T>): Promise<T | undefined> {
    while (!this.#stopping.signal.aborted) {
      try {
        return await ask()
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        await setTimeout(PAUSE_MS)
      }
    }
    return undefined
  }
}

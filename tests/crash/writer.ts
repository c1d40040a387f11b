import { isDeepStrictEqual } from 'node:util'
import type { Database } from '../../server/src/database/tables.ts'
import type { Killable } from './killable.ts'
import { NoAnswer } from './killable.ts'

/** A workspace to write in, and a key of each writer's own. */
export type Shop = { service: Killable; workspaceId: string; key: string; keyId: string }

/** What the next call of a writer makes of the state; in between, it may be found in one of the states on the way. */
export type Step<S> = { after: S; onTheWay?: S[]; call: () => Promise<unknown> }

/**
 * A client that has a part of the workspace for itself, and makes one call after another. What it knows is a model: the
 * state after all that was acknowledged, and those that a call without an answer may have led to.
 */
export abstract class Writer<S> {
  readonly shop: Shop
  /** How many calls were answered. */
  answered = 0
  #state: S
  #doubtful: S[] = []

  constructor(shop: Shop, state: S) {
    this.shop = shop
    this.#state = state
  }

  protected abstract step(state: S): Step<S>
  /** What the store has to hold in that state. */
  protected abstract expected(state: S): unknown
  /** What it holds. */
  protected abstract stored(db: Database): Promise<unknown>

  /** Writes until the server is killed. Throws where it refuses anything. */
  async write(): Promise<void> {
    for (;;) {
      const { after, onTheWay = [], call } = this.step(this.#state)
      this.#doubtful = [...onTheWay, after]
      try {
        await call()
      } catch (error) {
        if (error instanceof NoAnswer) return
        throw error
      }
      this.#state = after
      this.#doubtful = []
      this.answered++
    }
  }

  /**
   * Throws unless the store holds exactly what was acknowledged, with or without the call in doubt, whole. Goes on from
   * what it found.
   */
  async check(db: Database): Promise<void> {
    const stored = await this.stored(db)
    const possible = [this.#state, ...this.#doubtful]
    const found = possible.find((state) => isDeepStrictEqual(stored, this.expected(state)))
    if (found === undefined) {
      const wanted = possible.map((state) => JSON.stringify(this.expected(state), null, 1)).join('\n— or —\n')
      throw new Error(`${this.constructor.name} finds\n${JSON.stringify(stored, null, 1)}\nafter\n${wanted}`)
    }
    this.#state = found
    this.#doubtful = []
  }

  protected async put(path: string, body: unknown): Promise<any> {
    return this.send('PUT', path, body)
  }

  protected async send(method: string, path: string, body?: unknown): Promise<any> {
    const { status, text, body: answer } = await this.shop.service.call(this.shop.key, method, path, body)
    if (status !== 200) throw new Error(`${method} ${path} was refused with ${status}: ${text}`)
    return answer.data
  }
}

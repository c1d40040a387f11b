import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { WorkspaceContext } from '../../context.ts'
import { SESSION_HISTORY } from '../session-settings.ts'

/** How often a read begins again because the workspace was written meanwhile. */
const ATTEMPTS = 3

type Reader = Pick<WorkspaceContext, 'db' | 'workspaceId' | 'runQueued' | 'heldTo'>
type StateOf = (context: Reader) => Promise<string>

/** Another one after each write to the workspace, and unique for ever. */
export function stateOf(context: Reader): Promise<string> {
  return readState(context, sql`revision, nonce`)
}

/** Another one after each write to its products, and unique for ever. A renamed brand or category is no such write. */
export function stateOfProducts(context: Reader): Promise<string> {
  return readState(context, sql`products_changed_at`)
}

async function readState({ db, workspaceId }: Reader, columns: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ state: string | null }>`
    select concat_ws(' ', ${sql.raw(SESSION_HISTORY)}, ${columns}) as state from workspace_revision
    where workspace_id = ${workspaceId}`.execute(db)
  return `${workspaceId} ${rows[0]?.state ?? ''}`
}

/** What was read, and the state of the workspace that it is of: null if the workspace was written all the time. */
type ReadAtState<T> = { result: T; state: string | null }

/**
 * Reads in several statements as if in one: begins again where the workspace was written meanwhile. There is no
 * transaction, which would hold the one connection of the embedded database. A workspace that is written all the time
 * gets what the last attempt read, which may mix states that followed each other.
 */
export async function atOneState<T>(
  context: Reader,
  read: () => Promise<T>,
  stateNow: StateOf = stateOf,
): Promise<ReadAtState<T>> {
  let before = await stateNow(context)
  for (let attempt = 1; ; attempt++) {
    const result = await read()
    const after = await stateNow(context)
    if (after === before) return { result, state: after }
    if (attempt === ATTEMPTS) return { result, state: null }
    before = after
  }
}

type CacheOptions<T> = { max: number; sizeOf?: (result: T) => number; state?: StateOf; queued?: boolean }

/**
 * Results by the state of a workspace, and by a name that says all else that they follow from. They are read by
 * `atOneState`, and kept only if they are of one state.
 */
export class StateCache<T extends {}> {
  readonly #results: LRUCache<string, { result: T }>
  readonly #sizeOf: (result: T) => number
  readonly #stateOf: StateOf
  readonly #isQueued: boolean

  /**
   * `max` is the number of results, or with `sizeOf` the sum of their sizes, of any unit. What has no size is not kept.
   * With `queued`, results are read in the queue of expensive work: who waits there finds what others have read.
   */
  constructor({ max, sizeOf = () => 1, state = stateOf, queued = false }: CacheOptions<T>) {
    this.#results = new LRUCache({ maxSize: max, sizeCalculation: ({ result }) => sizeOf(result) })
    this.#sizeOf = sizeOf
    this.#stateOf = state
    this.#isQueued = queued
  }

  async read(context: Reader, name: string, read: () => Promise<T>): Promise<T> {
    // Hashed, because a filter from the caller may be long. Who is held to their own customers reads other results.
    const hashed = hash('sha256', `${context.heldTo ?? ''} ${name}`, 'base64url')
    const known = async () => this.#results.get(`${await this.#stateOf(context)} ${hashed}`)
    const found = await known()
    if (found) return found.result
    const { runQueued } = context
    if (!this.#isQueued || !runQueued) return this.#readAnew(context, hashed, read)
    return runQueued(async () => (await known())?.result ?? this.#readAnew(context, hashed, read))
  }

  async #readAnew(context: Reader, hashed: string, read: () => Promise<T>): Promise<T> {
    const { result, state } = await atOneState(context, read, this.#stateOf)
    if (state !== null && this.#sizeOf(result) > 0) this.#results.set(`${state} ${hashed}`, { result })
    return result
  }
}

/** A UUID without its dashes. */
const ID_CHARACTERS = 32

/** Many ids in an order, in a single string: a cache of orders then knows what they take. */
export class IdOrder {
  readonly #ids: string

  /** Ids without dashes, one after the other. */
  constructor(ids: string) {
    this.#ids = ids
  }

  get characters(): number {
    return this.#ids.length
  }

  get total(): number {
    return this.#ids.length / ID_CHARACTERS
  }

  page(offset: number, limit: number): string[] {
    const length = Math.max(0, Math.min(limit, this.total - offset))
    return Array.from({ length }, (_, i) => this.at(offset + i))
  }

  at(place: number): string {
    return this.#ids.slice(place * ID_CHARACTERS, (place + 1) * ID_CHARACTERS)
  }
}

/** How an order is made of what comes in slices: by a number, and ids of the same number as they came. */
export class OrderByNumber {
  readonly #buckets = new Map<number, string[]>()

  /** An id without dashes. Those without a number come last, in either direction. */
  add(id: string, number: number | null): void {
    this.#buckets.getOrInsertComputed(number ?? Infinity, () => []).push(id)
  }

  /** `ties` says whether ids of the same number stay as they came. */
  order({ descending = false, ties = 'kept' }: { descending?: boolean; ties?: 'kept' | 'reversed' } = {}): IdOrder {
    const numbers = [...this.#buckets.keys()].toSorted((a, b) => {
      return descending && a !== Infinity && b !== Infinity ? b - a : a - b
    })
    const ids = numbers.map((number) => {
      const bucket = this.#buckets.get(number)!
      return (ties === 'reversed' ? bucket.toReversed() : bucket).join('')
    })
    return new IdOrder(ids.join(''))
  }
}

/** Characters of each cache of orders, of all workspaces together. An order of 100,000 rows has 3.2 million. */
const MAX_CACHED = 24_000_000

/** About what the entry of an order takes beside its ids. */
const ENTRY_CHARACTERS = 200

/** Orders by the state of their workspace. Empty ones are not kept: an unknown id from the caller has such an order. */
export function orderCache({ queued = false } = {}): StateCache<IdOrder> {
  const sizeOf = ({ characters }: IdOrder) => (characters === 0 ? 0 : ENTRY_CHARACTERS + characters)
  return new StateCache({ max: MAX_CACHED, sizeOf, queued })
}

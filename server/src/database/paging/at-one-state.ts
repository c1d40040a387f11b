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

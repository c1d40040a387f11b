import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { WorkspaceContext } from '../context.ts'
import { SESSION_HISTORY } from '../database/session-settings.ts'

/** How often a read begins again because the workspace was written meanwhile. */
const ATTEMPTS = 3

type Reader = Pick<WorkspaceContext, 'db' | 'workspaceId'>

/** Another one after each write to the workspace, and unique for ever. */
export async function stateOf({ db, workspaceId }: Reader): Promise<string> {
  const { rows } = await sql<{ state: string | null }>`
    select concat_ws(' ', ${sql.raw(SESSION_HISTORY)}, revision, nonce) as state from workspace_revision
    where workspace_id = ${workspaceId}`.execute(db)
  return `${workspaceId} ${rows[0]?.state ?? ''}`
}

/** What was read, and the state of the workspace that it is of: null if the workspace was written all the time. */
export type ReadAtState<T> = { result: T; state: string | null }

/**
 * Reads in several statements as if in one: begins again where the workspace was written meanwhile. There is no
 * transaction, which would hold the one connection of the embedded database. A workspace that is written all the time
 * gets what the last attempt read, which may mix states that followed each other.
 */
export async function atOneState<T>(context: Reader, read: () => Promise<T>): Promise<ReadAtState<T>> {
  let before = await stateOf(context)
  for (let attempt = 1; ; attempt++) {
    const result = await read()
    const after = await stateOf(context)
    if (after === before) return { result, state: after }
    if (attempt === ATTEMPTS) return { result, state: null }
    before = after
  }
}

/**
 * Results by the state of a workspace, and by a name that says all else that they follow from. They are read by
 * `atOneState`, and kept only if they are of one state.
 */
export class StateCache<T extends {}> {
  readonly #results: LRUCache<string, { result: T }>
  readonly #sizeOf: (result: T) => number

  /**
   * `max` is the number of results, or with `sizeOf` the sum of their sizes, of any unit. What has no size is not kept.
   */
  constructor({ max, sizeOf = () => 1 }: { max: number; sizeOf?: (result: T) => number }) {
    this.#results = new LRUCache({ maxSize: max, sizeCalculation: ({ result }) => sizeOf(result) })
    this.#sizeOf = sizeOf
  }

  /** `mixed` marks a result that is of no one state, for what must not be acted on. */
  async read(
    context: Reader,
    name: string,
    read: () => Promise<T>,
    mixed: (result: T) => T = (result) => result,
  ): Promise<T> {
    // Hashed, because a filter from the caller may be long.
    const hashed = hash('sha256', name, 'base64url')
    const known = this.#results.get(`${await stateOf(context)} ${hashed}`)
    if (known) return known.result
    const { result, state } = await atOneState(context, read)
    if (state === null) return mixed(result)
    if (this.#sizeOf(result) > 0) this.#results.set(`${state} ${hashed}`, { result })
    return result
  }
}

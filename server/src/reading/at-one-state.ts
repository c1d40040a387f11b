import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { WorkspaceContext } from '../context.ts'

/** How often a read begins again because the workspace was written meanwhile. */
const ATTEMPTS = 3

type Reader = Pick<WorkspaceContext, 'db' | 'workspaceId'>

/** Another one after each write to the workspace, and unique for ever. */
export async function stateOf({ db, workspaceId }: Reader): Promise<string> {
  const { rows } = await sql<{ state: string | null }>`
    select concat_ws(' ', revision, nonce) as state from workspace_revision
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

  /** `max` is the number of results, or the sum of their sizes, which may be of any unit. */
  constructor(limit: { max: number } | { maxSize: number; sizeOf: (result: T) => number }) {
    this.#results =
      'max' in limit
        ? new LRUCache({ max: limit.max })
        : new LRUCache({ maxSize: limit.maxSize, sizeCalculation: ({ result }) => 1 + limit.sizeOf(result) })
  }

  /** `mixed` marks a result that is of no one state, for what must not be acted on. */
  async read(
    context: Reader,
    name: string,
    read: () => Promise<T>,
    mixed: (result: T) => T = (result) => result,
  ): Promise<T> {
    const known = this.#results.get(`${await stateOf(context)} ${name}`)
    if (known) return known.result
    const { result, state } = await atOneState(context, read)
    if (state === null) return mixed(result)
    this.#results.set(`${state} ${name}`, { result })
    return result
  }
}

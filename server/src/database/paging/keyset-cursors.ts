import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { WorkspaceContext } from '../../context.ts'

/** A keyset cursor: the sort key of a row in a list, then its id. The step comes first, where the list has steps. */
export type Cursor = { step?: number; key: string; id: string }

/** The distance of stored cursors, in rows. The end of each page has one too. */
export const SPACING = 100
/** Search for a cursor at most this many rows before an offset. */
const MAX_LOOKBACK = 100_000
/** Bytes of all cursors. */
const MAX_BYTES = 24 * 1_048_576

/** Of all lists. A cursor has two bytes for each character, and the overhead of strings and cache entry. */
const known = new LRUCache<string, Cursor>({
  maxSize: MAX_BYTES,
  sizeCalculation: ({ key, id }, name) => 200 + 2 * (key.length + id.length + name.length),
})

/**
 * Maps the offsets of a list to keyset cursors. So a far page needs no count from the start of the list, and a walk over
 * all pages is linear. A cursor belongs to one state of a workspace: after a write it is never used again.
 */
export class ListCursors {
  readonly #list: string | undefined

  /** `list` tells the list and its filter. Without a state, as in jobs, no cursor is kept. */
  constructor({ workspaceId, state }: Pick<WorkspaceContext, 'workspaceId' | 'state'>, list: string) {
    // A hash, so that a long filter from the caller makes no long key.
    this.#list = state === undefined ? undefined : hash('sha256', `${workspaceId} ${state} ${list}`, 'base64url')
  }

  /** The last known cursor up to an offset, and the number of rows up to it; null at the start of the list. */
  before(offset: number): { rows: number; cursor: Cursor | null } {
    const furthest = Math.max(0, offset - MAX_LOOKBACK)
    const exact = this.#at(offset)
    if (exact) return { rows: offset, cursor: exact }
    for (let rows = offset - (offset % SPACING); rows > furthest; rows -= SPACING) {
      const cursor = this.#at(rows)
      if (cursor) return { rows, cursor }
    }
    return { rows: 0, cursor: null }
  }

  /** Keeps the cursor of a row; `rows` is its position in the list, from 1. */
  keep(rows: number, cursor: Cursor): void {
    if (this.#list !== undefined) known.set(`${this.#list} ${rows}`, cursor)
  }

  /** Keeps a cursor for the last row of the page, and one for a multiple of SPACING. */
  storePage(offset: number, length: number, cursorOf: (i: number) => Cursor): void {
    const end = offset + length
    const mark = end - (end % SPACING)
    if (length > 0) this.keep(end, cursorOf(length - 1))
    if (mark > offset && mark < end) this.keep(mark, cursorOf(mark - offset - 1))
  }

  #at(rows: number): Cursor | undefined {
    return this.#list === undefined ? undefined : known.get(`${this.#list} ${rows}`)
  }
}

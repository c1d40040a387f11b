import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Cursor, ListCursors } from '../../context.ts'

/** Where a page starts: this many rows behind a cursor, or behind the start of the list if there is no cursor. */
export type Start = { cursor: Cursor | null; skipped: number }

/** The distance of stored cursors, in rows. The end of each page has one too. */
export const SPACING = 100
/** Search for a cursor at most this many rows before an offset. */
const MAX_LOOKBACK = 100_000
/** Bytes of all cursors. */
const MAX_BYTES = 24 * 1_048_576

/** Bytes of a cursor: two for each character, and the overhead of strings and cache entry. */
function sizeOf({ key, id }: Cursor, name: string): number {
  return 200 + 2 * (key.length + id.length + name.length)
}

/**
 * Maps offsets to keyset cursors. So a far page needs no count from the start of the list, and a walk over all pages is
 * linear. A cursor belongs to one state of a workspace: after a write it is never used again.
 */
export class KeysetCursors {
  readonly #cursors = new LRUCache<string, Cursor>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf })

  /** The cursors of all lists in that state, for one request. The state includes the workspace. */
  at(state: string): ListCursors {
    return new CursorsOfState(this.#cursors, state)
  }
}

class CursorsOfState implements ListCursors {
  readonly #cursors: LRUCache<string, Cursor>
  readonly #state: string
  /** Hashes of list names. Hashing is the slowest part. */
  readonly #names = new Map<string, string>()

  constructor(cursors: LRUCache<string, Cursor>, state: string) {
    this.#cursors = cursors
    this.#state = state
  }

  before(list: string, offset: number): { rows: number; cursor: Cursor | null } {
    const name = this.#nameOf(list)
    const exact = this.#cursors.get(`${name} ${offset}`)
    if (exact) return { rows: offset, cursor: exact }
    const furthest = Math.max(0, offset - MAX_LOOKBACK)
    for (let rows = offset - (offset % SPACING); rows > furthest; rows -= SPACING) {
      const cursor = this.#cursors.get(`${name} ${rows}`)
      if (cursor) return { rows, cursor }
    }
    return { rows: 0, cursor: null }
  }

  keep(list: string, rows: number, cursor: Cursor): void {
    this.#cursors.set(`${this.#nameOf(list)} ${rows}`, cursor)
  }

  /** Stores a cursor for the last row of the page, and one for a multiple of SPACING. */
  keepPage(list: string, offset: number, length: number, cursorOf: (i: number) => Cursor): void {
    const end = offset + length
    const mark = end - (end % SPACING)
    if (length > 0) this.keep(list, end, cursorOf(length - 1))
    if (mark > offset && mark < end) this.keep(list, mark, cursorOf(mark - offset - 1))
  }

  /** A hash, so that a long filter from the caller makes no long key. */
  #nameOf(list: string): string {
    return this.#names.getOrInsertComputed(list, () => hash('sha256', `${this.#state} ${list}`, 'base64url'))
  }
}

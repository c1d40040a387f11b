import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Cursor, ListCursors } from '../context.ts'

/** So many rows behind a cursor, or behind the start of the list where there is none. */
export type Start = { cursor: Cursor | null; skipped: number }

/** Besides the ends of pages, every so many rows have a cursor: this far apart are places to count on from. */
export const SPACING = 100
/** Rows before an offset in which a cursor is looked for. */
const LOOKS_BACK = 100_000
const MAX_CURSORS = 50_000
/** Bytes of all cursors. */
const MAX_BYTES = 24 * 1_048_576

/** Bytes of a cursor: two a character, and what its strings and its entry take besides. */
function sizeOf({ key, id }: Cursor, name: string): number {
  return 200 + 2 * (key.length + id.length + name.length)
}

/**
 * Turns offsets into keyset cursors, so that a page far into a list is found without counting from its beginning, and a
 * walk over all pages stays linear. A cursor belongs to one state of a workspace: after a write nobody asks for it again.
 */
export class KeysetCursors {
  readonly #cursors = new LRUCache<string, Cursor>({ max: MAX_CURSORS, maxSize: MAX_BYTES, sizeCalculation: sizeOf })

  /** The cursors of lists in that state, which names the workspace too: for one request. */
  at(state: string): ListCursors {
    return new CursorsOfState(this.#cursors, state)
  }
}

class CursorsOfState implements ListCursors {
  readonly #cursors: LRUCache<string, Cursor>
  readonly #state: string
  /** A hash takes longer than all else here. */
  readonly #names = new Map<string, string>()

  constructor(cursors: LRUCache<string, Cursor>, state: string) {
    this.#cursors = cursors
    this.#state = state
  }

  before(list: string, offset: number): { rows: number; cursor: Cursor | null } {
    const name = this.#nameOf(list)
    const exact = this.#cursors.get(`${name} ${offset}`)
    if (exact) return { rows: offset, cursor: exact }
    const furthest = Math.max(0, offset - LOOKS_BACK)
    for (let rows = offset - (offset % SPACING); rows > furthest; rows -= SPACING) {
      const cursor = this.#cursors.get(`${name} ${rows}`)
      if (cursor) return { rows, cursor }
    }
    return { rows: 0, cursor: null }
  }

  keep(list: string, rows: number, cursor: Cursor): void {
    this.#cursors.set(`${this.#nameOf(list)} ${rows}`, cursor)
  }

  /** The last row of the page, and one to count on from. */
  keepPage(list: string, offset: number, length: number, cursorOf: (i: number) => Cursor): void {
    const end = offset + length
    const mark = end - (end % SPACING)
    if (length > 0) this.keep(list, end, cursorOf(length - 1))
    if (mark > offset && mark < end) this.keep(list, mark, cursorOf(mark - offset - 1))
  }

  /** Of the same length, however long a list is described: a filter holds what the caller has sent. */
  #nameOf(list: string): string {
    return this.#names.getOrInsertComputed(list, () => hash('sha256', `${this.#state} ${list}`, 'base64url'))
  }
}

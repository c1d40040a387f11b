import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ListPlaces, Place } from '../context.ts'

/** So many rows behind a place, or behind the start of the list where there is none. */
export type Start = { place: Place | null; skipped: number }

/** Besides where pages begin and end, every so many rows are marked: so far apart are bookmarks to count on from. */
export const SPACING = 100
/** Rows before an offset in which a bookmark is looked for. */
const LOOKS_BACK = 100_000
const MAX_BOOKMARKS = 50_000
/** Bytes of all of them. */
const MAX_BYTES = 24 * 1_048_576
/** Of the same length each. */
const MAX_ALIASES = 10_000

/** Bytes of a bookmark: two a character, and what its strings and its entry take besides. */
function sizeOf({ key, id }: Place, name: string): number {
  return 200 + 2 * (key.length + id.length + name.length)
}

/**
 * Where rows of long lists stand, so that a page far into one is found without counting from its beginning, and a walk
 * over all pages stays linear. A bookmark belongs to one state of a workspace: after a write it is not asked for again.
 */
export class Bookmarks {
  readonly #places = new LRUCache<string, Place>({ max: MAX_BOOKMARKS, maxSize: MAX_BYTES, sizeCalculation: sizeOf })
  readonly #aliases = new LRUCache<string, string>({ max: MAX_ALIASES })

  /** The bookmarks of lists that stand as in that state, which names the workspace too. */
  at(state: string): ListBookmarks {
    return new ListBookmarks(this.#places, this.#aliases, state)
  }
}

/** For one request. */
export class ListBookmarks implements ListPlaces {
  readonly #places: LRUCache<string, Place>
  readonly #aliases: LRUCache<string, string>
  readonly #state: string
  /** A hash takes longer than all else here. */
  readonly #names = new Map<string, string>()

  constructor(places: LRUCache<string, Place>, aliases: LRUCache<string, string>, state: string) {
    this.#places = places
    this.#aliases = aliases
    this.#state = state
  }

  share(list: string, other: string): void {
    this.#aliases.set(this.#nameOf(list), this.#nameOf(other))
  }

  before(list: string, offset: number): { rows: number; place: Place | null } {
    const name = this.#sharedName(list)
    const exact = this.#places.get(`${name} ${offset}`)
    if (exact) return { rows: offset, place: exact }
    const furthest = Math.max(0, offset - LOOKS_BACK)
    for (let rows = offset - (offset % SPACING); rows > furthest; rows -= SPACING) {
      const place = this.#places.get(`${name} ${rows}`)
      if (place) return { rows, place }
    }
    return { rows: 0, place: null }
  }

  keep(list: string, rows: number, place: Place): void {
    this.#places.set(`${this.#sharedName(list)} ${rows}`, place)
  }

  /** Keeps what is worth it of a page that follows the first `offset` rows: its last row, and one to count on from. */
  keepPage(list: string, offset: number, length: number, placeOf: (i: number) => Place): void {
    const end = offset + length
    const mark = end - (end % SPACING)
    if (length > 0) this.keep(list, end, placeOf(length - 1))
    if (mark > offset && mark < end) this.keep(list, mark, placeOf(mark - offset - 1))
  }

  #sharedName(list: string): string {
    const name = this.#nameOf(list)
    return this.#aliases.get(name) ?? name
  }

  /** Of the same length, however long a list is described: a filter holds what the caller has sent. */
  #nameOf(list: string): string {
    return this.#names.getOrInsertComputed(list, () => hash('sha256', `${this.#state} ${list}`, 'base64url'))
  }
}

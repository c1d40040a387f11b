import { LRUCache } from 'lru-cache'

/** A product's place in the order by name. */
export type Place = { name: string; id: string }

/** Rows from one bookmark to the next. */
const SPACING = 100
const MAX_BOOKMARKS = 30_000

/**
 * Where rows of long lists stand, so that a page far into one is found without counting from its beginning, and a walk
 * over all pages stays linear. A bookmark belongs to one state of a workspace: after a write it is not asked for again.
 */
export class Bookmarks {
  readonly #places = new LRUCache<string, Place>({ max: MAX_BOOKMARKS })

  /** The bookmarks of lists that stand as in that state, which names the workspace too. */
  at(state: string): ListBookmarks {
    return new ListBookmarks(this.#places, state)
  }
}

export class ListBookmarks {
  readonly #places: LRUCache<string, Place>
  readonly #state: string

  constructor(places: LRUCache<string, Place>, state: string) {
    this.#places = places
    this.#state = state
  }

  /** The last known row of those that an offset skips, and how many rows the list has up to it; null before the first. */
  before(list: string, offset: number): { rows: number; place: Place | null } {
    for (let rows = offset - (offset % SPACING); rows > 0; rows -= SPACING) {
      const place = this.#places.get(this.#name(list, rows))
      if (place) return { rows, place }
    }
    return { rows: 0, place: null }
  }

  /** Keeps the place of the row with which the list has that many, where that is worth it. */
  keep(list: string, rows: number, place: () => Place): void {
    if (rows > 0 && rows % SPACING === 0) this.#places.set(this.#name(list, rows), place())
  }

  #name(list: string, rows: number): string {
    return `${rows} ${this.#state} ${list}`
  }
}

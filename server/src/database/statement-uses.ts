import { LRUCache } from 'lru-cache'

/** After this many uses, a statement is prepared. */
const FREQUENT = 3
/** Characters of the counted statements in memory. */
const MAX_LENGTH = 2_000_000

/**
 * Counts uses of statements, to prepare only the frequent ones. A search has hundreds of statement texts, by its
 * filters and words. Each cached plan takes up to half a megabyte of a server process.
 */
export class StatementUses {
  readonly #uses = new LRUCache<string, number>({ maxSize: MAX_LENGTH, sizeCalculation: (_, text) => text.length })

  /** Counts a use, and returns whether the statement is frequent. */
  isFrequent(text: string): boolean {
    const uses = (this.#uses.get(text) ?? 0) + 1
    if (uses <= FREQUENT) this.#uses.set(text, uses)
    return uses >= FREQUENT
  }
}

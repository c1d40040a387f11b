import { LRUCache } from 'lru-cache'

/** From so many uses on a statement is worth a plan that is kept. */
const OFTEN = 3
/** Characters of statement texts that are remembered. */
const MAX_LENGTH = 2_000_000

/**
 * Tells statements that come again and again from those that hardly ever do. A search has hundreds of statement texts, by
 * its filters and words, and the plan of one takes a server process up to half a megabyte, for as long as it is kept.
 */
export class StatementUses {
  readonly #uses = new LRUCache<string, number>({ maxSize: MAX_LENGTH, sizeCalculation: (_, text) => text.length })

  /** Counts a use; true where the text has been used often of late. */
  isOften(text: string): boolean {
    const uses = (this.#uses.get(text) ?? 0) + 1
    if (uses <= OFTEN) this.#uses.set(text, uses)
    return uses >= OFTEN
  }
}

/**
 * Adds up which customers lose sight of some product. Mostly these are all but a few, for many products: so only those
 * who keep sight of each of them are remembered.
 */
export class LostSight {
  readonly #lost = new Set<string>()
  /** Those who keep each product that all customers saw; null without such a product. */
  #keep: Set<string> | null = null

  /** `before` and `after` are the ids of those who see a product; null for all customers. */
  add(before: readonly string[] | null, after: readonly string[] | null): void {
    if (after === null) return
    const stay = new Set(after)
    if (before === null) this.#keep = this.#keep?.intersection(stay) ?? stay
    else for (const id of before) if (!stay.has(id)) this.#lost.add(id)
  }

  /** How many of these customers have lost some product. */
  count(ids: Iterable<string>): number {
    let count = 0
    for (const id of ids) if (this.#lost.has(id) || (this.#keep !== null && !this.#keep.has(id))) count++
    return count
  }
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { lastWith, matchingKey } from '../matching-key.ts'
import { fold, queryWords, searchQuery } from './search-words.ts'

/** One step of a search: the products it shows, of `product as p`, and their order. */
export type Tier = { matches: RawBuilder<boolean>; order: RawBuilder<unknown> }

const BY_NAME = sql`p.name, p.id`

/** Without a query there is one step: everything. */
export const EVERYTHING: Tier = { matches: sql`true`, order: BY_NAME }

/** Queries of fewer characters do not search the full text, only the beginning of names. */
const FULL_TEXT_CHARACTERS = 3

/**
 * What a search shows, best first: the SKU or manufacturer reference itself, codes that start with it, names that
 * start with it, and last what has every word, in the name before elsewhere. No step shows a product again.
 */
export function searchTiers(q: string): Tier[] {
  const key = matchingKey(q)
  const name = fold(q)
  const codeIs = sql<boolean>`(p.sku_key = ${key} or p.manufacturer_ref_key = ${key})`
  const codeStarts = sql<boolean>`(${startsWith('sku_key', key)} or ${startsWith('manufacturer_ref_key', key)})`
  const nameStarts = startsWith('name_folded', name)
  const tiers: Tier[] = [
    { matches: codeIs, order: sql`p.sku_key <> ${key}, p.sku_key` },
    { matches: all(codeStarts, not(codeIs)), order: sql`p.sku_key` },
  ]
  if (name !== '') tiers.push({ matches: all(nameStarts, not(codeStarts)), order: BY_NAME })
  const words = [...q].length < FULL_TEXT_CHARACTERS ? [] : queryWords(q)
  if (words.length > 0) {
    const hasWords = sql<boolean>`p.search @@ ${searchQuery(words)}::tsquery`
    const inName = sql<boolean>`p.search @@ ${searchQuery(words, 'A')}::tsquery`
    tiers.push({
      matches: all(hasWords, not(codeStarts), not(nameStarts)),
      // This order is no index's: so the words are looked up, and never searched for along an index of names.
      order: sql`${not(inName)}, ${BY_NAME}`,
    })
  }
  return tiers
}

function startsWith(column: string, prefix: string): RawBuilder<boolean> {
  return sql`p.${sql.ref(column)} between ${prefix} and ${lastWith(prefix)}`
}

function all(...conditions: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** Also true where the condition is null, as it is for a product without a manufacturer reference. */
function not(condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql`(${condition}) is not true`
}

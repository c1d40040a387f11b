import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { matchingKey } from '../matching-key.ts'
import type { ProductQuery } from './product-rows.ts'
import { fold, searchQuery } from './search-words.ts'

/** One step of a search: the products it shows, and their order. */
export type Tier = {
  matches: RawBuilder<boolean>
  order: (products: ProductQuery) => ProductQuery
}

/** Queries of fewer characters do not search the full text, only the beginning of names. */
const FULL_TEXT_CHARACTERS = 3
/** Sorts behind every other character, so that `between q and q || it` is "starts with q", and an index range. */
const LAST_CHARACTER = '\u{10FFFF}'

/**
 * What a search shows, best first: the SKU or manufacturer reference itself, codes that start with it, names that
 * start with it, names that have every word, and last what has them in brand, category or description as well.
 * No step shows a product again.
 */
export function searchTiers(q: string): Tier[] {
  const key = matchingKey(q)
  const name = fold(q)
  const codeIs = sql<boolean>`(p.sku_key = ${key} or p.manufacturer_ref_key = ${key})`
  const codeStarts = sql<boolean>`(${startsWith('sku_key', key)} or ${startsWith('manufacturer_ref_key', key)})`
  const nameStarts = startsWith('name_folded', name)
  const tiers: Tier[] = [
    { matches: codeIs, order: (products) => products.orderBy(sql`p.sku_key <> ${key}`).orderBy('p.sku_key') },
    { matches: all(codeStarts, not(codeIs)), order: (products) => products.orderBy('p.sku_key') },
  ]
  if (name !== '') tiers.push({ matches: all(nameStarts, not(codeStarts)), order: byName })

  const inName = searchQuery(q, 'A')
  const anywhere = searchQuery(q)
  if (inName === null || anywhere === null || [...q].length < FULL_TEXT_CHARACTERS) return tiers
  const nameHas = sql<boolean>`p.search @@ ${inName}::tsquery`
  const textHas = sql<boolean>`p.search @@ ${anywhere}::tsquery`
  return [
    ...tiers,
    { matches: all(nameHas, not(codeStarts), not(nameStarts)), order: byName },
    { matches: all(textHas, not(codeStarts), not(nameStarts), not(nameHas)), order: byName },
  ]
}

function byName(products: ProductQuery): ProductQuery {
  return products.orderBy('p.name').orderBy('p.id')
}

function startsWith(column: string, prefix: string): RawBuilder<boolean> {
  return sql`p.${sql.ref(column)} between ${prefix} and ${prefix + LAST_CHARACTER}`
}

function all(...conditions: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** Also true where the condition is null, as it is for a product without a manufacturer reference. */
function not(condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql`(${condition}) is not true`
}

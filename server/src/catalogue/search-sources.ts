import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { lastWith, matchingKey } from '../matching-key.ts'
import type { Place } from './bookmarks.ts'
import { fold, queryWords, searchQuery } from './search-words.ts'

/** Some of the products that a search shows, of `product as p`. */
export type Source = {
  of: 'sku' | 'reference' | 'name' | 'words'
  matches: RawBuilder<boolean>
  /** The step of the search that shows them, from 0 on: a number for each product. */
  step: RawBuilder<number>
  /** The first and the last step that it can be. */
  steps: [first: number, last: number]
  /** What the products of a step are ordered by. */
  by: 'sku_key' | 'name_folded'
  /** Whether the index that finds them gives them in order, so that no more are read than are wanted. */
  ordered: boolean
}

/** Earlier ones show products by SKU. */
export const FIRST_STEP_BY_NAME = 3

/** Queries of fewer characters do not search the full text, only the beginning of names. */
const FULL_TEXT_CHARACTERS = 3

/**
 * What a search shows, step by step: 0, the SKU itself; 1, the manufacturer reference itself; 2, codes that start with
 * it; 3, names that start with it; 4, what has every word in its name; 5, what has every word somewhere. Each product is
 * shown once, in the first step that it fits.
 *
 * `together` asks each index once. `apart` keeps the steps of an index apart, for those that have very many products.
 */
export function searchSources(workspaceId: string, q: string): { together: Source[]; apart: Source[] } {
  const key = matchingKey(q)
  const name = fold(q)
  const skuIs = sql<boolean>`p.sku_key = ${key}`
  const referenceIs = sql<boolean>`p.manufacturer_ref_key = ${key}`
  const skuStarts = startsWith('sku_key', key)
  const referenceStarts = startsWith('manufacturer_ref_key', key)
  const codeStep = sql<number>`case when ${skuIs} then 0 when ${referenceIs} then 1 else 2 end`

  const sku: Source = { of: 'sku', matches: skuStarts, step: codeStep, steps: [0, 2], by: 'sku_key', ordered: true }
  const reference = { of: 'reference', by: 'sku_key', ordered: false } as const
  const together: Source[] = [
    sku,
    { ...reference, matches: all(referenceStarts, not(skuStarts)), step: codeStep, steps: [1, 2] },
  ]
  const apart: Source[] = [
    sku,
    { ...reference, matches: all(referenceIs, not(skuStarts)), ...only(1) },
    { ...reference, matches: all(referenceStarts, not(referenceIs), not(skuStarts)), ...only(2) },
  ]
  const shown = [not(skuStarts), not(referenceStarts)]
  if (name !== '') {
    const nameStarts = startsWith('name_folded', name)
    const named: Source = {
      of: 'name',
      matches: all(nameStarts, ...shown),
      ...only(3),
      by: 'name_folded',
      ordered: true,
    }
    together.push(named)
    apart.push(named)
    shown.push(not(nameStarts))
  }
  const words = [...q].length < FULL_TEXT_CHARACTERS ? [] : queryWords(q)
  if (words.length > 0) {
    const inName = sql<boolean>`p.search @@ ${searchQuery(workspaceId, words, 'in name')}::tsquery`
    const anywhere = sql<boolean>`p.search @@ ${searchQuery(workspaceId, words, 'anywhere')}::tsquery`
    const worded = { of: 'words', by: 'name_folded', ordered: false } as const
    together.push({
      ...worded,
      matches: all(anywhere, ...shown),
      step: sql`case when ${inName} then 4 else 5 end`,
      steps: [4, 5],
    })
    apart.push({ ...worded, matches: all(inName, ...shown), ...only(4) })
    apart.push({ ...worded, matches: all(anywhere, not(inName), ...shown), ...only(5) })
  }
  return { together, apart }
}

/** True for what of a source stands behind a place of the search. */
export function isBehind({ step, steps: [first, last], by }: Source, place: Place | null): RawBuilder<boolean> {
  if (place === null || first > place.step!) return sql`true`
  const key = sql`p.${sql.ref(by)}, p.id`
  // With one step, the index is entered at the place.
  if (first === last) return sql`(${key}) > (${place.key}, ${place.id})`
  return sql`(${step}, ${key}) > (${sql.lit(place.step!)}, ${place.key}, ${place.id})`
}

function only(step: number): Pick<Source, 'step' | 'steps'> {
  return { step: sql.lit(step), steps: [step, step] }
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

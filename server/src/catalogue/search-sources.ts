import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Place } from '../context.ts'
import { lastWith, matchingKey } from '../matching-key.ts'
import { fold, queryWords, searchQuery } from './search-words.ts'

/** What the indexes are asked for by a query. Null is found by none of them. */
export type Sought = {
  /** The first and the last code that begins with the query. */
  key: string
  key_end: string
  /** The same of folded names. */
  name: string | null
  name_end: string | null
  /** Every word in the name, and every word somewhere: `tsquery` literals. */
  in_name: string | null
  anywhere: string | null
}

const SOUGHT = ['key', 'key_end', 'name', 'name_end', 'in_name', 'anywhere'] as const
/** As the columns of a relation. */
export const SOUGHT_COLUMNS = SOUGHT.map((column) => `${column} text`).join(', ')

/** Each of it as it is written into a statement: a parameter, or the column of a relation. */
export type WrittenSought = { [K in keyof Sought]: RawBuilder<string | null> }

/** Written as parameters. */
export function parameters(sought: Sought): WrittenSought {
  return mapSought((column) => sql`${sought[column]}`)
}

/** Written as columns of a relation. */
export function columnsOf(relation: string): WrittenSought {
  return mapSought((column) => sql.ref(`${relation}.${column}`))
}

function mapSought(write: (column: keyof Sought) => RawBuilder<string | null>): WrittenSought {
  const written = SOUGHT.map((column) => [column, write(column)])
  return Object.fromEntries(written) as WrittenSought
}

/** Some of the products that a search shows, of `product as p`. */
export type Source = {
  /** Whether the index of words finds them. */
  byWords: boolean
  matches: RawBuilder<boolean>
  /** The step of the search that shows them, from 0 on: a number for each product. */
  step: RawBuilder<number>
  /** The first and the last step that it can be. */
  steps: [first: number, last: number]
  /** What the products of a step are ordered by. */
  by: 'sku_key' | 'name_folded'
  /** Whether the index that finds them gives them in order, so that no more are read than are wanted. */
  ordered: boolean
  /** What else its index has them in the order of, where that is to leave no other index for it (`along-key.ts`). */
  along?: 'manufacturer_ref_key'
  /** True for all that match, and for few others; the index of the order tells it, without a look at the product. */
  hint?: RawBuilder<boolean>
}

/** Earlier ones show products by SKU. */
export const FIRST_STEP_BY_NAME = 3

/** Queries of fewer characters do not search the full text, only the beginning of names. */
const FULL_TEXT_CHARACTERS = 3

/** What a query looks for, and the words that a product must have, each as the beginning of one of its own. */
export function readQuery(workspaceId: string, q: string): { sought: Sought; words: string[] } {
  const key = matchingKey(q)
  const name = fold(q) || null
  const words = [...q].length < FULL_TEXT_CHARACTERS ? [] : queryWords(q)
  const wordsIn = (where: 'in name' | 'anywhere') => (words.length > 0 ? searchQuery(workspaceId, words, where) : null)
  const sought = {
    key,
    key_end: lastWith(key),
    name,
    name_end: name && lastWith(name),
    in_name: wordsIn('in name'),
    anywhere: wordsIn('anywhere'),
  }
  return { sought, words }
}

/**
 * What a search shows, step by step: 0, the SKU itself; 1, the manufacturer reference itself; 2, codes that start with
 * it; 3, names that start with it; 4, what has every word in its name; 5, what has every word somewhere. Each product is
 * shown once, in the first step that it fits.
 */
export function searchSources(
  { key, key_end, name, name_end, in_name, anywhere }: WrittenSought,
  words: string[] = [],
): Source[] {
  const skuIs = sql<boolean>`p.sku_key = ${key}`
  const referenceIs = sql<boolean>`p.manufacturer_ref_key between ${key} and ${key}`
  const skuStarts = sql<boolean>`p.sku_key between ${key} and ${key_end}`
  const referenceStarts = sql<boolean>`p.manufacturer_ref_key between ${key} and ${key_end}`
  const nameStarts = sql<boolean>`p.name_folded between ${name} and ${name_end}`
  const inName = sql<boolean>`p.search @@ ${in_name}::tsquery`
  const somewhere = sql<boolean>`p.search @@ ${anywhere}::tsquery`
  const shownByCode = [not(skuStarts), not(referenceStarts)]
  const shown = [...shownByCode, not(nameStarts)]

  const codeStep = sql<number>`case when ${skuIs} then 0 when ${referenceIs} then 1 else 2 end`
  const reference = { byWords: false, by: 'sku_key', ordered: false, along: 'manufacturer_ref_key' } as const
  const worded = { byWords: true, by: 'name_folded', ordered: false } as const
  const hint = all(sql`true`, ...words.map((word) => sql<boolean>`strpos(p.name_folded, ${word}) > 0`))
  return [
    { byWords: false, matches: skuStarts, step: codeStep, steps: [0, 2], by: 'sku_key', ordered: true },
    { ...reference, matches: all(referenceIs, not(skuStarts)), ...only(1) },
    { ...reference, matches: all(referenceStarts, not(referenceIs), not(skuStarts)), ...only(2) },
    { byWords: false, matches: all(nameStarts, ...shownByCode), ...only(3), by: 'name_folded', ordered: true },
    { ...worded, matches: all(inName, ...shown), ...only(4), hint },
    { ...worded, matches: all(somewhere, not(inName), ...shown), ...only(5) },
  ]
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

function all(...conditions: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** Also true where the condition is null: a product may have no manufacturer reference, a query may seek no name. */
function not(condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql`(${condition}) is not true`
}

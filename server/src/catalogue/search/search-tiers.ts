import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { fold } from '../../lib/fold.ts'
import { lastWith, matchingKey } from '../../lib/matching-key.ts'
import type { Search, Tier } from '../../database/paging/index.ts'
import { parseDocument } from '../listed-product.ts'
import type { ProductColumn } from '../listed-product.ts'
import {
  hasWords,
  askedWords,
  hasUnspaced,
  LONG_WORD,
  partsInName,
  queryWords,
  searchQuery,
  spellingsOf,
} from './search-words.ts'

/** The search terms of a query, one for each index. Null matches nothing. */
type Terms = {
  /** The first and the last code with the query as prefix. */
  key: string
  key_end: string
  /** The same of folded names. */
  name: string | null
  name_end: string | null
  /** `tsquery` literals: every word in the name, or every word in any text. */
  in_name: string | null
  anywhere: string | null
  /** The same of those words that the index is asked for. */
  asked_in_name: string | null
  asked_anywhere: string | null
}

const TERMS =
  'key text, key_end text, name text, name_end text, in_name text, anywhere text, ' +
  'asked_in_name text, asked_anywhere text'

/** Earlier steps sort by SKU. */
const FIRST_STEP_BY_NAME = 3

/** Shorter queries match only prefixes of codes and names, not the full text. Of scripts without spaces, two do. */
const FULL_TEXT_CHARACTERS = 3

/** What a short word costs the index, in long words. */
const SHORT_WORD_COST = 3

/** The search of products for a query, among those that pass a filter. */
export function searchFor(workspaceId: string, q: string, passes: RawBuilder<boolean> | null): Search<ProductColumn> {
  const words = wordsOf(q)
  return {
    table: 'product',
    terms: { columns: TERMS, values: termsOf(workspaceId, q, words) },
    tiers: searchTiers(words),
    passes,
    shape: isCut(words) ? 'checked' : 'whole',
    cost: costOf(words),
    cursorOf: (product, step) => {
      const { id, sku, name } = parseDocument<{ id: string; sku: string; name: string }>(product)
      return { step, key: step < FIRST_STEP_BY_NAME ? matchingKey(sku) : fold(name), id }
    },
  }
}

/** SQL: true for a product, `p`, that the search finds, in whatever step. */
export function matchesSearch(workspaceId: string, q: string): RawBuilder<boolean> {
  const words = wordsOf(q)
  const { key, key_end, name, name_end, anywhere } = termsOf(workspaceId, q, words)
  return sql`(p.sku_key between ${textOf(key)} and ${textOf(key_end)}
    or p.manufacturer_ref_key between ${textOf(key)} and ${textOf(key_end)}
    or p.name_folded between ${textOf(name)} and ${textOf(name_end)}
    or p.search @@ ${textOf(anywhere)}::tsquery)`
}

/**
 * Ids of all products that a query finds, maybe with others that `matchesSearch` tells apart; null if there are more
 * than `most`. It asks indexes only, and reads a bounded number of their entries.
 */
export async function fewFound(
  { db, workspaceId }: WorkspaceContext,
  q: string,
  most: number,
): Promise<string[] | null> {
  const words = wordsOf(q)
  const { key, key_end, name, name_end } = termsOf(workspaceId, q, words)
  const asked = words.length > 0 ? searchQuery(workspaceId, askedWords(words), 'anywhere') : null
  const ours = sql`select id from product where workspace_id = ${workspaceId}`
  const limit = sql`limit ${sql.lit(most + 1)}`
  const { rows } = await sql<{ ids: string[] | null; is_cut: boolean }>`
    with by_sku as materialized (
      ${ours} and sku_key between ${key} and ${key_end} order by sku_key ${limit}),
    by_reference as materialized (
      ${ours} and manufacturer_ref_key between ${key} and ${key_end} order by manufacturer_ref_key ${limit}),
    by_name as materialized (
      ${ours} and name_folded between ${textOf(name)} and ${textOf(name_end)} order by name_folded, id ${limit}),
    by_words as materialized (
      select id from product where ${hasWords(workspaceId, textOf(asked))} ${limit}),
    found as materialized (
      select id from by_sku union select id from by_reference union select id from by_name union select id from by_words)
    select json_agg(id) as ids, count(*) > ${sql.lit(most)} as is_cut from found`.execute(db)
  const [{ ids, is_cut }] = rows as [{ ids: string[] | null; is_cut: boolean }]
  return is_cut ? null : (ids ?? [])
}

/** All queries with the same tiers have the same cost: they may share a statement. */
function costOf(words: readonly string[]): number {
  return Math.max(
    1,
    askedWords(words)
      .flatMap(spellingsOf)
      .reduce((sum, word) => sum + (word.length < LONG_WORD ? SHORT_WORD_COST : 1), 0),
  )
}

/** True if the index is asked for some words only: its rows are then checked for all of them. */
function isCut(words: readonly string[]): boolean {
  return askedWords(words).length < words.length
}

function wordsOf(q: string): string[] {
  return [...q].length < (hasUnspaced(q) ? 2 : FULL_TEXT_CHARACTERS) ? [] : queryWords(q)
}

function textOf(value: string | null): RawBuilder<string | null> {
  return sql`${value}::text`
}

/** Each word of the query must be a prefix of a word of the product. */
function termsOf(workspaceId: string, q: string, words: string[]): Terms {
  const key = matchingKey(q)
  const name = fold(q) || null
  const wordsIn = (where: 'in name' | 'anywhere', of = words) =>
    words.length > 0 ? searchQuery(workspaceId, of, where) : null
  return {
    key,
    key_end: lastWith(key),
    name,
    name_end: name && lastWith(name),
    in_name: wordsIn('in name'),
    anywhere: wordsIn('anywhere'),
    asked_in_name: wordsIn('in name', askedWords(words)),
    asked_anywhere: wordsIn('anywhere', askedWords(words)),
  }
}

/**
 * The relevance steps of a search. 0: the same SKU. 1: the same manufacturer reference. 2: a code with this prefix. 3:
 * a name with this prefix. 4: every word in the name. 5: every word in any text. Each product is listed once, in the
 * first step that matches.
 */
function searchTiers(words: string[]): Tier[] {
  const [key, key_end] = [sql`asked.key`, sql`asked.key_end`]
  const skuIs = sql<boolean>`p.sku_key = ${key}`
  const referenceIs = sql<boolean>`p.manufacturer_ref_key = ${key}`
  const skuStarts = sql<boolean>`p.sku_key between ${key} and ${key_end}`
  const referenceStarts = sql<boolean>`p.manufacturer_ref_key between ${key} and ${key_end}`
  const nameStarts = sql<boolean>`p.name_folded between asked.name and asked.name_end`
  const inName = sql<boolean>`p.search @@ asked.in_name::tsquery`
  const somewhere = sql<boolean>`p.search @@ asked.anywhere::tsquery`
  const shownByCode = [not(skuStarts), not(referenceStarts)]
  const shown = [...shownByCode, not(nameStarts)]

  const codeStep = sql<number>`case when ${skuIs} then 0 when ${referenceIs} then 1 else 2 end`
  const byCode = { byWords: false, by: 'sku_key', unique: true } as const
  const reference = { ...byCode, ordered: false } as const
  const worded = { byWords: true, by: 'name_folded', ordered: false } as const
  const prefilter = all(
    sql`true`,
    ...words.flatMap(partsInName).map((part) => sql<boolean>`strpos(p.name_folded, ${part}) > 0`),
  )
  return [
    { ...byCode, index: skuStarts, matches: null, step: codeStep, steps: [0, 2], ordered: true },
    { ...reference, index: referenceIs, matches: not(skuStarts), ...only(1) },
    { ...reference, index: referenceStarts, matches: all(not(referenceIs), not(skuStarts)), ...only(2) },
    {
      byWords: false,
      index: nameStarts,
      matches: all(...shownByCode),
      ...only(3),
      by: 'name_folded',
      ordered: true,
    },
    {
      ...worded,
      index: sql<boolean>`p.search @@ asked.asked_in_name::tsquery`,
      matches: all(...(isCut(words) ? [inName] : []), ...shown),
      ...only(4),
      prefilter,
    },
    {
      ...worded,
      index: sql<boolean>`p.search @@ asked.asked_anywhere::tsquery`,
      matches: all(...(isCut(words) ? [somewhere] : []), not(inName), ...shown),
      ...only(5),
    },
  ]
}

function only(step: number): Pick<Tier, 'step' | 'steps'> {
  return { step: sql.lit(step), steps: [step, step] }
}

function all(...conditions: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** Also true if the condition is null: a product may have no manufacturer reference, a query no name term. */
function not(condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql`(${condition}) is not true`
}

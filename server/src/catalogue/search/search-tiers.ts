import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { fold, lastWith, matchingKey } from '../../lib/matching-key.ts'
import { gtinKey } from '../../shared/gtin.ts'
import type { Search, Tier } from '../../database/paging/index.ts'
import { GTIN_COLUMN } from './bare-code.ts'
import { hasWords, askedWords, hasUnspaced, partsInName, queryWords, searchQuery } from './search-words.ts'

/** Shorter queries match only prefixes of codes and names, not the full text. Of scripts without spaces, two do. */
const FULL_TEXT_CHARACTERS = 3

/** The search of products for a query, among those that pass a filter. With the id of a customer, also by its codes. */
export function searchFor(
  workspaceId: string,
  q: string,
  passes: RawBuilder<boolean> | null,
  customer?: RawBuilder<unknown>,
): Search {
  return { table: 'product', tiers: searchTiers(workspaceId, q, customer), passes }
}

/** SQL: true for a product, `p`, that the search finds, in whatever step. */
export function matchesSearch(workspaceId: string, q: string): RawBuilder<boolean> {
  const { skuStarts, gtinIs, referenceStarts, nameStarts, somewhere } = conditionsOf(workspaceId, q, wordsOf(q))
  return sql`(${skuStarts} or ${gtinIs} or ${referenceStarts} or ${nameStarts} or ${somewhere})`
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
  const { skuStarts, gtinIs, referenceStarts, nameStarts } = conditionsOf(workspaceId, q, words)
  const asked = words.length > 0 ? searchQuery(workspaceId, askedWords(words), 'anywhere') : null
  const ours = sql`select id from product p where workspace_id = ${workspaceId}`
  const limit = sql`limit ${sql.lit(most + 1)}`
  const { rows } = await sql<{ ids: string[] | null; is_cut: boolean }>`
    with by_sku as materialized (
      ${ours} and ${skuStarts} order by sku_key ${limit}),
    by_reference as materialized (
      ${ours} and ${referenceStarts} order by manufacturer_ref_key ${limit}),
    by_gtin as materialized (
      ${ours} and ${gtinIs} ${limit}),
    by_name as materialized (
      ${ours} and ${nameStarts} order by name_folded, id ${limit}),
    by_words as materialized (
      select id from product where ${hasWords(workspaceId, textOf(asked))} ${limit}),
    found as materialized (
      select id from by_sku union select id from by_gtin union select id from by_reference union select id from by_name union select id from by_words)
    select json_agg(id) as ids, count(*) > ${sql.lit(most)} as is_cut from found`.execute(db)
  const [{ ids, is_cut }] = rows as [{ ids: string[] | null; is_cut: boolean }]
  return is_cut ? null : (ids ?? [])
}

function wordsOf(q: string): string[] {
  return [...q].length < (hasUnspaced(q) ? 2 : FULL_TEXT_CHARACTERS) ? [] : queryWords(q)
}

function textOf(value: string | null): RawBuilder<string | null> {
  return sql`${value}::text`
}

/** SQL: conditions on a product, `p`, by the texts of a query; null where the query has no such text. */
function conditionsOf(workspaceId: string, q: string, words: readonly string[]) {
  const key = matchingKey(q)
  const name = fold(q) || null
  const gtin = gtinKey(q)
  const startsWith = (column: string, text: string | null) =>
    sql<boolean>`${sql.ref(column)} between ${textOf(text)} and ${textOf(text && lastWith(text))}`
  // Each word must be a prefix of a word of the product.
  const has = (where: 'in name' | 'anywhere', of: readonly string[]) =>
    sql<boolean>`p.search @@ ${textOf(of.length > 0 ? searchQuery(workspaceId, of, where) : null)}::tsquery`
  return {
    skuIs: sql<boolean>`p.sku_key = ${textOf(key)}`,
    skuStarts: startsWith('p.sku_key', key),
    gtinIs: gtin === null ? sql<boolean>`false` : sql<boolean>`${GTIN_COLUMN} = ${textOf(gtin)}`,
    referenceIs: sql<boolean>`p.manufacturer_ref_key = ${textOf(key)}`,
    referenceStarts: startsWith('p.manufacturer_ref_key', key),
    nameStarts: startsWith('p.name_folded', name),
    inName: has('in name', words),
    somewhere: has('anywhere', words),
    /** The same of those words that the index is asked for. */
    askedInName: has('in name', askedWords(words)),
    askedSomewhere: has('anywhere', askedWords(words)),
  }
}

/**
 * The relevance steps of a search. 0: the same SKU. 1: the same GTIN. 2: the same manufacturer reference. 3: the
 * same part number of the customer. 4: a code with this prefix. 5: a name with this prefix. 6: every word in the name. 7:
 * every word in any text. Each product is listed once, in the first step that matches.
 */
function searchTiers(workspaceId: string, q: string, customer?: RawBuilder<unknown>): Tier[] {
  const words = wordsOf(q)
  const asked = conditionsOf(workspaceId, q, words)
  const { skuIs, skuStarts, gtinIs, referenceIs, referenceStarts, nameStarts, inName, somewhere } = asked
  const ownIs = customer ? codeIs(workspaceId, q, customer) : sql<boolean>`false`
  const shownByCode = [not(skuStarts), not(gtinIs), not(referenceStarts), not(ownIs)]
  const shown = [...shownByCode, not(nameStarts)]
  // Rows that the index finds by some of the words are checked for all of them.
  const isCut = askedWords(words).length < words.length

  const codeStep = sql<number>`case when ${skuIs} then 0 when ${gtinIs} then 1 when ${referenceIs} then 2 when ${ownIs} then 3 else 4 end`
  const byCode = { byWords: false, by: 'sku_key' } as const
  const reference = { ...byCode, ordered: false } as const
  const worded = { byWords: true, by: 'name_folded', ordered: false } as const
  const prefilter = all(
    sql`true`,
    ...words.flatMap(partsInName).map((part) => sql<boolean>`strpos(p.name_folded, ${part}) > 0`),
  )
  return [
    { ...byCode, index: skuStarts, matches: null, step: codeStep, ordered: true },
    ...(gtinKey(q) === null ? [] : [{ ...reference, index: gtinIs, matches: not(skuStarts), step: sql.lit(1) }]),
    { ...reference, index: referenceIs, matches: all(not(skuStarts), not(gtinIs)), step: sql.lit(2) },
    {
      ...reference,
      index: referenceStarts,
      matches: all(not(referenceIs), not(skuStarts), not(gtinIs), not(ownIs)),
      step: sql.lit(4),
    },
    ...(customer
      ? [{ ...reference, index: ownIs, matches: all(not(referenceIs), not(skuStarts), not(gtinIs)), step: sql.lit(3) }]
      : []),
    {
      byWords: false,
      index: nameStarts,
      matches: all(...shownByCode),
      step: sql.lit(5),
      by: 'name_folded',
      ordered: true,
    },
    {
      ...worded,
      index: asked.askedInName,
      matches: all(...(isCut ? [inName] : []), ...shown),
      step: sql.lit(6),
      prefilter,
    },
    {
      ...worded,
      index: asked.askedSomewhere,
      matches: all(...(isCut ? [somewhere] : []), not(inName), ...shown),
      step: sql.lit(7),
    },
  ]
}

/** SQL: true for the product, `p`, that the customer calls so. */
export function codeIs(workspaceId: string, q: string, customer: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`p.id = (select product_id from customer_code
    where workspace_id = ${workspaceId} and customer_id = ${customer} and code_key = ${matchingKey(q)})`
}

function all(...conditions: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** Also true if the condition is null: a product may have no manufacturer reference, a query no name term. */
function not(condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql`(${condition}) is not true`
}

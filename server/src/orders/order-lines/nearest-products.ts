import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { hasWords, queryWords, searchQuery } from '../../catalogue/search/search-words.ts'
import { editDistance } from '../../catalogue/search/suggest-search.ts'
import type { CustomerContext } from '../../customers/customer-fields.ts'
import { rowset, textArray } from '../../database/rowset.ts'
import { fold, lastWith, matchingKey } from '../../lib/matching-key.ts'
import { visibleTo } from '../../pricing/customer-terms.ts'
import { naturalOrder } from '../../shared/natural-order.ts'
import type { KnownCodes } from './find-codes.ts'

/** How many products are offered for each text. */
const OFFERS = 3

/** Of the texts of one call, only so many first ones get offers, by so many of their characters. */
const [TEXTS, CHARACTERS] = [25, 60]

/** How many products one call looks at, of all its texts together; and how many one beginning may find. */
const [CANDIDATES, MOST_EACH] = [2_500, 50]

/** How much of a text a SKU may begin with. */
const BEGINNINGS = [0.8, 0.6, 0.4, 0.25]

/** So many texts are looked for in names, if they have no more than so many words. Shorter words find too much. */
const [WORDED_TEXTS, WORDS, WORD_CHARACTERS] = [5, 3, 3]

export type Near = { id: string; sku: string; name: string }
/** `whole`: the whole text begins the SKU, the manufacturer's reference or the name, or its words are in the name. */
type Found = Near & { text: number; whole: boolean }

/**
 * Products that the customer may have meant by SKUs that nobody has, the nearest first, by SKU. What a code means exactly comes
 * alone. Three statements serve all texts, and look at a bounded number of products, whatever the texts are.
 */
export async function nearestProducts(
  context: CustomerContext,
  skus: readonly string[],
  codes: KnownCodes,
): Promise<Map<string, Near[]>> {
  const texts = [...new Set(skus)].slice(0, TEXTS)
  if (texts.length === 0) return new Map()
  const offered = texts.map((text) => {
    const { sku, offered: several = [] } = codes.get(text) ?? {}
    return sku === undefined ? several : [sku]
  })
  const named = new Map((await findOffered(context, offered.flat())).map((near) => [near.sku, near]))
  const exact = offered.map((own) => own.flatMap((sku) => named.get(sku) ?? []).slice(0, OFFERS))
  const begun = await findByBeginnings(context, texts)
  const wholes = new Set(begun.filter(({ whole }) => whole).map(({ text }) => text))
  const found = [...begun, ...(await findByWords(context, texts, wholes))]
  const of = Map.groupBy(found, ({ text }) => text)
  return new Map(texts.map((text, i) => [text, exact[i]!.length > 0 ? exact[i]! : nearest(text, of.get(i) ?? [])]))
}

/** The products with these SKUs, which the customer can see. */
async function findOffered({ db, workspaceId }: CustomerContext, skus: readonly string[]): Promise<Near[]> {
  if (skus.length === 0) return []
  return db
    .selectFrom('product')
    .select(['id', 'sku', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`sku_key = any(${textArray(skus.map(matchingKey))})`)
    .execute()
}

/** What the whole text finds, SKUs that begin with it first; else what is spelled most alike. */
function nearest(text: string, found: Found[]): Near[] {
  const whole = found.filter((product) => product.whole)
  const byId = new Map((whole.length > 0 ? whole : found).map(({ id, sku, name }) => [id, { id, sku, name }]))
  const candidates = [...byId.values()]
  if (whole.length > 0) {
    const begins = ({ sku }: Near) => Number(matchingKey(sku).startsWith(matchingKey(text)))
    return candidates.toSorted((a, b) => begins(b) - begins(a) || naturalOrder(a.sku, b.sku)).slice(0, OFFERS)
  }
  return candidates
    .map((product) => ({ product, distance: editDistance(bare(text), bare(product.sku)) }))
    .toSorted((a, b) => a.distance - b.distance || naturalOrder(a.product.sku, b.product.sku))
    .slice(0, OFFERS)
    .map(({ product }) => product)
}

/** By index ranges alone: codes and names that begin with a text, and SKUs that begin with less and less of it. */
async function findByBeginnings(context: CustomerContext, texts: readonly string[]): Promise<Found[]> {
  const asked = texts.flatMap((text, i) =>
    [1, ...BEGINNINGS].map((part) => {
      const beginning = beginningOf(text, part)
      const [key, name] = [matchingKey(beginning), part === 1 ? fold(text) || null : null]
      return { text: i, whole: part === 1, key, key_end: lastWith(key), name, name_end: name && lastWith(name) }
    }),
  )
  const each = Math.min(MOST_EACH, Math.floor(CANDIDATES / asked.length))
  const { rows } = await sql<Found>`
    select asked.text, asked.whole, p.id, p.sku, p.name
    from ${rowset(asked, 'text integer, whole boolean, key text, key_end text, name text, name_end text', 'asked')}
    cross join lateral (
      (${inRange(context, 'sku_key', { from: 'key', each })})
      union all (${inRange(context, 'manufacturer_ref_key', { from: 'key', each, only: sql`asked.whole` })})
      union all (${inRange(context, 'name_folded', { from: 'name', each, only: sql`asked.whole` })})) p
    where ${visibleTo(context.workspaceId, sql`${context.customerId}::uuid`)}`.execute(context.db)
  return rows
}

/** The first products of an index range, with the columns that `visibleTo` looks at. */
function inRange(
  { workspaceId }: CustomerContext,
  column: 'sku_key' | 'manufacturer_ref_key' | 'name_folded',
  { from, each, only = sql`true` }: { from: 'key' | 'name'; each: number; only?: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`
    select id, sku, name, active, visibility from product
    where workspace_id = ${workspaceId} and ${only}
      and ${sql.ref(column)} between ${sql.ref(`asked.${from}`)} and ${sql.ref(`asked.${from}_end`)}
    order by ${sql.ref(column)} limit ${sql.lit(each)}`
}

/** By the words of names, for a few texts of which nothing begins with the whole. */
async function findByWords(
  { db, workspaceId, customerId }: CustomerContext,
  texts: readonly string[],
  except: ReadonlySet<number>,
): Promise<Found[]> {
  const asked = texts
    .map((text, i) => ({ text: i, words: queryWords(text) }))
    .filter(({ text, words }) => !except.has(text) && words.length > 0 && words.length <= WORDS)
    .filter(({ words }) => words.every((word) => word.length >= WORD_CHARACTERS))
    .slice(0, WORDED_TEXTS)
    .map(({ text, words }) => ({ text, words: searchQuery(workspaceId, words, 'in name') }))
  if (asked.length === 0) return []
  const { rows } = await sql<Found>`
    select asked.text, true as whole, p.id, p.sku, p.name
    from ${rowset(asked, 'text integer, words text', 'asked')} cross join lateral (
      select id, sku, name, active, visibility from product
      where ${hasWords(workspaceId, sql`asked.words`)} limit ${sql.lit(MOST_EACH)}) p
    where ${visibleTo(workspaceId, sql`${customerId}::uuid`)}`.execute(db)
  return rows
}

function beginningOf(text: string, part: number): string {
  const characters = [...text].slice(0, CHARACTERS)
  return characters.slice(0, Math.ceil(characters.length * part)).join('')
}

function bare(sku: string): string {
  return sku
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .slice(0, CHARACTERS)
}

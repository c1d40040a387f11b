import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { BytesRow } from '../database/read-bytes.ts'
import { isoTime } from '../iso-time.ts'
import { termsOn } from '../pricing/customer-terms.ts'
import type { TermsOfCustomer } from '../pricing/customer-terms.ts'
import { priceOf } from '../pricing/evaluate-price.ts'
import type { Price } from '../database/column-values.ts'
import type { Written } from '../written.ts'

/** A product as it is written into an answer, and what its price follows from. */
export type ListedProduct = {
  /**
   * The JSON that the database keeps of the product, in UTF-8 and without the brace that closes it: all but its price
   * and the time of its last update.
   */
  document: Buffer
  /** As Postgres writes it, in UTC. */
  updatedAt: string
  /** Minor units; null while the product has no price. */
  listPrice: number | null
  brandId: string | null
  categoryId: string | null
}

/** Stands between documents; JSON has none. */
const SEPARATOR = '\x1f'
const SEPARATOR_BYTE = SEPARATOR.codePointAt(0)!

/**
 * All products of a relation, in its order: a column for each thing that is to be known of them, as one text. To the
 * driver a value is a value, and a page of fifty products has five of them instead of two hundred and fifty. Putting
 * texts together by `||` or `concat` would cost as much as reading the page. Rows are taken as they come: from an ordered
 * query, or what was materialized of one, in that order. Terms need the groups, list prices do not.
 */
export function listedProducts(products: RawBuilder<unknown>, { withGroups }: { withGroups: boolean }) {
  const groups = withGroups ? sql`${inOneText(sql`p.brand_id`)}, ${inOneText(sql`p.category_id`)}` : sql`null, null`
  return sql`
    select string_agg(p.document, ${sql.lit(SEPARATOR)}), ${inOneText(sql`timezone('UTC', p.updated_at)`)}, ${inOneText(sql`p.list_price`)}, ${groups}
    from ${products} p`
}

function inOneText(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`string_agg(coalesce(${value}::text, ''), ',')`
}

/** How many columns those are. */
export const LISTED_COLUMNS = 5

/** Reads those columns, with which the row begins. */
export function readListed([documents, ...facts]: BytesRow): ListedProduct[] {
  if (!documents) return []
  const [updated, prices, brands, categories] = facts.map((values) => values?.toString('latin1').split(','))
  let start = 0
  return updated!.map((updatedAt, i) => {
    const found = documents.indexOf(SEPARATOR_BYTE, start)
    const end = found < 0 ? documents.length : found
    const document = documents.subarray(start, end - 1)
    start = end + 1
    return {
      document,
      updatedAt,
      listPrice: prices![i] === '' ? null : Number(prices![i]),
      brandId: brands?.[i] || null,
      categoryId: categories?.[i] || null,
    }
  })
}

/** A document begins with the product's id. */
const ID_START = '{"id":"'.length
const ID_END = ID_START + 36

export function idOf({ document }: ListedProduct): string {
  return document.toString('latin1', ID_START, ID_END)
}

/** All that the database keeps of the product. */
export function parseDocument<T>({ document }: ListedProduct): T {
  return JSON.parse(`${document}}`) as T
}

/** How many are priced, and when. */
export type Pricing = { qty: number; at: Date }

/** The product's JSON, whole: the document, then what it lacks, and what else is to be told. */
export function writeProduct(
  product: ListedProduct,
  terms: TermsOfCustomer | null,
  { qty, at }: Pricing,
  more?: object,
): Written {
  const termsOnIt = terms && termsOn({ ...product, id: idOf(product) }, terms)
  const price = writePrice(priceOf(product.listPrice, termsOnIt, qty, at))
  const rest = more ? `,${JSON.stringify(more).slice(1)}` : '}'
  return [product.document, `,"updatedAt":"${isoTime(product.updatedAt)}","price":${price}${rest}`]
}

/** By hand, which takes a fifth of the time: a page has fifty of them. */
function writePrice({ unit, line, list, discountBp, source, label }: Price): string {
  const explained = label === '' ? '""' : JSON.stringify(label)
  return `{"unit":${unit},"line":${line},"list":${list},"discountBp":${discountBp},"source":"${source}","label":${explained}}`
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { GTIN_COLUMN, bareCode, bareColumn, withoutSeparators } from '../../catalogue/search/bare-code.ts'
import { visibleTo } from '../../pricing/customer-terms.ts'
import { rowset, textArray } from '../../database/rowset.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { gtinKey } from '../../shared/gtin.ts'
import { PRODUCT_FIELDS } from '../../shared/product-fields.ts'
import type { CustomerContext } from '../../customers/customer-fields.ts'
import { newestLines } from '../newest-lines.ts'

/**
 * `sku`: the only product that the code means, and how it is sold. `offered`: SKUs of products that it may mean.
 * `replaces`: the SKU of an inactive product, which the offered one replaces.
 */
export type CodeMatch = { sku?: string; unitLabel?: string; offered: string[]; replaces?: string }

/** What codes mean, by how they are written. A code without an entry is no code. */
export type KnownCodes = ReadonlyMap<string, CodeMatch>

/** Codes of one statement, and products that one of them may find in an index. */
const [SLICE, MOST] = [250, 5]

/** "12.50" is a price, and means no SKU "1250". */
const AMOUNT = /^\d+[.,]\d{1,2}$/

/**
 * What the codes mean to this customer: SKUs, GTINs, manufacturer's references and its own part numbers, in this order, ignoring case and
 * separators where that is unique. A code that has lost its leading zeros is only offered, and so is what replaces an
 * inactive product. What the customer cannot see has no part in it. `only`: where it is said which kind of code they are.
 */
export async function findCodes(
  context: CustomerContext,
  codes: Iterable<string>,
  only?: 'gtin' | 'own',
): Promise<KnownCodes> {
  const asked = [...codes].filter((code) => code.length <= PRODUCT_FIELDS.manufacturerRef.max)
  const known = new Map<string, CodeMatch>()
  for (let from = 0; from < asked.length; from += SLICE) {
    const slice = asked.slice(from, from + SLICE)
    const ofSlice = (await findSlice(context, slice)).filter(({ way }) => only === undefined || way === only)
    const found = Map.groupBy(ofSlice, ({ n }) => n)
    for (const [n, products] of found) known.set(slice[n]!, matchOf(slice[n]!, products))
  }
  return known
}

type Way = 'sku' | 'gtin' | 'ref' | 'own' | 'bare' | 'replaced'
type Found = { n: number; sku: string; unit_label: string; code: string; way: Way }

function matchOf(code: string, found: readonly Found[]): CodeMatch {
  const skusOf = (products: readonly Found[]) => [...new Set(products.map(({ sku }) => sku))]
  const bare = withoutSeparators(code)
  const ways = [
    found.filter(({ way }) => way === 'sku'),
    found.filter(({ way }) => way === 'gtin'),
    found.filter(({ way }) => way === 'ref'),
    found.filter(({ way }) => way === 'own'),
    found.filter(({ way, code: own }) => way !== 'replaced' && withoutSeparators(own) === bare),
  ]
  const likely = ways.find((products) => products.length > 0) ?? []
  const skus = skusOf(likely)
  if (skus.length === 1) return { sku: skus[0]!, unitLabel: likely[0]!.unit_label, offered: [] }
  const replaced = found.find(({ way }) => way === 'replaced')
  return {
    offered: skus.length > 0 ? skus : skusOf(found),
    ...(replaced && skus.length === 0 && { replaces: replaced.code }),
  }
}

async function findSlice(context: CustomerContext, codes: readonly string[]): Promise<Found[]> {
  const asked = codes.map((code, n) => ({
    n,
    key: matchingKey(code),
    gtin: gtinKey(code),
    bare: AMOUNT.test(code) ? null : bareCode(code) || null,
  }))
  const sku = sql.ref('sku_key')
  const ref = sql.ref('manufacturer_ref_key')
  const { rows } = await sql<Found>`
    select asked.n, found.* from ${rowset(asked, 'n integer, key text, gtin text, bare text', 'asked')}
    cross join lateral (
      (${productsWith(context, { way: 'sku', code: sku, by: sku, value: sql`asked.key` })})
      union all (${productsWith(context, { way: 'gtin', code: sql.ref('gtin'), by: GTIN_COLUMN, value: sql`asked.gtin` })})
      union all (${productsWith(context, { way: 'ref', code: ref, by: ref, value: sql`asked.key` })})
      union all (${productsWith(context, { way: 'bare', code: sku, by: bareColumn('sku_key'), value: sql`asked.bare` })})
      union all (${productsWith(context, { way: 'bare', code: ref, by: bareColumn('manufacturer_ref_key'), value: sql`asked.bare` })})
      union all (
        select p.sku, p.unit_label, own.code, 'own' as way from customer_code own
        join product p on p.workspace_id = ${context.workspaceId} and p.id = own.product_id
        where own.workspace_id = ${context.workspaceId} and own.customer_id = ${context.customerId}
          and own.code_key = asked.key and ${visibleTo(context.workspaceId, sql`${context.customerId}::uuid`)})
      union all (${replacementsOf(context, sql`old.sku_key = asked.key`, sql`'replaced' as way`)})) found`.execute(
    context.db,
  )
  return rows
}

type Lookup = { way: Found['way']; code: RawBuilder<unknown>; by: RawBuilder<unknown>; value: RawBuilder<unknown> }

function productsWith({ workspaceId, customerId }: CustomerContext, { way, code, by, value }: Lookup) {
  return sql`
    select p.sku, p.unit_label, ${code} as code, ${sql.lit(way)} as way from product p
    where workspace_id = ${workspaceId} and ${by} = ${value}
      and ${visibleTo(workspaceId, sql`${customerId}::uuid`)}
    limit ${sql.lit(MOST)}`
}

/**
 * SQL: the products that replace inactive ones, `old`, of which the customer may know. With the SKU of the old one as
 * `code`. Only one step: what replaces an inactive one may be inactive itself, and is not led to.
 */
function replacementsOf(
  { workspaceId, customerId }: CustomerContext,
  isOld: RawBuilder<unknown>,
  more: RawBuilder<unknown>,
) {
  const customer = sql`${customerId}::uuid`
  return sql`
    select p.sku, p.unit_label, old.sku as code, ${more}
    from product old join product p on p.workspace_id = ${workspaceId} and p.id = old.replaced_by
    where old.workspace_id = ${workspaceId} and ${isOld} and not old.active and ${visibleTo(workspaceId, customer)}
      and (old.visibility = 'all' or exists (
        select from product_access a
        where a.workspace_id = ${workspaceId} and a.customer_id = ${customer} and a.product_id = old.id))`
}

/** What replaces the inactive product with this id or SKU, for the customer; undefined if nothing does. */
export async function findReplacement(
  context: CustomerContext,
  old: { id: string } | { sku: string },
): Promise<{ id: string; sku: string; replaces: string } | undefined> {
  const isOld = 'id' in old ? sql`old.id = ${old.id}::uuid` : sql`old.sku_key = ${matchingKey(old.sku)}`
  const { rows } = await sql<{ id: string; sku: string; code: string }>`
    ${replacementsOf(context, isOld, sql`p.id`)}`.execute(context.db)
  return rows[0] && { id: rows[0].id, sku: rows[0].sku, replaces: rows[0].code }
}

/** The most that the customer has ordered of each product in one line, by product id. */
export async function mostOrdered(
  context: CustomerContext,
  productIds: readonly string[],
): Promise<Map<string, number>> {
  if (productIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; most: number }>`
    select l.product_id as id, max(l.qty) as most from ${newestLines(context)}
    where l.product_id = any(${textArray(productIds)}::uuid[])
    group by l.product_id`.execute(context.db)
  return new Map(rows.map(({ id, most }) => [id, most]))
}

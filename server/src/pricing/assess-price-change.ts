import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { Row } from '../database/tables.ts'
import { affectedCustomers } from './affected-customers.ts'
import { basisOf, isRelevantAgreedPrice } from './price-change-basis.ts'
import { FINGERPRINTED, fingerprint, fingerprintSums } from './price-change-fingerprint.ts'
import type { FingerprintSums } from './price-change-fingerprint.ts'

/** Lists up to this many inverted agreed prices. The count covers all of them. */
const MAX_INVERTED_LISTED = 50

/** A line with list prices in minor units. `changeBp` is null if there is no current price, or it is 0. */
export type PriceChangeLine = {
  productId: string
  sku: string
  name: string
  currentPrice: number | null
  newPrice: number
  changeBp: number | null
}

/** An agreed price that is higher than the new list price. */
export type InvertedAgreedPrice = {
  id: string
  customerId: string
  accountCode: string | null
  customer: string
  productId: string
  sku: string
  /** Minor units, like `newPrice`. */
  unit: number
  newPrice: number
  minQty: number
}

type LineSummary = {
  increased: number
  decreased: number
  unchanged: number
  averageChangeBp: number | null
  largestIncrease: PriceChangeLine | null
  largestDecrease: PriceChangeLine | null
  /** Active customers with higher prices, lower prices, both, or no other price. */
  customers: { payMore: number; payLess: number; mixed: number; paySame: number }
  /** Lines that change a list price, where a customer who sees the product has an agreed price. */
  shieldedLines: number
  /** Agreed prices above the new list price, at any quantity, current or future. The list is cut, the count is not. */
  inverted: { count: number; listed: InvertedAgreedPrice[] }
}

export type PriceChangeSummary = LineSummary & {
  /** Lines whose product is deleted. */
  deleted: number
}

export type Assessment = { fingerprint: string; summary: PriceChangeSummary }

/**
 * Summarizes the effect of all lines on list prices and on customers, at a quantity of 1, with the terms that apply `at`
 * that time. Returns it with the fingerprint of the data that it is computed from.
 */
export async function assessPriceChange(
  context: WorkspaceContext,
  change: Row<'price_change'>,
  at: Date,
): Promise<Assessment> {
  const { rows } = await sql<LineSummary & FingerprintSums & { present: number }>`
    with ${basisOf(context, change, at)}, ${affectedCustomers(context, at)}
    select count(*) as present,
      count(*) filter (where after > before) as increased,
      count(*) filter (where after < before) as decreased,
      count(*) filter (where after = before) as unchanged,
      round(avg(change_bp))::bigint as "averageChangeBp",
      (select ${LINE} from line where change_bp > 0 order by change_bp desc, sku_key limit 1) as "largestIncrease",
      (select ${LINE} from line where change_bp < 0 order by change_bp, sku_key limit 1) as "largestDecrease",
      (select json_build_object(
          'payMore', count(*) filter (where more and not less), 'payLess', count(*) filter (where less and not more),
          'mixed', count(*) filter (where more and less), 'paySame', count(*) filter (where not more and not less))
        from affected) as customers,
      (select count(*) from agreed where shielded) as "shieldedLines",
      json_build_object('count', (select coalesce(sum(inverted), 0) from agreed),
        'listed', (${firstInverted(context, at)})) as inverted,
      ${fingerprintSums(context, at)}
    from line`.execute(context.db)
  const { present, [FINGERPRINTED]: sums, ...summary } = rows[0]!
  return {
    fingerprint: fingerprint(sums),
    summary: { ...summary, deleted: Math.max(0, change.line_count - present) },
  }
}

const LINE = sql`json_build_object('productId', product_id, 'sku', sku, 'name', name,
  'currentPrice', before, 'newPrice', after, 'changeBp', change_bp)`

/** The first inverted agreed prices, by SKU. The limit applies to products first: each has at least one. */
function firstInverted({ workspaceId }: WorkspaceContext, at: Date): RawBuilder<InvertedAgreedPrice[]> {
  return sql`
    select coalesce(json_agg(json_build_object('id', a.id, 'customerId', a.customer_id, 'accountCode', c.account_code,
      'customer', c.name, 'productId', a.product_id, 'sku', a.sku, 'unit', a.unit, 'newPrice', a.after,
      'minQty', a.min_qty) order by a.sku_key, a.unit desc, a.id), '[]')
    from (
      select r.*, l.sku, l.sku_key, l.after
      from (select * from agreed where inverted > 0 order by sku_key limit ${MAX_INVERTED_LISTED}) l
      join agreed_price r on r.workspace_id = ${workspaceId} and r.product_id = l.product_id and r.unit > l.after
      where ${isRelevantAgreedPrice(workspaceId, at)}
      order by l.sku_key, r.unit desc, r.id limit ${MAX_INVERTED_LISTED}) a
    join customer c on c.workspace_id = ${workspaceId} and c.id = a.customer_id`
}

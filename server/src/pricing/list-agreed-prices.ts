import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { indexHint } from '../database/index-hint.ts'
import { isoInstant } from '../iso-time.ts'

export type AgreedPrice = {
  id: string
  productId: string
  sku: string
  name: string
  /** Minor units. */
  unit: number
  minQty: number
  startsAt: string | null
  endsAt: string | null
}

/**
 * A column for a query of `customer`: all its agreed prices, past and future too, by SKU, for shapeAgreedPrice. It
 * aggregates rows, because a customer may have thousands, and `json_build_object` takes twice the time. A plain join would
 * walk all products by SKU, as sessions disable sorts, with a look at each agreed price for each product.
 */
export function agreedPricesOfCustomer(workspaceId: string): RawBuilder<AgreedPrice[]> {
  return sql`(select coalesce(json_agg(agreed), '[]') from (
    select a.id, p.id as "productId", p.sku, p.name, a.unit, a.min_qty as "minQty", a.starts_at as "startsAt",
      a.ends_at as "endsAt"
    from agreed_price a cross join lateral (
      select p.id, p.sku, p.sku_key, p.name from product p
      where p.workspace_id = ${workspaceId} and ${indexHint({ 'p.id': sql`a.product_id` })} limit 1) p
    where a.workspace_id = ${workspaceId} and a.customer_id = customer.id
    order by p.sku_key, a.min_qty, a.starts_at nulls first) agreed)`
}

export function shapeAgreedPrice(agreed: AgreedPrice): AgreedPrice {
  return { ...agreed, startsAt: isoInstant(agreed.startsAt), endsAt: isoInstant(agreed.endsAt) }
}

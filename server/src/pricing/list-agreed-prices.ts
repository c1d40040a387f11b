import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
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
 * aggregates rows, because a customer may have thousands, and `json_build_object` takes twice the time.
 */
export function agreedPricesOfCustomer(workspaceId: string): RawBuilder<AgreedPrice[]> {
  return sql`(select coalesce(json_agg(agreed), '[]') from (
    select a.id, p.id as "productId", p.sku, p.name, a.unit, a.min_qty as "minQty", a.starts_at as "startsAt",
      a.ends_at as "endsAt"
    from agreed_price a
    join product p on p.workspace_id = ${workspaceId} and p.id = a.product_id
    where a.workspace_id = ${workspaceId} and a.customer_id = customer.id
    order by p.sku_key, a.min_qty, a.starts_at nulls first) agreed)`
}

export function shapeAgreedPrice(agreed: AgreedPrice): AgreedPrice {
  return { ...agreed, startsAt: isoInstant(agreed.startsAt), endsAt: isoInstant(agreed.endsAt) }
}

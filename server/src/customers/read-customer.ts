import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { Row } from '../database/tables.ts'
import { discountLabel } from '../pricing/evaluate-price.ts'
import { isNamed, pickCustomer } from './find-customer.ts'
import { selectCustomers, shapeCustomer } from './customer-rows.ts'
import type { Customer } from './customer-rows.ts'

export type DiscountRule = {
  id: string
  appliesTo: Row<'discount_rule'>['applies_to']
  brandId: string | null
  brand: string | null
  categoryId: string | null
  category: string | null
  discountBp: number
  /** As prices are explained by it. */
  label: string
}

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

export type Buyer = {
  id: string
  name: string
  email: string
  status: Row<'buyer'>['status']
  invitedAt: string
  lastSeenAt: string | null
}

export type CustomerWithTerms = Customer & {
  discountRules: DiscountRule[]
  agreedPrices: AgreedPrice[]
  buyers: Buyer[]
}

/** One customer by id or account code, with its terms and buyers, in one statement. Throws NotFound. */
export async function readCustomer(context: WorkspaceContext, idOrCode: string): Promise<CustomerWithTerms> {
  const { workspaceId } = context
  const rows = await selectCustomers(context)
    .select([
      discountRules(workspaceId).as('discountRules'),
      agreedPrices(workspaceId).as('agreedPrices'),
      buyers(workspaceId).as('buyers'),
    ])
    .where(isNamed(idOrCode))
    .execute()
  const row = pickCustomer(rows, idOrCode)
  return {
    ...shapeCustomer(row),
    discountRules: row.discountRules.map((rule) => ({
      ...rule,
      label: discountLabel(rule.discountBp, rule.brand ?? rule.category),
    })),
    agreedPrices: row.agreedPrices.map((agreed) => ({
      ...agreed,
      startsAt: instant(agreed.startsAt),
      endsAt: instant(agreed.endsAt),
    })),
    buyers: row.buyers.map((buyer) => ({
      ...buyer,
      invitedAt: instant(buyer.invitedAt)!,
      lastSeenAt: instant(buyer.lastSeenAt),
    })),
  }
}

/** In the order in which prices consider them. */
function discountRules(workspaceId: string): RawBuilder<Omit<DiscountRule, 'label'>[]> {
  return sql`(select coalesce(json_agg(json_build_object('id', r.id, 'appliesTo', r.applies_to,
      'brandId', r.brand_id, 'brand', b.name, 'categoryId', r.category_id, 'category', c.name,
      'discountBp', r.discount_bp) order by array_position('{brand,category,all}', r.applies_to), b.name, c.name), '[]')
    from discount_rule r
    left join brand b on b.workspace_id = ${workspaceId} and b.id = r.brand_id
    left join category c on c.workspace_id = ${workspaceId} and c.id = r.category_id
    where r.workspace_id = ${workspaceId} and r.customer_id = customer.id)`
}

/** Written row by row: a customer may have thousands, and `json_build_object` takes twice the time. */
function agreedPrices(workspaceId: string): RawBuilder<AgreedPrice[]> {
  return sql`(select coalesce(json_agg(agreed), '[]') from (
    select a.id, p.id as "productId", p.sku, p.name, a.unit, a.min_qty as "minQty", a.starts_at as "startsAt",
      a.ends_at as "endsAt"
    from agreed_price a
    join product p on p.workspace_id = ${workspaceId} and p.id = a.product_id
    where a.workspace_id = ${workspaceId} and a.customer_id = customer.id
    order by p.sku_key, a.min_qty, a.starts_at nulls first) agreed)`
}

function buyers(workspaceId: string): RawBuilder<Buyer[]> {
  return sql`(select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'email', u.email,
      'status', u.status, 'invitedAt', u.invited_at, 'lastSeenAt', u.last_seen_at)
      order by u.name collate "und-x-icu", u.id), '[]')
    from buyer u where u.workspace_id = ${workspaceId} and u.customer_id = customer.id)`
}

/** A time inside JSON is written as the database writes it. */
function instant(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}

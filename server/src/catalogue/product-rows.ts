import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { Availability } from './availability.ts'
import { evaluatePrice } from '../pricing/evaluate-price.ts'
import type { CustomerTerms, Price } from '../pricing/evaluate-price.ts'
import { customerTerms } from '../pricing/customer-terms.ts'

/** A product as the outside sees it, with its price for whoever asked. */
export type Product = {
  id: string
  sku: string
  name: string
  description: string | null
  brandId: string | null
  categoryId: string | null
  manufacturerRef: string | null
  unitLabel: string
  minOrderQty: number
  availability: Availability
  leadTimeNote: string | null
  active: boolean
  visibility: 'all' | 'selected'
  details: Record<string, string>
  createdAt: string
  updatedAt: string
  price: Price
}

/** A product with the names of what it is filed under. */
export type ProductWithNames = Product & { brand: string | null; category: string | null }

/** How many are priced, and when. */
export type Pricing = { qty: number; at: Date }

/** The workspace's products with the names, and the customer's terms, that their prices follow from. */
export function selectProducts({ db, workspaceId }: WorkspaceContext, customerId: string | null) {
  const terms: RawBuilder<CustomerTerms | null> =
    customerId === null ? sql`null` : customerTerms({ workspaceId, customerId })
  return db
    .selectFrom('product as p')
    .leftJoin('brand as b', (join) => join.on('b.workspace_id', '=', workspaceId).onRef('b.id', '=', 'p.brand_id'))
    .leftJoin('category as c', (join) =>
      join.on('c.workspace_id', '=', workspaceId).onRef('c.id', '=', 'p.category_id'),
    )
    .where('p.workspace_id', '=', workspaceId)
    .select([
      'p.id',
      'p.sku',
      'p.name',
      'p.description',
      'p.brand_id',
      'b.name as brand',
      'p.category_id',
      'c.name as category',
      'p.manufacturer_ref',
      'p.unit_label',
      'p.min_order_qty',
      'p.availability',
      'p.lead_time_note',
      'p.active',
      'p.visibility',
      'p.details',
      'p.list_price',
      'p.created_at',
      'p.updated_at',
    ])
    .select(terms.as('terms'))
}

export type ProductRow = Awaited<ReturnType<ReturnType<typeof selectProducts>['execute']>>[number]

export function shapeProduct(row: ProductRow, { qty, at }: Pricing): ProductWithNames {
  const priced = { listPrice: row.list_price, brand: row.brand, category: row.category }
  return {
    id: row.id,
    sku: row.sku,
    name: row.name,
    description: row.description,
    brandId: row.brand_id,
    brand: row.brand,
    categoryId: row.category_id,
    category: row.category,
    manufacturerRef: row.manufacturer_ref,
    unitLabel: row.unit_label,
    minOrderQty: row.min_order_qty,
    availability: row.availability,
    leadTimeNote: row.lead_time_note,
    active: row.active,
    visibility: row.visibility,
    details: row.details,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    price: evaluatePrice(priced, row.terms, qty, at).price,
  }
}

/** True for a product that the customer sees: active, and open to everyone or to this customer. */
export function visibleTo(workspaceId: string, customerId: string): RawBuilder<boolean> {
  return sql`(p.active and (p.visibility = 'all' or exists (
    select from product_access a
    where a.workspace_id = ${workspaceId} and a.customer_id = ${customerId} and a.product_id = p.id)))`
}

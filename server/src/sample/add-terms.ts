import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import { matchingKey } from '../matching-key.ts'
import { percent } from '../rules/basis-points.ts'
import type { CatalogueProduct } from './add-products.ts'
import { timeOf } from './moment.ts'
import { SALES } from './people.ts'
import { tell } from './story.ts'
import { AGREED_PRICES, DISCOUNTS } from './terms.ts'
import { withId } from './with-id.ts'

type Customers = Map<string, { id: string; name: string }>

/** Adds the discounts and agreed prices, as staff would. */
export async function addTerms(context: WorkspaceContext, catalogue: Map<string, CatalogueProduct>): Promise<void> {
  const customers = await readCustomers(context)
  await addDiscounts(context, customers, [...catalogue.values()])
  await addAgreedPrices(context, customers, catalogue)
}

/** By account code: only customers with a code have terms. */
async function readCustomers({ db, workspaceId }: WorkspaceContext): Promise<Customers> {
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'name', 'account_code'])
    .where('workspace_id', '=', workspaceId)
    .execute()
  return new Map(rows.flatMap(({ id, name, account_code }) => (account_code ? [[account_code, { id, name }]] : [])))
}

async function addDiscounts(
  context: WorkspaceContext,
  customers: Customers,
  products: readonly CatalogueProduct[],
): Promise<void> {
  const brands = new Map(products.map((product) => [product.brand, product.brand_id]))
  const categories = new Map(products.map((product) => [product.category, product.category_id]))
  const discounts = DISCOUNTS.map(({ customer, brand, category, discountBp, set }) =>
    withId({ customer: customers.get(customer)!, brand, category, discountBp, at: timeOf(set, context.clock()) }),
  )
  const rows = discounts.map(({ id, customer, brand, category, discountBp, at }) => ({
    id,
    customer_id: customer.id,
    applies_to: brand ? 'brand' : category ? 'category' : 'all',
    brand_id: brand && brands.get(brand),
    category_id: category && categories.get(category),
    discount_bp: discountBp,
    at,
  }))
  await sql`
    insert into discount_rule (workspace_id, id, customer_id, applies_to, brand_id, category_id, discount_bp,
      created_at, updated_at)
    select ${context.workspaceId}, id, customer_id, applies_to, brand_id, category_id, discount_bp, at, at
    from ${rowset(
      rows,
      `id uuid, customer_id uuid, applies_to text, brand_id uuid, category_id uuid, discount_bp integer,
      at timestamptz`,
    )}`.execute(context.db)

  await tell(
    context,
    discounts.map(({ id, customer, brand, category, discountBp, at }) => ({
      by: SALES,
      at,
      action: 'discount_rule.set',
      subject: {
        type: 'discount_rule',
        id,
        label: `${percent(discountBp)} off ${brand ?? category ?? 'everything'}`,
        customerId: customer.id,
      },
      changes: { customer: customer.name, discountBp },
    })),
  )
}

async function addAgreedPrices(
  context: WorkspaceContext,
  customers: Customers,
  catalogue: Map<string, CatalogueProduct>,
): Promise<void> {
  const now = context.clock()
  const agreed = AGREED_PRICES.map(({ customer, sku, unit, minQty = 1, starts, ends, set }) =>
    withId({
      customer: customers.get(customer)!,
      product: catalogue.get(matchingKey(sku))!,
      unit,
      minQty,
      startsAt: starts ? timeOf(starts, now) : null,
      endsAt: ends ? timeOf(ends, now) : null,
      at: timeOf(set, now),
    }),
  )
  const rows = agreed.map(({ id, customer, product, unit, minQty, startsAt, endsAt, at }) => ({
    id,
    customer_id: customer.id,
    product_id: product.id,
    unit,
    min_qty: minQty,
    starts_at: startsAt,
    ends_at: endsAt,
    at,
  }))
  await sql`
    insert into agreed_price (workspace_id, id, customer_id, product_id, unit, min_qty, starts_at, ends_at,
      created_at, updated_at)
    select ${context.workspaceId}, id, customer_id, product_id, unit, min_qty, starts_at, ends_at, at, at
    from ${rowset(
      rows,
      `id uuid, customer_id uuid, product_id uuid, unit bigint, min_qty integer, starts_at timestamptz,
      ends_at timestamptz, at timestamptz`,
    )}`.execute(context.db)

  await tell(
    context,
    agreed.map(({ id, customer, product, unit, minQty, startsAt, endsAt, at }) => ({
      by: SALES,
      at,
      action: 'agreed_price.set',
      subject: { type: 'agreed_price', id, label: `${product.sku} for ${customer.name}`, customerId: customer.id },
      changes: { unit, minQty, startsAt, endsAt },
    })),
  )
}

import type { WorkspaceContext } from '../context.ts'
import { matchingKey } from '../matching-key.ts'
import { percent } from '../rules/basis-points.ts'
import type { CatalogueProduct } from './add-products.ts'
import { timeOf } from './moment.ts'
import { SALES } from './people.ts'
import { tell } from './story.ts'
import { AGREED_PRICES, DISCOUNTS, GROUPS } from './terms.ts'
import { withId } from './with-id.ts'

type Customers = Map<string, { id: string; name: string }>

/** Adds the discounts and agreed prices, as staff would. */
export async function addTerms(context: WorkspaceContext, catalogue: Map<string, CatalogueProduct>): Promise<void> {
  const customers = await readCustomers(context)
  await addGroups(context, customers)
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

async function addGroups(context: WorkspaceContext, customers: Customers): Promise<void> {
  const { db, workspaceId } = context
  for (const { name, discountBp, customers: codes, set } of GROUPS) {
    const at = timeOf(set, context.clock())
    const [group, discount] = [withId({ at }), withId({ at })]
    const row = { workspace_id: workspaceId, created_at: at, updated_at: at }
    await db
      .insertInto('price_group')
      .values({ ...row, id: group.id, name, name_key: matchingKey(name) })
      .execute()
    await db
      .insertInto('discount_rule')
      .values({ ...row, id: discount.id, group_id: group.id, applies_to: 'all', discount_bp: discountBp })
      .execute()
    await db
      .updateTable('customer')
      .set({ group_id: group.id })
      .where('workspace_id', '=', workspaceId)
      .where(
        'id',
        'in',
        codes.map((code) => customers.get(code)!.id),
      )
      .execute()
    const label = `${percent(discountBp)} off everything`
    await tell(context, [
      {
        by: SALES,
        // A minute before it got its discount.
        at: new Date(at.getTime() - 60_000),
        action: 'price_group.create',
        subject: { type: 'price_group', id: group.id, label: name },
        changes: { name },
      },
      {
        by: SALES,
        at,
        action: 'discount_rule.set',
        subject: { type: 'discount_rule', id: discount.id, label, groupId: group.id },
        changes: { group: name, discountBp },
      },
    ])
  }
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
    workspace_id: context.workspaceId,
    id,
    customer_id: customer.id,
    applies_to: brand ? ('brand' as const) : category ? ('category' as const) : ('all' as const),
    brand_id: brand && brands.get(brand),
    category_id: category && categories.get(category),
    discount_bp: discountBp,
    created_at: at,
    updated_at: at,
  }))
  await context.db.insertInto('discount_rule').values(rows).execute()

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
    workspace_id: context.workspaceId,
    id,
    customer_id: customer.id,
    product_id: product.id,
    unit,
    min_qty: minQty,
    starts_at: startsAt,
    ends_at: endsAt,
    created_at: at,
    updated_at: at,
  }))
  await context.db.insertInto('agreed_price').values(rows).execute()

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

import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { upsertProducts } from '../../server/src/catalogue/upsert-products.ts'
import { upsertCustomers } from '../../server/src/customers/upsert-customers.ts'
import type { Store } from '../../server/src/database/open.ts'
import type { WorkspaceContext } from '../../server/src/context.ts'
import { OPERATOR } from '../../server/src/ops/operations/operate.ts'
import { beginSession } from '../../server/src/people/sessions.ts'
import { startDraft } from '../../server/src/pricing/price-changes/price-change-drafts.ts'
import { readAddress } from '../../server/src/workspaces/addresses.ts'
import { createKey } from '../../server/src/workspaces/keys.ts'
import { WORKSPACE_LIMITS } from '../../server/src/workspaces/workspace-state.ts'
import { createWorkspace } from '../../server/src/workspaces/workspaces.ts'
import { addBasket, addChanges, addOrders } from './large-history.ts'

/** How much there is of what a workspace may have much of. */
const SIZES = { products: 100_000, customers: 3_000, groups: 5_000 }
/** Products that are written as the service writes them; all others are copies. */
const WRITTEN = 1_000
/** Words that very many products have. */
export const COMMON = 'plate bracket steel outdoor certified washable warranty commercial'.split(' ')

/** A workspace of 100,000 products whose customers, drafts and orders are as large as they may be, and a small one. */
export type LargeStock = {
  large: { key: string; slug: string }
  neighbour: { key: string; productId: string }
  /** The session of an owner. */
  owner: string
  /** A buyer of the largest customer, and their session. */
  buyer: { id: string; token: string }
  /** With as many agreed prices and discounts as a customer may have. */
  customerId: string
  /** Ids and SKUs of the first products, by SKU. */
  products: { id: string; sku: string }[]
  /** The order with the most lines. */
  orderId: string
  /** A draft with a line for each product. */
  draftId: string
}

/**
 * Fills a new store within some seconds: most rows are copies that the database makes. `onFew`: the agreed prices of the
 * largest customer are all that few products may have, which are in a hundred price changes, too.
 */
export async function stockMuch(store: Store, { onFew = false } = {}): Promise<LargeStock> {
  const { db } = store
  const context = { db, clock: () => new Date(), actor: OPERATOR }
  const large = await workspaceOf(context, 'Depot')
  const neighbour = await workspaceOf(context, 'Quay')
  await upsertProducts(neighbour.context, { products: Array.from({ length: 100 }, (_, i) => product(i)) })
  await upsertCustomers(neighbour.context, { customers: [{ accountCode: 'QUAY', name: 'Quay' }] })

  const depot = large.context
  await addGroups(depot)
  await addProducts(depot)
  await addCustomers(depot)
  const customerId = await addTerms(depot, onFew)
  const draftId = await addDraft(depot)
  if (onFew) await addChanges(depot)
  await addOrders(depot, customerId)
  const owner = await addPerson(depot)
  await sql`
    insert into member (workspace_id, person_id, role, created_at)
    values (${depot.workspaceId}, ${owner}, 'owner', now())`.execute(db)
  const [buyerId, person] = [randomUUIDv7(), await addPerson(depot)]
  await sql`
    insert into buyer (workspace_id, id, customer_id, name, status, invited_at, person_id)
    values (${depot.workspaceId}, ${buyerId}, ${customerId}, 'Buyer', 'active', now(), ${person})`.execute(db)
  await addBasket(depot, buyerId)
  await store.runScript('analyze')
  const { rows: products } = await sql<{ id: string; sku: string }>`
    select id, sku from product where workspace_id = ${depot.workspaceId} order by sku_key limit 1000`.execute(db)
  return {
    large: { key: large.key, slug: await readAddress(depot, depot.workspaceId) },
    neighbour: { key: neighbour.key, productId: await idOf(neighbour.context, 'product') },
    owner: await beginSession(context, owner),
    buyer: { id: buyerId, token: await beginSession(context, person) },
    customerId,
    products,
    orderId: await idOf(depot, 'sales_order', sql`number = 1`),
    draftId,
  }
}

async function workspaceOf(context: Omit<WorkspaceContext, 'workspaceId'> & { actor: typeof OPERATOR }, name: string) {
  const settings = { name, currency: 'GBP', timezone: 'Europe/London', taxLabel: 'ex VAT', plan: 'active' } as const
  const { id: workspaceId } = await createWorkspace(context, settings)
  const workspace = { ...context, workspaceId }
  const { key } = await createKey(workspace, { name: 'ERP', scope: 'write' })
  return { context: workspace, key }
}

export function product(number: number) {
  const words = COMMON.filter((_, i) => (number >> i) % 2 === 0)
  return {
    sku: `PL-${number}`,
    name: `Plate ${words.join(' ')} ${number}`,
    listPrice: 100 + number,
    unitLabel: 'each',
    brand: `Brand ${number % 100}`,
    category: `Category ${number % 50}`,
    description: `A ${COMMON.join(' ')} part for ${COMMON.toReversed().join(' ')} use, number ${number}.`,
    details: { Finish: 'Chrome', Size: `${number} mm` },
  }
}

async function addProducts(context: WorkspaceContext): Promise<void> {
  const { db, workspaceId } = context
  const products = Array.from({ length: WRITTEN }, (_, i) => product(i))
  await upsertProducts(context, { products })
  const columns = sql.raw(
    'unit_label, description, brand_id, category_id, availability, active, visibility, details, list_price, created_at, updated_at',
  )
  await sql`
    insert into product (workspace_id, id, sku, sku_key, name, name_folded, search, ${columns})
    select ${workspaceId}, gen_random_uuid(), p.sku || '-' || i, p.sku_key || '-' || i, p.name || ' ' || i,
      p.name_folded || ' ' || i, p.search, ${columns}
    from product p, generate_series(1, ${SIZES.products / WRITTEN - 1}::integer) i
    where p.workspace_id = ${workspaceId}`.execute(db)
  await sql`
    insert into product_change (workspace_id, product_id, changed_at)
    select workspace_id, id, updated_at from product where workspace_id = ${workspaceId}
    on conflict do nothing`.execute(db)
}

async function addGroups({ db, workspaceId }: WorkspaceContext): Promise<void> {
  for (const [table, name] of [
    ['brand', 'Maker'],
    ['category', 'Kind'],
  ] as const) {
    await sql`
      insert into ${sql.table(table)} (workspace_id, id, name, name_key)
      select ${workspaceId}, gen_random_uuid(), ${name}::text || ' ' || i, lower(${name}::text || ' ' || i)
      from generate_series(1, ${SIZES.groups}::integer) i`.execute(db)
  }
}

async function addCustomers({ db, workspaceId }: WorkspaceContext): Promise<void> {
  await sql`
    insert into customer (workspace_id, id, account_code, account_code_key, name, name_key, email, email_key,
      created_at, updated_at)
    select ${workspaceId}, gen_random_uuid(), 'C-' || i, 'c-' || i, 'Customer ' || i, 'customer ' || i,
      'office' || i || '@customer.example', 'office' || i || '@customer.example', now(), now()
    from generate_series(1, ${SIZES.customers}::integer) i`.execute(db)
}

/** Gives one customer all that a customer may have, and all others some. Returns its id. */
async function addTerms({ db, workspaceId }: WorkspaceContext, onFew: boolean): Promise<string> {
  const { agreedPricesOfCustomer: agreed, agreedPricesOfProduct, discountsOfCustomer: discounts } = WORKSPACE_LIMITS
  const { rows } = await sql<{ id: string }>`
    select id from customer where workspace_id = ${workspaceId} and account_code_key = 'c-1'`.execute(db)
  const customerId = rows[0]!.id
  const some = (customers: RawBuilder<unknown>, count: number) => sql`
    insert into agreed_price (workspace_id, id, customer_id, product_id, unit, created_at, updated_at)
    select ${workspaceId}, gen_random_uuid(), c.id, p.id, 90, now(), now()
    from (${customers}) c cross join (
      select id from product where workspace_id = ${workspaceId} order by sku_key limit ${count}) p`
  const others = sql`select id from customer where workspace_id = ${workspaceId} and id <> ${customerId}`
  if (onFew) await agreeOnFew({ db, workspaceId }, customerId, agreed / agreedPricesOfProduct)
  else await some(sql`select ${customerId}::uuid as id`, agreed - 10).execute(db)
  await some(others, 10).execute(db)
  await sql`
    insert into discount_rule (workspace_id, id, customer_id, applies_to, brand_id, discount_bp, created_at, updated_at)
    select ${workspaceId}, gen_random_uuid(), ${customerId}, 'brand', id, 500, now(), now()
    from brand where workspace_id = ${workspaceId} order by name_key limit ${discounts - 10}`.execute(db)
  await sql`
    insert into discount_rule (workspace_id, id, customer_id, applies_to, discount_bp, created_at, updated_at)
    select ${workspaceId}, gen_random_uuid(), id, 'all', 300, now(), now()
    from (${others} and right(account_code, 1) in ('0', '2', '4', '6', '8')) other`.execute(db)
  await addPriceGroup({ db, workspaceId })
  return customerId
}

/** Half of the prices of a product are from other quantities, half come one after another. */
async function agreeOnFew(
  { db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>,
  customerId: string,
  products: number,
): Promise<void> {
  await sql`
    insert into agreed_price (workspace_id, id, customer_id, product_id, unit, min_qty, starts_at, ends_at,
      created_at, updated_at)
    select ${workspaceId}, gen_random_uuid(), ${customerId}, p.id, case when i % 2 = 0 then 1000 - i else 2000 end,
      case when i % 2 = 0 then 1 + i else 1 end, case when i % 2 = 1 then now() + i * interval '1 hour' end,
      case when i % 2 = 1 then now() + (i + 1) * interval '1 hour' end, now(), now()
    from generate_series(1, ${WORKSPACE_LIMITS.agreedPricesOfProduct}::integer) i cross join (
      select id from product where workspace_id = ${workspaceId} order by sku_key limit ${products}) p`.execute(db)
}

/** All customers in a price group that has as many terms as it may have. */
async function addPriceGroup({ db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>): Promise<void> {
  const { agreedPricesOfCustomer: agreed, discountsOfCustomer: discounts } = WORKSPACE_LIMITS
  const id = randomUUIDv7()
  await sql`
    insert into price_group (workspace_id, id, name, name_key, created_at, updated_at)
    values (${workspaceId}, ${id}, 'Gold', 'gold', now(), now())`.execute(db)
  await sql`
    insert into agreed_price (workspace_id, id, group_id, product_id, unit, created_at, updated_at)
    select ${workspaceId}, gen_random_uuid(), ${id}, p.id, 95, now(), now()
    from (select id from product where workspace_id = ${workspaceId} order by sku_key limit ${agreed - 10}) p`.execute(
    db,
  )
  await sql`
    insert into discount_rule (workspace_id, id, group_id, applies_to, brand_id, discount_bp, created_at, updated_at)
    select ${workspaceId}, gen_random_uuid(), ${id}, 'brand', id, 700, now(), now()
    from brand where workspace_id = ${workspaceId} order by name_key limit ${discounts - 10}`.execute(db)
  await sql`update customer set group_id = ${id} where workspace_id = ${workspaceId}`.execute(db)
}

async function addDraft(context: WorkspaceContext): Promise<string> {
  const { db, workspaceId } = context
  const id = await startDraft(context, 'All')
  await sql`
    insert into price_change_line (workspace_id, price_change_id, product_id, new_price)
    select workspace_id, ${id}, id, coalesce(list_price, 0) + 10 from product
    where workspace_id = ${workspaceId}`.execute(db)
  await sql`update price_change set line_count = ${SIZES.products}
    where workspace_id = ${workspaceId} and id = ${id}`.execute(db)
  return id
}

async function addPerson({ db }: WorkspaceContext): Promise<string> {
  const id = randomUUIDv7()
  const email = `${id}@people.example`
  await sql`
    insert into person (id, name, email, email_key, email_verified, created_at, updated_at)
    values (${id}, 'Person', ${email}, ${email}, true, now(), now())`.execute(db)
  return id
}

async function idOf({ db, workspaceId }: WorkspaceContext, table: string, where = sql`true`): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where workspace_id = ${workspaceId} and ${where} order by id limit 1`.execute(db)
  return rows[0]!.id
}

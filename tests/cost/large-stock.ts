import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { upsertProducts } from '../../server/src/catalogue/upsert-products.ts'
import { upsertCustomers } from '../../server/src/customers/upsert-customers.ts'
import type { Store } from '../../server/src/database/open.ts'
import type { WorkspaceContext } from '../../server/src/context.ts'
import { OPERATOR } from '../../server/src/operator/run-as-operator.ts'
import { beginSession } from '../../server/src/people/sessions.ts'
import { startDraft } from '../../server/src/price-changes/price-change-drafts.ts'
import { listSentImports } from '../../server/src/imports/sent-import.ts'
import { readAddress } from '../../server/src/workspaces/addresses.ts'
import { createKey } from '../../server/src/workspaces/keys.ts'
import { WORKSPACE_LIMITS } from '../../server/src/workspaces/workspace-limits.ts'
import { createWorkspace } from '../../server/src/workspaces/workspaces.ts'
import { addHistory } from './large-history.ts'
import { addBuyers, addMembers, addPeople } from './large-people.ts'

/** How much there is of what a workspace may have much of. */
const SIZES = { products: 100_000, customers: 3_000, groups: 5_000 }
/** Products that are written as the service writes them; all others are copies. */
const WRITTEN = 1_000
const OWNERS = 4
const SPARES = 100

/** Whose ids calls are made with. */
const TABLES =
  'product customer price_group sales_order buyer saved_list agreed_price discount_rule data_import product_edit customer_edit promise'.split(
    ' ',
  )

/** Words that very many products have. */
export const COMMON = 'plate bracket steel outdoor certified washable warranty commercial'.split(' ')

/** A workspace of 100,000 products whose customers, drafts and orders are as large as they may be, and a small one. */
export type LargeStock = {
  attacker: { workspaceId: string; slug: string; key: string }
  neighbour: { key: string; productId: string }
  /** Sessions of owners. */
  owners: string[]
  /** Sessions of people who belong to the workspace, and may lose that. */
  spares: string[]
  /** Sessions of buyers of the largest customer. */
  buyers: { id: string; token: string }[]
  /** With as many agreed prices, discounts and buyers as a customer may have. */
  customerId: string
  /** Ids by table, some thousands of each at most. */
  ids: Record<string, string[]>
  skus: string[]
  /** Drafts with a line for each product. */
  drafts: string[]
}

/** What the larger workspace is filled with, before it has people and after. */
export type Filling = {
  /** Returns the id of the customer whose buyers call. */
  records: (context: WorkspaceContext) => Promise<string>
  /** Returns the ids of drafts. */
  history: (context: WorkspaceContext, customerId: string) => Promise<string[]>
}

const MUCH: Filling = {
  records: async (depot) => {
    await addGroups(depot)
    await addProducts(depot)
    await addCustomers(depot)
    const customerId = await addTerms(depot)
    await addPromises(depot, customerId)
    return customerId
  },
  history: async (depot, customerId) => {
    const drafts = [await addDraft(depot, 'One'), await addDraft(depot, 'Two')]
    await addHistory(depot, customerId)
    return drafts
  },
}

/** Fills a new store within some seconds: most rows are copies that the database makes. */
export async function stockMuch(store: Store, filling = MUCH): Promise<LargeStock> {
  const { db } = store
  const context = { db, clock: () => new Date(), actor: OPERATOR }
  const attacker = await workspaceOf(context, 'Depot')
  const neighbour = await workspaceOf(context, 'Quay')
  await upsertProducts(neighbour.context, { products: Array.from({ length: 100 }, (_, i) => product(i)) })
  await upsertCustomers(neighbour.context, { customers: [{ accountCode: 'QUAY', name: 'Quay' }] })

  const depot = attacker.context
  const customerId = await filling.records(depot)
  const owners = await addPeople(depot, OWNERS, sql`'member'`)
  await addMembers(depot, owners)
  const spares = await addPeople(depot, SPARES, sql`'spare'`)
  await addMembers(depot, spares)
  const buyers = await addBuyers(depot, customerId)
  const drafts = await filling.history(depot, customerId)
  await store.runScript('analyze')
  const ids: Record<string, string[]> = {}
  for (const table of TABLES) ids[table] = await idsOf(depot, table)
  ids['sent_import'] = (await listSentImports(depot, { limit: 1, offset: 0 })).map(({ id }) => id)
  const { rows } = await sql<{ sku: string }>`
    select sku from product where workspace_id = ${depot.workspaceId} order by sku_key limit 5000`.execute(db)
  // What needs a fresh proof stays possible, however long the attacks take.
  const inADay = new Date(context.clock().getTime() + 86_400_000)
  const session = (personId: string) => beginSession({ ...context, clock: () => inADay }, personId)
  return {
    attacker: { workspaceId: depot.workspaceId, slug: await readAddress(depot, depot.workspaceId), key: attacker.key },
    neighbour: { key: neighbour.key, productId: (await idsOf(neighbour.context, 'product'))[0]! },
    owners: await Promise.all(owners.map(session)),
    spares: await Promise.all(spares.map(session)),
    buyers: await Promise.all(buyers.map(async ({ id, personId }) => ({ id, token: await session(personId) }))),
    customerId,
    ids,
    skus: rows.map(({ sku }) => sku),
    drafts,
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
async function addTerms({ db, workspaceId }: WorkspaceContext): Promise<string> {
  const { agreedPricesOfCustomer: agreed, discountsOfCustomer: discounts } = WORKSPACE_LIMITS
  const { rows } = await sql<{ id: string }>`
    select id from customer where workspace_id = ${workspaceId} and account_code_key = 'c-1'`.execute(db)
  const customerId = rows[0]!.id
  const some = (customers: RawBuilder<unknown>, count: number) => sql`
    insert into agreed_price (workspace_id, id, customer_id, product_id, unit, created_at, updated_at)
    select ${workspaceId}, gen_random_uuid(), c.id, p.id, 90, now(), now()
    from (${customers}) c cross join (
      select id from product where workspace_id = ${workspaceId} order by sku_key limit ${count}) p`
  const others = sql`select id from customer where workspace_id = ${workspaceId} and id <> ${customerId}`
  await some(sql`select ${customerId}::uuid as id`, agreed - 10).execute(db)
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

/** As many promises as a workspace may have, and lines of them; all hold. */
async function addPromises({ db, workspaceId }: WorkspaceContext, customerId: string): Promise<void> {
  const { promises, linesOfPromises: lines } = WORKSPACE_LIMITS
  await sql`
    insert into promise (workspace_id, id, customer_id, reference, reference_key, until, note, set_by, set_at)
    select ${workspaceId}, gen_random_uuid(), ${customerId}, 'P-' || i, 'p-' || i, now() + interval '1 year', '',
      ${JSON.stringify(OPERATOR)}::jsonb, now()
    from generate_series(1, ${promises - 1}::integer) i`.execute(db)
  await sql`
    insert into promise_line (workspace_id, promise_id, position, product_id, sku, qty, unit)
    select ${workspaceId}, p.id, l.position, product.id, product.sku, 1, 1000000000
    from (select id, row_number() over () as place from promise where workspace_id = ${workspaceId}) p
    cross join generate_series(1, ${Math.floor(lines / promises)}::integer) l(position)
    join (
      select id, sku, row_number() over (order by sku_key) as place from product where workspace_id = ${workspaceId}
      order by sku_key limit ${lines}) product on product.place = p.place * ${Math.floor(lines / promises)} - l.position + 1`.execute(
    db,
  )
}

async function addDraft(context: WorkspaceContext, name: string): Promise<string> {
  const { db, workspaceId } = context
  const id = await startDraft(context, name)
  await sql`
    insert into price_change_line (workspace_id, price_change_id, product_id, new_price)
    select workspace_id, ${id}, id, coalesce(list_price, 0) + 10 from product
    where workspace_id = ${workspaceId}`.execute(db)
  await sql`update price_change set line_count = ${SIZES.products}
    where workspace_id = ${workspaceId} and id = ${id}`.execute(db)
  return id
}

async function idsOf({ db, workspaceId }: WorkspaceContext, table: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where workspace_id = ${workspaceId} order by id limit 5000`.execute(db)
  return rows.map(({ id }) => id)
}

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { upsertProducts } from '../../server/src/catalogue/upsert-products.ts'
import type { WorkspaceContext } from '../../server/src/context.ts'
import type { Database } from '../../server/src/database/tables.ts'
import { givenCustomer, givenPriceGroup, items, send } from '../given/given.ts'
import { lookOverAll } from '../isolation/judge.ts'
import { observeStatements } from '../isolation/observe-statements.ts'
import { useOwnService } from '../given/service.ts'

const service = useOwnService()

/** What a price follows from. */
const TERMS = ['agreed_price', 'discount_rule']
/** A lookup reads three levels of an index and some rows. */
const BLOCKS_PER_LOOKUP = 8
const PRODUCTS = 1_000

type Statement = { text: string; values: readonly unknown[] }

/** The statements that read terms meanwhile, each once. */
async function readsOfTerms(work: () => Promise<unknown>): Promise<Statement[]> {
  const found = new Map<string, Statement>()
  const stop = observeStatements((text, values) => void found.set(text, { text, values }))
  await work()
  stop()
  return [...found.values()].filter(({ text }) => TERMS.some((table) => text.includes(table)))
}

function literals(values: readonly unknown[]): string {
  return values.length === 0 ? '' : `(${values.map(literal).join(', ')})`
}

function literal(value: unknown): string {
  if (value === null) return 'null'
  const text = value instanceof Date ? value.toISOString() : String(value)
  return `'${text.replaceAll("'", "''")}'`
}

type Node = {
  'Relation Name'?: string
  'Actual Loops': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Makes the plans that the session then keeps. */
async function prepare(db: Database, statements: Statement[]): Promise<void> {
  for (const [i, { text, values }] of statements.entries()) {
    await sql.raw(`prepare terms_${i} as ${text}`).execute(db)
    await sql.raw(`explain execute terms_${i} ${literals(values)}`).execute(db)
  }
}

/** The most blocks that one lookup reads, by table. */
async function mostBlocks(db: Database, statements: Statement[]): Promise<Record<string, number>> {
  const most: Record<string, number> = {}
  for (const [i, { values }] of statements.entries()) {
    const execute = sql.raw(`explain (analyze, buffers, format json) execute terms_${i} ${literals(values)}`)
    const { rows } = await execute.execute(db)
    const [plan] = (rows[0] as any)['QUERY PLAN']
    for (const node of nodesOf(plan.Plan)) {
      const { 'Relation Name': table = '', 'Actual Loops': loops } = node
      const blocks = (node['Shared Hit Blocks'] + node['Shared Read Blocks']) / loops
      if (TERMS.includes(table) && loops > 0) most[table] = Math.max(most[table] ?? 0, Math.ceil(blocks))
    }
  }
  return most
}

/** 5,000 terms of each kind for the customer and for its price group, and for 1,000 others one on the first product and its brand. */
async function addTerms({ db, workspaceId }: WorkspaceContext, customerId: string): Promise<void> {
  await sql`
    insert into brand (workspace_id, id, name, name_key)
    select ${workspaceId}::uuid, gen_random_uuid(), 'Other ' || i, 'other ' || i from generate_series(1, 5000) i`.execute(
    db,
  )
  await sql`
    insert into customer (workspace_id, id, name, name_key, created_at, updated_at)
    select ${workspaceId}::uuid, gen_random_uuid(), 'Shop ' || i, 'shop ' || i, now(), now() from generate_series(1, 1000) i`.execute(
    db,
  )
  await sql`
    insert into agreed_price (workspace_id, id, customer_id, product_id, unit, min_qty, created_at, updated_at)
    select ${workspaceId}::uuid, gen_random_uuid(), ${customerId}::uuid, p.id, 1, i, now(), now()
    from product p, generate_series(1, 5) i where p.workspace_id = ${workspaceId}
    union all
    select ${workspaceId}::uuid, gen_random_uuid(), c.id, (
      select id from product where workspace_id = ${workspaceId} order by name, id limit 1), 1, 1, now(), now()
    from customer c where c.workspace_id = ${workspaceId} and c.id <> ${customerId}`.execute(db)
  await sql`
    insert into discount_rule (workspace_id, id, customer_id, applies_to, brand_id, discount_bp, created_at, updated_at)
    select ${workspaceId}::uuid, gen_random_uuid(), ${customerId}::uuid, 'brand', id, 100, now(), now()
    from brand where workspace_id = ${workspaceId}
    union all
    select ${workspaceId}::uuid, gen_random_uuid(), c.id, 'brand', (
      select brand_id from product where workspace_id = ${workspaceId} order by name, id limit 1), 100, now(), now()
    from customer c where c.workspace_id = ${workspaceId} and c.id <> ${customerId}`.execute(db)
  await sql`
    insert into agreed_price (workspace_id, id, group_id, product_id, unit, min_qty, created_at, updated_at)
    select a.workspace_id, gen_random_uuid(), c.group_id, a.product_id, a.unit, a.min_qty, now(), now()
    from agreed_price a join customer c on c.workspace_id = ${workspaceId} and c.id = ${customerId}
    where a.workspace_id = ${workspaceId} and a.customer_id = ${customerId}`.execute(db)
  await sql`
    insert into discount_rule (workspace_id, id, group_id, applies_to, brand_id, discount_bp, created_at, updated_at)
    select d.workspace_id, gen_random_uuid(), c.group_id, 'brand', d.brand_id, 100, now(), now()
    from discount_rule d join customer c on c.workspace_id = ${workspaceId} and c.id = ${customerId}
    where d.workspace_id = ${workspaceId} and d.customer_id = ${customerId}`.execute(db)
}

test('what a lookup of terms reads grows neither with those of the customer and its group nor with those of others', async () => {
  const workspace = await service.workspace()
  await givenPriceGroup(workspace, { customers: [await givenCustomer(workspace, { accountCode: 'QUAY' })] })
  const products = items(PRODUCTS, (i) => ({ brand: `Brand ${i % 100}`, category: `Category ${i % 50}` }))
  await send(workspace, products.slice(0, 3))
  const { body } = await workspace.get('/products?customer=QUAY&limit=1')
  const customer = await workspace.get('/customers?q=QUAY')
  const reads = await readsOfTerms(async () => {
    await workspace.get('/products?customer=QUAY')
    await workspace.get('/products?q=plate&customer=QUAY')
    await workspace.get(`/products/${body.data[0].id}?customer=QUAY`)
    await workspace.get('/prices?customer=QUAY&sku=SKU-0001')
  })
  expect(reads.length).toBeGreaterThan(1)

  const most = await service.context.db.connection().execute(async (db) => {
    await lookOverAll(() => prepare(db, reads))
    const context = { ...workspace.context, db }
    await upsertProducts(context, { products })
    await lookOverAll(() => addTerms(context, customer.body.data[0].id))
    await lookOverAll(() => sql`analyze`.execute(db))
    return lookOverAll(() => mostBlocks(db, reads))
  })
  expect(Object.keys(most).toSorted()).toEqual(TERMS)
  expect(Object.entries(most).filter(([, blocks]) => blocks > BLOCKS_PER_LOOKUP)).toEqual([])
})

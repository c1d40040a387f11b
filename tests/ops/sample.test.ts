import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Tables } from '../../server/src/database/tables.ts'
import { runOperation } from '../../server/src/ops/all-operations.ts'
import { createSample } from '../../server/src/ops/sample/create-sample.ts'
import { ORDER_STATUSES } from '../../server/src/shared/order-steps.ts'
import { SAMPLE_WORKSPACE_ID } from '../../server/src/workspaces/workspaces.ts'
import { OPERATOR } from '../../server/src/ops/operations/operate.ts'
import { orderActivity } from '../given/order.ts'
import { useOwnService } from '../given/service.ts'
import type { TestService } from '../given/service.ts'

const service = useOwnService()
const interrupted = useOwnService()
/** What two calls at once answered. */
let made: Awaited<ReturnType<typeof createSample>>[]
/** Its latest orders. */
let orders: any[]

const make = () => createSample({ ...service.context, actor: OPERATOR })
const get = (path: string) => service.call('GET', path, { key: made.find(({ key }) => key)!.key! })

const TABLES = [
  'workspace',
  'api_key',
  'brand',
  'category',
  'product',
  'product_access',
  'customer',
  'buyer',
  'discount_rule',
  'agreed_price',
  'price_change',
  'price_change_line',
  'sales_order',
  'sales_order_line',
  'sales_order_history',
  'activity',
] as const satisfies (keyof Tables)[]

/** How many rows of the sample each table has. */
async function counts({ context }: TestService): Promise<number[]> {
  const counted = []
  for (const table of TABLES) {
    const column = sql.ref(table === 'workspace' ? 'id' : 'workspace_id')
    const query = sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where ${column} = ${SAMPLE_WORKSPACE_ID}`
    counted.push(await query.execute(context.db))
  }
  return counted.map(({ rows }) => rows[0]!.count)
}

async function allProducts(parameters = ''): Promise<any[]> {
  const products = []
  for (let offset: number | null = 0; offset !== null;) {
    const { status, body } = await get(`/products?offset=${offset}${parameters}`)
    expect(status).toBe(200)
    products.push(...body.data)
    offset = body.nextOffset
  }
  return products
}

const valuesOf = (rows: readonly Record<string, unknown>[], column: string) =>
  [...new Set(rows.map((row) => row[column]))].toSorted()

/** Where the prices come from that a customer sees. */
async function sources(customer?: string) {
  const products = await allProducts(customer === undefined ? '' : `&customer=${customer}`)
  return valuesOf(
    products.map((product) => product.price),
    'source',
  )
}

async function price(customer: string, sku: string) {
  const { body } = await get(`/prices?customer=${customer}&sku=${encodeURIComponent(sku)}`)
  return body.data
}

beforeAll(async () => {
  made = await Promise.all([make(), make()])
  const listed: any[] = (await get('/orders?limit=40')).body.data
  orders = await Promise.all(listed.map(async ({ id }) => (await get(`/orders/${id}`)).body.data))
})

test('asking for the sample twice at once makes one, with one key in use', async () => {
  expect(await runOperation(service.context, 'workspace list', {})).toEqual([
    expect.objectContaining({ id: SAMPLE_WORKSPACE_ID, name: 'Harbour & Vale Wholesale (sample)' }),
  ])
  expect(made.map(({ workspaceId }) => workspaceId)).toEqual([SAMPLE_WORKSPACE_ID, SAMPLE_WORKSPACE_ID])
  expect(made.filter(({ key }) => key !== null)).toHaveLength(1)
  const keys = await runOperation(service.context, 'key list', {})
  expect(keys.filter(({ revokedAt }) => revokedAt === null)).toEqual([
    expect.objectContaining({ name: 'Sample key', scope: 'write' }),
  ])
})

test('asking for the sample again finds it, and changes nothing', async () => {
  const before = await counts(service)
  expect(await make()).toEqual({ workspaceId: SAMPLE_WORKSPACE_ID, key: null })
  expect(await counts(service)).toEqual(before)
})

test('a sample that is interrupted leaves nothing half made, and can be made afterwards', async () => {
  const { db } = interrupted.context
  await sql`alter table sales_order add constraint no_orders_yet check (false)`.execute(db)
  await expect(createSample({ ...interrupted.context, actor: OPERATOR })).rejects.toThrow('no_orders_yet')
  await sql`alter table sales_order drop constraint no_orders_yet`.execute(db)
  expect(new Set(await counts(interrupted))).toEqual(new Set([0]))
  expect((await createSample({ ...interrupted.context, actor: OPERATOR })).key).not.toBeNull()
  expect(await counts(interrupted)).toEqual(await counts(service))
})

test('the sample has a few hundred products, filed under brands and categories of uneven size', async () => {
  const products = await allProducts()
  expect(products.length).toBeGreaterThanOrEqual(300)
  expect(products.length).toBeLessThanOrEqual(400)
  expect(new Set(products.map(({ sku }) => sku.toLowerCase())).size).toBe(products.length)
  expect((await get('/brands')).body.data.length).toBeGreaterThanOrEqual(12)
  expect((await get('/categories')).body.data.length).toBeGreaterThanOrEqual(15)
  const sizes = [...Map.groupBy(products, ({ categoryId }) => categoryId).values()].map((filed) => filed.length)
  expect(Math.max(...sizes)).toBeGreaterThan(4 * Math.min(...sizes))
  expect(products.filter(({ name, description }) => /[{}]/.test(name + description))).toEqual([])
})

test('the sample shows every availability, lead times, minimum quantities, and products without a price', async () => {
  const products = await allProducts()
  expect(valuesOf(products, 'availability')).toEqual([
    'in_stock',
    'low_stock',
    'made_to_order',
    'not_tracked',
    'out_of_stock',
  ])
  expect(products.some(({ leadTimeNote }) => leadTimeNote !== null)).toBe(true)
  expect(products.some(({ minOrderQty }) => minOrderQty > 1)).toBe(true)
  const unpriced = products.filter(({ price }) => price.unit === null)
  expect(unpriced.map(({ sku }) => sku).toSorted()).toEqual(['KT-MER22', 'KT-MER26', 'KT-MER30'])
  expect((await get('/products?active=false')).body.data.length).toBeGreaterThan(0)
})

test('codes of every shape are found as they are typed', async () => {
  for (const sku of ['kt-ins114', '16-07', 'm8X40', '07101', 'hr/p40']) {
    expect((await get(`/products?q=${sku}`)).body.data[0].sku.toLowerCase()).toBe(sku.toLowerCase())
  }
})

test('the sample’s customers pay prices of every source', async () => {
  expect(await sources()).toEqual(['list'])
  expect(await sources('CASTLE01')).toEqual(['agreed', 'brand', 'category', 'customer', 'list'])
  expect(await sources('b-1007')).toEqual(['agreed', 'brand', 'category', 'list'])
  expect(await sources('GREENWAY')).toEqual(['brand', 'category', 'list'])
  expect(await sources('00412')).toEqual(['customer', 'list'])
  expect(await sources('COUNTER')).toEqual(['list'])
})

test('the sample has agreed prices for more, to come, ended, and where the list has none', async () => {
  const steps = [1, 10, 50].map((qty) => get(`/prices?customer=B-1007&sku=M8x40&qty=${qty}`))
  expect((await Promise.all(steps)).map(({ body }) => body.data.price.unit)).toEqual([560, 525, 490])
  expect((await price('GREENWAY', 'WF-TP36-NAT')).candidates[0].reason).toMatch(/^It starts on/)
  expect((await price('RDG-ELEC', 'GL-BAT5')).candidates[0].reason).toMatch(/^It ended on/)
  expect((await price('HOT-ANCHOR', 'KT-MER26')).price).toMatchObject({ source: 'agreed', unit: 7450, list: 0 })
})

test('a product for chosen customers is shown to them alone', async () => {
  const chosen = await get('/products?q=CL-POLO-M&customer=CASTLE01')
  expect(chosen.body.data).toMatchObject([{ sku: 'CL-POLO-M', visibility: 'selected' }])
  const other = await get('/products?q=CL-POLO-M&customer=WESTQUAY')
  expect(other.body.data).toEqual([])
})

test('the sample has a price change of each status; published ones keep the prices they replaced', async () => {
  const { db } = service.context
  const changes = await db
    .selectFrom('price_change')
    .selectAll()
    .where('workspace_id', '=', SAMPLE_WORKSPACE_ID)
    .execute()
  expect(valuesOf(changes, 'status')).toEqual(['cancelled', 'discarded', 'draft', 'published', 'scheduled'])
  const lines = await db
    .selectFrom('price_change_line as line')
    .innerJoin('price_change as change', (join) =>
      join.onRef('change.workspace_id', '=', 'line.workspace_id').onRef('change.id', '=', 'line.price_change_id'),
    )
    .innerJoin('product as p', (join) =>
      join.onRef('p.workspace_id', '=', 'line.workspace_id').onRef('p.id', '=', 'line.product_id'),
    )
    .select(['change.id', 'change.status', 'p.sku', 'line.old_price', 'line.new_price', 'p.list_price'])
    .where('line.workspace_id', '=', SAMPLE_WORKSPACE_ID)
    .orderBy('change.published_at')
    .execute()
  for (const { id, line_count } of changes) expect(lines.filter((line) => line.id === id)).toHaveLength(line_count)
  for (const { status, old_price } of lines) expect(old_price === null).toBe(status !== 'published')
  const published = lines.filter(({ status }) => status === 'published')
  const histories = [...Map.groupBy(published, ({ sku }) => sku).values()]
  for (const history of histories) {
    const { list_price } = history[0]!
    expect([...history.slice(1).map(({ old_price }) => old_price), list_price]).toEqual(
      history.map(({ new_price }) => new_price),
    )
  }
  expect(Math.max(...histories.map(({ length }) => length))).toBeGreaterThan(1)
})

test('three customers see portals that differ: other products, other prices', async () => {
  const seen = await Promise.all(
    ['CASTLE01', 'B-1007', 'GREENWAY'].map(async (customer) => {
      const products = await allProducts(`&customer=${customer}`)
      return new Map(products.map(({ sku, price }) => [sku, price.unit]))
    }),
  )
  expect(seen.map((own) => ['AM-CP27-AZ', 'HR/P40', 'WF-TP25-NAT'].map((sku) => own.has(sku)))).toEqual([
    [true, false, true],
    [false, true, true],
    [false, false, true],
  ])
  for (const sku of ['M8x40', 'WF-TP25-NAT']) expect(new Set(seen.map((own) => own.get(sku))).size).toBeGreaterThan(1)
})

test('the sample’s past mails nobody', async () => {
  const mails = service.context.db
    .selectFrom('mail')
    .select('id')
    .where('owner', '=', `workspace ${SAMPLE_WORKSPACE_ID}`)
  expect(await mails.execute()).toEqual([])
})

test('the sample has a buyer of each status', async () => {
  const buyers = await service.context.db
    .selectFrom('buyer')
    .select('status')
    .where('workspace_id', '=', SAMPLE_WORKSPACE_ID)
    .execute()
  expect(valuesOf(buyers, 'status')).toEqual(['active', 'disabled', 'invited'])
})

test('the activity is told by actors of every kind, over a year, and nothing in it is yet to come', async () => {
  const activity = await service.context.db
    .selectFrom('activity')
    .selectAll()
    .where('workspace_id', '=', SAMPLE_WORKSPACE_ID)
    .orderBy('at')
    .execute()
  expect(
    valuesOf(
      activity.map(({ actor }) => actor),
      'type',
    ),
  ).toEqual(['buyer', 'key', 'operator', 'staff', 'system'])
  const times = activity.map(({ at }) => at.getTime())
  expect(times.at(-1)).toBe(service.time.now.getTime())
  expect(times.at(-1)! - times[0]!).toBeGreaterThan(365 * 86_400_000)
})

test('the sample has orders of every status, the newest still to be confirmed', () => {
  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(ORDER_STATUSES))
  expect(orders.filter(({ status }) => status === 'new').map(({ number }) => number)).toEqual([
    orders[0].number,
    orders[1].number,
  ])
})

test('its orders are numbered as they came in, and nothing about them is yet to come', () => {
  expect(orders.map(({ number }) => number)).toEqual(orders.map((_, i) => orders[0].number - i))
  const times = orders.map(({ placedAt }) => placedAt)
  expect(times).toEqual(times.toSorted().toReversed())
  for (const { history, placedAt, updatedAt, status } of orders) {
    const steps = history.map(({ at }: any) => at)
    expect(steps).toEqual(steps.toSorted())
    expect([steps[0], steps.at(-1)]).toEqual([placedAt, updatedAt])
    expect(history.at(-1).status).toBe(status)
    expect(updatedAt < service.time.now.toISOString()).toBe(true)
  }
})

test('its buyers and its staff ordered, each under their own name, at prices of every source', () => {
  for (const { buyer, history } of orders) {
    expect(history[0].by).toMatchObject(buyer ? { type: 'buyer', name: buyer.name } : { type: 'staff' })
  }
  expect(new Set(orders.map(({ buyer }) => buyer === null))).toEqual(new Set([true, false]))
  const sources = orders.flatMap(({ lines }) => lines.map(({ price }: any) => price.source))
  expect(new Set(sources)).toEqual(new Set(['agreed', 'brand', 'category', 'customer', 'list']))
  expect(orders.filter(({ history }) => history.some(({ by }: any) => by.type === 'key')).length).toBeGreaterThan(0)
})

test('a cancelled order of the sample says why, and the activity tells of every step', async () => {
  const cancelled = orders.filter(({ status }) => status === 'cancelled')
  for (const { history } of cancelled) expect(history.at(-1).note).toMatch(/^[A-Z]\w+ \w+.*\.$/)
  const context = { ...service.context, workspaceId: SAMPLE_WORKSPACE_ID, actor: OPERATOR }
  const entries = await orderActivity({ id: SAMPLE_WORKSPACE_ID, context })
  const steps = await context.db
    .selectFrom('sales_order_history')
    .select('order_id')
    .where('workspace_id', '=', SAMPLE_WORKSPACE_ID)
    .execute()
  expect(entries).toHaveLength(steps.length)
})

test('the orders go back a year, obey what can be ordered, and add up', async () => {
  const { rows } = await sql<{ completed: number; days: number; wrong: number; sums: boolean }>`
    select count(*) filter (where status = 'completed')::int as completed,
      extract(day from max(placed_at) - min(placed_at))::int as days,
      bool_and(subtotal = (select sum((l.price ->> 'line')::bigint) from sales_order_line l
        where l.workspace_id = ${SAMPLE_WORKSPACE_ID} and l.order_id = o.id)) as sums,
      (select count(*) from sales_order_line l
        join sales_order o on o.workspace_id = ${SAMPLE_WORKSPACE_ID} and o.id = l.order_id
        join product p on p.workspace_id = ${SAMPLE_WORKSPACE_ID} and p.id = l.product_id
        where l.workspace_id = ${SAMPLE_WORKSPACE_ID} and (l.qty < p.min_order_qty or not p.active
          or l.price ->> 'unit' is null or (p.visibility <> 'all' and not exists (
            select from product_access a where a.workspace_id = ${SAMPLE_WORKSPACE_ID} and a.product_id = p.id
              and a.customer_id = o.customer_id))))::int as wrong
    from sales_order o where workspace_id = ${SAMPLE_WORKSPACE_ID}`.execute(service.context.db)
  expect(rows).toEqual([{ completed: expect.any(Number), days: expect.any(Number), wrong: 0, sums: true }])
  expect(rows[0]!.completed).toBeGreaterThan(200)
  expect(rows[0]!.days).toBeGreaterThan(340)
})

test('an order of the past has the list prices of its time', async () => {
  const hammers = await service.context.db
    .selectFrom('sales_order_line as l')
    .innerJoin('sales_order as o', (join) =>
      join.onRef('o.workspace_id', '=', 'l.workspace_id').onRef('o.id', '=', 'l.order_id'),
    )
    .select('l.price')
    .where('l.workspace_id', '=', SAMPLE_WORKSPACE_ID)
    .where('l.sku', '=', 'TH-HAM16')
    .orderBy('o.number')
    .execute()
  expect([hammers[0], hammers.at(-1)]).toMatchObject([{ price: { list: 915 } }, { price: { list: 945 } }])
})

test("the API lines of the README run as they stand with the sample's key", async () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const [, lines] = /^API=.*\n\n((?:curl .*\n)+)/m.exec(readme)!
  const calls = [...lines!.matchAll(/^curl (?:-X (\w+) )?"\$API(\S+)"(?:.* -d '(.*)')?/gm)]
  expect(calls).toHaveLength(5)
  const { key } = made.find((one) => one.key)!
  const headers = { 'content-type': 'application/json' }
  for (const [line, method = 'GET', path, sent] of calls) {
    const { status } = await service.call(method, path!, { key: key!, ...(sent && { headers, body: sent }) })
    expect({ line, status }).toEqual({ line, status: 200 })
  }
})

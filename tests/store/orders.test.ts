import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { ORDER_STATUSES } from '../../server/src/shared/order-steps.ts'
import { createSample } from '../../server/src/ops/sample/create-sample.ts'
import { OPERATOR } from '../../server/src/ops/operations/run-as-operator.ts'
import { useOwnService } from '../service.ts'
import { orderActivity } from '../http/given-order.ts'

const service = useOwnService()
let workspaceId: string
let key: string
let orders: any[]

const get = async (path: string) => (await service.call('GET', path, { key })).body.data

beforeAll(async () => {
  const made = await createSample({ ...service.context, actor: OPERATOR })
  workspaceId = made.workspaceId
  key = made.key!
  const listed: any[] = await get('/orders?limit=40')
  orders = await Promise.all(listed.map(({ id }) => get(`/orders/${id}`)))
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
  const context = { ...service.context, workspaceId, actor: OPERATOR }
  const entries = await orderActivity({ id: workspaceId, context })
  const steps = await context.db
    .selectFrom('sales_order_history')
    .select('order_id')
    .where('workspace_id', '=', workspaceId)
    .execute()
  expect(entries).toHaveLength(steps.length)
})

test('the orders go back a year, obey what can be ordered, and add up', async () => {
  const { rows } = await sql<{ completed: number; days: number; wrong: number; sums: boolean }>`
    select count(*) filter (where status = 'completed')::int as completed,
      extract(day from max(placed_at) - min(placed_at))::int as days,
      bool_and(subtotal = (select sum((l.price ->> 'line')::bigint) from sales_order_line l
        where l.workspace_id = ${workspaceId} and l.order_id = o.id)) as sums,
      (select count(*) from sales_order_line l
        join sales_order o on o.workspace_id = ${workspaceId} and o.id = l.order_id
        join product p on p.workspace_id = ${workspaceId} and p.id = l.product_id
        where l.workspace_id = ${workspaceId} and (l.qty < p.min_order_qty or not p.active
          or l.price ->> 'unit' is null or (p.visibility <> 'all' and not exists (
            select from product_access a where a.workspace_id = ${workspaceId} and a.product_id = p.id
              and a.customer_id = o.customer_id))))::int as wrong
    from sales_order o where workspace_id = ${workspaceId}`.execute(service.context.db)
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
    .where('l.workspace_id', '=', workspaceId)
    .where('l.sku', '=', 'TH-HAM16')
    .orderBy('o.number')
    .execute()
  expect([hammers[0], hammers.at(-1)]).toMatchObject([{ price: { list: 915 } }, { price: { list: 945 } }])
})

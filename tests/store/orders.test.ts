import { beforeAll, expect, test } from 'vitest'
import { ORDER_STATUSES } from '../../server/src/rules/order-steps.ts'
import { createSample } from '../../server/src/sample/create-sample.ts'
import { OPERATOR } from '../../server/src/operator/run-as-operator.ts'
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
  const listed: any[] = await get('/orders')
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
  expect(orders.map(({ number }) => number)).toEqual(orders.map((_, i) => 1000 + orders.length - i))
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
  expect(entries).toHaveLength(orders.flatMap(({ history }) => history).length)
})

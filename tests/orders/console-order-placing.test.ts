import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import {
  alter,
  done,
  expectDone,
  givenAgreedPrice,
  givenCustomer,
  givenDiscount,
  invalidFields,
  item,
  refusal,
  send,
} from '../given/given.ts'
import { givenMember } from '../given/member.ts'
import { alterCustomer, orderingShop, readOrder } from '../given/order.ts'

const service = useService()

async function staffedShop() {
  const { workspace, customerId } = await orderingShop(service)
  const staff = await givenMember(service, workspace, 'manager')
  return { workspace, customerId, staff }
}

test('pricing an order says for each line what it costs and why, and the next quantity at which a unit is cheaper', async () => {
  const { workspace, customerId, staff } = await staffedShop()
  await givenDiscount(workspace, customerId, 1000)
  await givenAgreedPrice(workspace, customerId, 'PLATE', { unit: 2200, minQty: 12 })
  await givenAgreedPrice(workspace, customerId, 'PLATE', { unit: 2100, minQty: 24 })
  await givenAgreedPrice(workspace, customerId, 'PLATE', { unit: 100, minQty: 48, endsAt: '2026-01-01T00:00:00Z' })
  const priced = (qty: number) =>
    done(staff.post('/orders/price', { customer: 'quay', lines: [{ sku: 'plate', qty }] }))
  expect(await priced(6)).toEqual({
    customer: { id: customerId, accountCode: 'QUAY', name: 'Quay Café', poRequired: false },
    subtotal: 6 * 2295,
    taxRateBp: null,
    tax: null,
    total: null,
    terms: null,
    credit: { policy: 'hold', limit: null, openBalance: null, openOrders: { count: 0, value: 0 } },
    creditHold: null,
    shortfall: null,
    delivery: {
      addresses: [],
      firstDays: ['2026-03-02', '2026-03-03', '2026-03-04'],
      orderBy: null,
      usual: { deliverTo: null, wantedOn: null },
    },
    lines: [
      {
        sku: 'PLATE',
        qty: 6,
        product: { id: expect.any(String), name: 'Azure plate', unitLabel: 'each', minOrderQty: 1, orderMultiple: 1 },
        price: expect.objectContaining({ unit: 2295, line: 6 * 2295, source: 'customer' }),
        candidates: expect.arrayContaining([expect.objectContaining({ source: 'list', applied: false })]),
        nextBreak: { qty: 12, unit: 2200 },
        last: null,
        problem: null,
      },
    ],
  })
  expect((await priced(18)).lines[0]).toMatchObject({ price: { unit: 2200 }, nextBreak: { qty: 24, unit: 2100 } })
  expect((await priced(24)).lines[0]).toMatchObject({ price: { unit: 2100 }, nextBreak: null })
})

test('a larger quantity that costs no less is no break', async () => {
  const { workspace, customerId, staff } = await staffedShop()
  await givenDiscount(workspace, customerId, 5000)
  await givenAgreedPrice(workspace, customerId, 'PLATE', { unit: 2000, minQty: 12 })
  await givenAgreedPrice(workspace, customerId, 'PLATE', { unit: 1000, minQty: 24 })
  const body = { customer: 'QUAY', lines: [{ sku: 'PLATE', qty: 1 }] }
  const { data } = (await staff.post('/orders/price', body)).body
  expect(data.lines[0].nextBreak).toEqual({ qty: 24, unit: 1000 })
})

test('a line that cannot be ordered says why, and is not in the subtotal', async () => {
  const { workspace, staff } = await staffedShop()
  await send(workspace, [
    item({ sku: 'GONE' }),
    item({ sku: 'FREE', listPrice: 100 }),
    item({ sku: 'HIDDEN', onlyFor: [] }),
  ])
  await alter(workspace, 'GONE', { active: false })
  await alter(workspace, 'FREE', { list_price: null })
  await alter(workspace, 'BOWL', { min_order_qty: 6 })
  const skus = ['PLATE', 'GONE', 'FREE', 'HIDDEN', 'BOWL', 'NO-SUCH', 'plate']
  const body = { customer: 'QUAY', lines: skus.map((sku) => ({ sku, qty: 2 })) }
  const { data } = (await staff.post('/orders/price', body)).body
  expect(data.lines.map(({ problem }: any) => problem)).toEqual([
    null,
    expect.stringMatching(/inactive/),
    expect.stringMatching(/no price/),
    expect.stringMatching(/not visible/),
    expect.stringMatching(/from 6 up/),
    expect.stringMatching(/no product/),
    expect.stringMatching(/more than once/),
  ])
  expect(data.lines[5]).toMatchObject({ product: null, price: null })
  expect(data.subtotal).toBe(2 * 2550)
})

test('pricing an order is no write: it works on a workspace that can only be read', async () => {
  const { workspace, staff } = await staffedShop()
  await workspace.context.db.updateTable('workspace').set({ plan: 'lapsed' }).where('id', '=', workspace.id).execute()
  expectDone(await staff.post('/orders/price', { customer: 'QUAY', lines: [{ sku: 'PLATE', qty: 1 }] }))
  const order = { customer: 'QUAY', lines: [{ sku: 'PLATE', qty: 1 }], token: randomUUID() }
  expect(await staff.post('/orders', order)).toEqual(refusal(403, 'read_only'))
})

test('products are suggested at the customer’s price, and only those that it can see', async () => {
  const { workspace, customerId, staff } = await staffedShop()
  await givenDiscount(workspace, customerId, 1000)
  await send(workspace, [item({ sku: 'HIDDEN', name: 'Azure jug', onlyFor: [] })])
  const answer = await staff.get('/orders/products?customer=QUAY&q=azure')
  expectDone(answer)
  expect(answer.body.data.map(({ sku, price }: any) => [sku, price.unit])).toEqual([
    ['BOWL', 1080],
    ['PLATE', 2295],
  ])
  expect(answer.body.currency).toBe('GBP')
})

describe('placing an order for a customer', () => {
  test('staff place it: it has no buyer, and their name', async () => {
    const { workspace, staff } = await staffedShop()
    const lines = [{ sku: 'PLATE', qty: 2, unit: 2550 }]
    const order = { customer: 'QUAY', lines, poNumber: 'PO-1', note: 'Ring first.', token: randomUUID() }
    const answer = await staff.post('/orders', order)
    expectDone(answer)
    expect(await readOrder(workspace, answer.body.data.id)).toMatchObject({
      number: 1001,
      buyer: null,
      poNumber: 'PO-1',
      note: 'Ring first.',
      subtotal: 5100,
      history: [{ status: 'new', by: { type: 'staff', id: staff.id, name: 'Sam Staff' } }],
    })
    const repeated = await staff.post('/orders', order)
    expect(repeated.body).toEqual(answer.body)
  })

  test('a price that is no longer the one shown is asked about, and nothing is placed', async () => {
    const { workspace, customerId, staff } = await staffedShop()
    const lines = [
      { sku: 'BOWL', qty: 1, unit: 1200 },
      { sku: 'PLATE', qty: 2, unit: 2550 },
    ]
    const order = { customer: 'QUAY', lines, token: randomUUID() }
    await givenAgreedPrice(workspace, customerId, 'PLATE', { unit: 2600 })
    const answer = await staff.post('/orders', order)
    expect(answer.status).toBe(409)
    expect(answer.body.error).toMatchObject({
      code: 'conflict',
      issues: [{ path: 'lines.1', message: expect.stringMatching(/"PLATE" costs £26\.00 now.*£25\.50/) }],
    })
    expect((await staff.get('/orders')).body.data).toEqual([])
    const agreed = lines.map((line) => (line.sku === 'PLATE' ? { ...line, unit: 2600 } : line))
    expectDone(await staff.post('/orders', { ...order, lines: agreed }))
  })

  test('what the customer’s terms ask for is named with its field', async () => {
    const { workspace, customerId, staff } = await staffedShop()
    await alterCustomer(workspace, customerId, { po_required: true })
    await givenCustomer(workspace, { accountCode: 'PIER' })
    const order = {
      customer: 'QUAY',
      lines: [
        { sku: 'PLATE', qty: 1 },
        { sku: 'NO-SUCH', qty: 1 },
      ],
      token: randomUUID(),
    }
    expect(invalidFields(await staff.post('/orders', order))).toEqual(['lines.1', 'poNumber'])
    expect(invalidFields(await staff.post('/orders', { ...order, token: undefined, lines: [] }))).toEqual([
      'lines',
      'token',
    ])
  })
})

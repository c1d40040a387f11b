import { expect, test } from 'vitest'
import { lackOf } from '../../server/src/shared/rights.ts'
import { useService } from '../given/service.ts'
import { activityOf } from '../given/activity-of.ts'
import { givenChangeable } from '../given/changeable.ts'
import { alter, done, expectDone, givenDiscount, invalidFields } from '../given/given.ts'
import { givenMember } from '../given/member.ts'
import { orderingShop, readOrder } from '../given/order.ts'
import { pdfTexts } from '../given/pdf-texts.ts'

const service = useService()

const DAMAGED = { unit: 2000, reason: 'damaged box' }
const LABEL = 'Agreed by Ruth Calder: damaged box'

async function changeable() {
  const given = await givenChangeable(service)
  const ruth = await givenMember(service, given.workspace, 'manager', { name: 'Ruth Calder' })
  const post = (body: object) => ruth.post(`/orders/${given.id}/lines`, body)
  const read = () => readOrder(given.workspace, given.id)
  return { ...given, ruth, post, read }
}

test('staff set the price of a line by hand, with a reason, and what the rules gave stays among the candidates', async () => {
  const { workspace, buyer, ruth, id, placed, plate, post, preview, read, mails } = await changeable()
  const asked = [{ id: plate, qty: 2, manual: DAMAGED }]
  expect(await done(preview(asked))).toMatchObject({ lines: [{ price: { unit: 2000, line: 4000 } }] })
  expectDone(await post({ seen: 1, lines: asked }))
  const { lines, history, subtotal } = await read()
  const manual = { source: 'manual', label: LABEL, unit: 2000, discountBp: 0 }
  expect(lines[0]).toEqual({
    ...placed[0],
    price: { ...manual, line: 4000, list: 2550 },
    candidates: [
      { ...manual, minQty: 1, applied: true, reason: 'Nothing comes before it.' },
      { ...placed[0].candidates[0], applied: false, reason: 'A price by hand comes before it.' },
    ],
  })
  expect(lines[1]).toEqual(placed[1])
  expect(subtotal).toBe(4000 + 3600)
  expect(history.at(-1).changes.lines).toEqual([
    {
      sku: 'PLATE',
      name: 'Azure plate',
      from: { qty: 2, unit: 2550 },
      to: { qty: 2, unit: 2000 },
      isPricedAgain: true,
      reason: 'damaged box',
    },
  ])
  expect((await activityOf(workspace, 'order')).at(-1)).toMatchObject({
    action: 'order.change_lines',
    actor: { name: 'Ruth Calder' },
    changes: { unit: [{ sku: 'PLATE', from: 2550, to: 2000, reason: 'damaged box' }] },
  })
  // The buyer reads it wherever the line is.
  expect((await done(buyer.get(`/orders/${id}`))).lines[0].price).toMatchObject({ unit: 2000, label: LABEL })
  expect((await mails()).at(-1)!.text).toContain('2 at £20.00 instead of 2 at £25.50 (damaged box)')
  const pdf = await fetch(`${service.url}/app-api/portal/${buyer.slug}/orders/${id}/pdf`, {
    headers: { cookie: `session=${buyer.token}` },
  })
  expect(
    pdfTexts(Buffer.from(await pdf.arrayBuffer()))
      .flat()
      .join(' '),
  ).toContain('damaged box')
  const file = await ruth.get('/orders/export?format=csv&rows=lines')
  expect(file.body).toContain(LABEL)
  const [entry] = await done(workspace.get('/order-feed?cursor=start'))
  expect(entry.order.lines[0].price).toMatchObject({ source: 'manual', label: LABEL })
})

test('a price by hand stays at another quantity, another one replaces it, and "Update price" ends it', async () => {
  const { workspace, plate, placed, post, read } = await changeable()
  expectDone(await post({ seen: 1, lines: [{ id: plate, qty: 2, manual: DAMAGED }] }))
  expectDone(await post({ seen: 2, lines: [{ id: plate, qty: 5 }] }))
  expect((await read()).lines[0]).toMatchObject({ qty: 5, price: { unit: 2000, line: 10_000, source: 'manual' } })
  expectDone(await post({ seen: 3, lines: [{ id: plate, qty: 5, manual: { unit: 1900, reason: 'a scratch, too' } }] }))
  const { candidates } = (await read()).lines[0]
  expect(candidates.map(({ source, applied }: any) => [source, applied])).toEqual([
    ['manual', true],
    ['list', false],
  ])
  await alter(workspace, 'PLATE', { list_price: 2700 })
  expectDone(await post({ seen: 4, lines: [{ id: plate, qty: 5, price: 'today' }] }))
  const after = (await read()).lines[0]
  expect(after).toMatchObject({ price: { unit: 2700, source: 'list', label: '' }, candidates: [{ applied: true }] })
  expect(after.candidates[0].reason).toBe(placed[0].candidates[0].reason)
})

test('a price 30% or more below the rules is refused until it is confirmed, and so are wrong ones', async () => {
  const { plate, post, preview, read } = await changeable()
  const at = (unit: unknown, reason: unknown = 'damaged') => [{ id: plate, qty: 2, manual: { unit, reason } }]
  // 70% of 25.50 is 17.85.
  expect(invalidFields(await post({ seen: 1, lines: at(1785) }))).toEqual(['lines.0.manual'])
  expect((await done(preview(at(1785)))).lines[0]).toMatchObject({ price: { unit: 1785 } })
  expect(invalidFields(await post({ seen: 1, lines: at(100, ' ') }))).toEqual(['lines.0.manual.reason'])
  expect(invalidFields(await post({ seen: 1, lines: at(100, 'x'.repeat(201)) }))).toEqual(['lines.0.manual.reason'])
  expect(invalidFields(await post({ seen: 1, lines: at(-1) }))).toEqual(['lines.0.manual.unit'])
  expect(invalidFields(await post({ seen: 1, lines: at(2_000_000_000) }))).toEqual(['lines.0.manual.unit'])
  expect((await read()).history).toHaveLength(1)
  expectDone(await post({ seen: 1, lines: at(1786) }))
  expectDone(await post({ seen: 2, lines: at(1), lowPrices: true }))
  expect((await read()).lines[0].price).toMatchObject({ unit: 1, line: 2 })
  // Who has not seen that is told so.
  const late = await post({ seen: 2, lines: at(2000) })
  expect(late.status).toBe(409)
  expect(late.body.error.message).toContain('Ruth Calder has set the price of PLATE by hand.')
})

test('an order on the phone has prices by hand, which its preview shows; another price is another order', async () => {
  const { workspace, customerId } = await orderingShop(service)
  await givenDiscount(workspace, customerId, 1000)
  const ruth = await givenMember(service, workspace, 'manager', { name: 'Ruth Calder' })
  const lines = [
    { sku: 'PLATE', qty: 2, manual: DAMAGED },
    { sku: 'BOWL', qty: 1 },
  ]
  const priced = await done(ruth.post('/orders/price', { customer: 'QUAY', lines }))
  expect(priced).toMatchObject({
    lines: [{ price: { unit: 2000 } }, { price: { unit: 1080 } }],
    subtotal: 5080,
  })
  const order = { customer: 'QUAY', lines, token: 'one' }
  const low = { ...order, lines: [{ ...lines[0]!, manual: { ...DAMAGED, unit: 5 } }] }
  expect(invalidFields(await ruth.post('/orders', low))).toEqual(['lines.0.manual'])
  const { id } = await done(ruth.post('/orders', order))
  expect((await done(ruth.post('/orders', order))).id).toBe(id)
  expect(invalidFields(await ruth.post('/orders', { ...low, lowPrices: true }))).toEqual(['token'])
  const other = [{ ...lines[0]!, manual: { ...DAMAGED, unit: 2100 } }, lines[1]!]
  expect(invalidFields(await ruth.post('/orders', { ...order, lines: other }))).toEqual(['token'])
  const placed = await readOrder(workspace, id)
  expect(placed).toMatchObject({ subtotal: 5080, lines: [{ price: { label: LABEL, list: 2550 } }, {}] })
  expect(placed.lines[0].candidates).toMatchObject([
    { source: 'manual', applied: true },
    { source: 'customer', unit: 2295, reason: 'A price by hand comes before it.' },
    { source: 'list', applied: false },
  ])
})

test('nobody but staff sets prices by hand', async () => {
  const { buyer, workspace } = await changeable()
  expectDone(await buyer.post('/basket/lines', { lines: [{ sku: 'PLATE', qty: 1, manual: DAMAGED }] }))
  const { token, lines } = await done(buyer.get('/basket'))
  const asked = lines.map(({ productId, qty, price }: any) => ({ productId, qty, unit: price.unit, manual: DAMAGED }))
  const { id } = await done(buyer.post('/basket/order', { token, lines: asked }))
  expect((await readOrder(workspace, id)).lines[0].price).toMatchObject({ unit: 2550, source: 'list' })
})

test('the desk of orders sets a price by hand only where the settings allow it, and a viewer nothing', async () => {
  const { workspace, id, plate, ruth } = await changeable()
  const [desk, viewer] = [
    await givenMember(service, workspace, 'orders'),
    await givenMember(service, workspace, 'viewer'),
  ]
  const lines = [{ id: plate, qty: 2, manual: DAMAGED }]
  const order = { customer: 'QUAY', lines: [{ sku: 'PLATE', qty: 1, manual: DAMAGED }], token: crypto.randomUUID() }
  const words = lackOf('orders', 'pricesByHand')
  for (const [path, body] of [
    [`/orders/${id}/lines`, { seen: 1, lines }],
    [`/orders/${id}/lines/preview`, { seen: 1, lines }],
    ['/orders', order],
    ['/orders/price', { customer: 'QUAY', lines: order.lines }],
  ] as const) {
    expect(await desk.post(path, body)).toMatchObject({ status: 403, body: { error: { message: words } } })
  }
  const settings = await done(ruth.get('/ordering'))
  expect((await done(desk.get('/workspace'))).deskSetsPrices).toBe(false)
  expectDone(await ruth.put('/ordering', { ...settings, deskSetsPrices: true }))
  expect((await done(desk.get('/workspace'))).deskSetsPrices).toBe(true)
  expectDone(await desk.post('/orders', order))
  expectDone(await desk.post(`/orders/${id}/lines`, { seen: 1, lines }))
  expect((await viewer.post('/orders', { ...order, lines: [{ sku: 'PLATE', qty: 1 }] })).status).toBe(403)
})

import { expect, onTestFinished, test } from 'vitest'
import { editBuyer } from '../../server/src/customers/buyers.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { alter, done, expectDone, givenCustomer, invalidFields, item, send } from '../given/given.ts'
import { alterCustomer, readOrder } from '../given/order.ts'
import { AFTER, BEFORE, LAST_DAY, PRICED, givenQuotes } from '../given/quote.ts'
import { useService } from '../given/service.ts'

const service = useService()

test('a buyer asks from the basket, which stays, and sees the prices once they are sent', async () => {
  const { workspace, staff, buyer } = await givenQuotes(service)
  expect((await buyer.post('/quotes', {})).body.error.message).toContain('The basket is empty')
  await done(buyer.post('/basket/lines', { lines: [{ sku: 'PLATE', qty: 12 }] }))
  const ask = () => buyer.post('/quotes', { note: 'For the new room.', token: 'asked-once' })
  const { id } = await done(ask())
  expect(await done(ask())).toMatchObject({ id, number: 1 })
  expect((await done(buyer.get('/basket'))).lines).toHaveLength(1)
  expect(await done(staff.get('/quotes?status=asked'))).toMatchObject([
    { id, askedBy: { name: 'Bo Buyer' }, note: 'For the new room.', lineCount: 1 },
  ])
  // What staff work on is not seen before it is sent.
  const edit = { version: 1, lines: [PRICED[0]], validUntil: LAST_DAY, message: 'With pleasure.' }
  const { version } = await done(staff.put(`/quotes/${id}`, edit))
  expect(await done(buyer.get(`/quotes/${id}`))).toMatchObject({
    status: 'asked',
    total: null,
    validUntil: null,
    message: null,
    lines: [{ sku: 'PLATE', qty: 12, unit: null }],
  })
  expect((await buyer.post(`/quotes/${id}/order`, {})).status).toBe(400)
  expect((await buyer.get(`/quotes/${id}/pdf`)).status).toBe(400)
  await done(staff.post(`/quotes/${id}/send`, { version }))
  const seen = await done(buyer.get(`/quotes/${id}`))
  expect(seen).toMatchObject({
    status: 'sent',
    total: 26_400,
    validUntil: LAST_DAY,
    message: 'With pleasure.',
    lines: [{ unit: 2200, list: null, problem: null }],
    history: [
      { status: 'asked', by: 'Bo Buyer' },
      { status: 'sent', by: null },
    ],
  })
  expect(JSON.stringify(seen)).not.toMatch(/candidates|2550/)
  expect((await buyer.get(`/quotes/${id}/pdf`)).status).toBe(200)
  // Another customer does not know of it.
  const other = await givenSignedInBuyer(service, workspace, await givenCustomer(workspace, { accountCode: 'PIER' }))
  for (const path of [`/quotes/${id}`, '/quotes/1', `/quotes/${id}/pdf`]) {
    expect((await other.get(path)).status).toBe(404)
  }
  for (const act of ['order', 'decline', 'again']) {
    expect((await other.post(`/quotes/${id}/${act}`, {})).status).toBe(404)
  }
  expect(await done(other.get('/quotes'))).toEqual([])
})

test('a quote that staff prepare is not seen by buyers until it is sent', async () => {
  const { buyer, begin, sent } = await givenQuotes(service)
  const { id } = await begin()
  expect((await buyer.get(`/quotes/${id}`)).status).toBe(404)
  expect(await done(buyer.get('/quotes'))).toEqual([])
  await sent()
  expect(await done(buyer.get('/quotes'))).toMatchObject([{ number: 2, status: 'sent' }])
})

test('an order from a quote has its prices to the penny, whatever was published meanwhile', async () => {
  const { workspace, buyer, staff, sent } = await givenQuotes(service)
  const { id } = await sent()
  await send(workspace, [
    item({ sku: 'PLATE', name: 'Azure plate', listPrice: 9999 }),
    item({ sku: 'BOWL', name: 'Azure bowl', listPrice: 1, unitLabel: 'box of 6' }),
  ])
  const placed = await done(buyer.post(`/quotes/${id}/order`, { poNumber: 'PO-7', note: 'To the back door' }))
  // A repeat is that order.
  expect(await done(buyer.post(`/quotes/${id}/order`, {}))).toEqual(placed)
  const order = await readOrder(workspace, placed.id)
  expect(order).toMatchObject({ poNumber: 'PO-7', note: 'To the back door', subtotal: 12 * 2200 + 4 * 1100 })
  expect(order.buyer).toMatchObject({ name: 'Bo Buyer' })
  const quote = { source: 'quote', label: 'Quote 1, until 20 March', discountBp: 0 }
  const [plate, bowl] = order.lines
  expect(plate.price).toMatchObject({ ...quote, unit: 2200, line: 26_400 })
  expect(bowl.price).toMatchObject({ ...quote, unit: 1100, line: 4400 })
  expect(plate.candidates[0]).toMatchObject({ ...quote, applied: true })
  expect(plate.candidates.slice(1).every(({ applied }: any) => !applied)).toBe(true)
  expect(plate.candidates.at(-1).source).toBe('list')
  const own = await done(buyer.get(`/orders/${placed.id}`))
  expect(own.lines[0].price).toMatchObject({ unit: 2200, label: quote.label })
  expect(await done(staff.get(`/quotes/${id}`))).toMatchObject({
    status: 'ordered',
    orderId: placed.id,
    orderNumber: placed.number,
    history: [{}, {}, { status: 'ordered', by: { name: 'Bo Buyer' } }],
  })
  expect((await buyer.post(`/quotes/${id}/decline`, {})).status).toBe(400)
  expect((await staff.post(`/quotes/${id}/withdraw`, {})).status).toBe(400)
})

test('a part can be ordered, and more than quoted is at the price of the day unless "or more" says otherwise', async () => {
  const { workspace, buyer, sent } = await givenQuotes(service)
  const { id } = await sent()
  const order = (lines: object[]) => buyer.post(`/quotes/${id}/order`, { lines })
  expect(invalidFields(await order([{ sku: 'CUP', qty: 1 }]))).toEqual(['lines.0'])
  expect(invalidFields(await order([{ sku: 'PLATE', qty: 13 }]))).toEqual(['lines.0'])
  expect((await order([{ sku: 'PLATE', qty: 13, unit: 2200 }])).status).toBe(409)
  const lines = [
    { sku: 'plate', qty: 13, unit: 2550 },
    { sku: 'BOWL', qty: 40 },
  ]
  const { id: orderId } = await done(order(lines))
  expect((await readOrder(workspace, orderId)).lines).toMatchObject([
    { qty: 13, price: { unit: 2550, source: 'list' } },
    { qty: 40, price: { unit: 1100, source: 'quote' } },
  ])
})

test('until the last moment of its day a quote can be ordered, then only asked for again', async () => {
  const { now } = service.time
  onTestFinished(() => void (service.time.now = now))
  const { buyer, sent } = await givenQuotes(service)
  const [{ id }, { id: late }] = [await sent(), await sent()]
  service.time.now = BEFORE
  await done(buyer.post(`/quotes/${id}/order`, {}))
  service.time.now = AFTER
  const refused = await buyer.post(`/quotes/${late}/order`, {})
  expect(refused.body.error.message).toBe('Quote 2 is expired, and cannot be ordered. Ask again.')
  expect((await buyer.post(`/quotes/${late}/decline`, {})).status).toBe(400)
  const again = await done(buyer.post(`/quotes/${late}/again`, { token: 'once-more' }))
  expect(again).toEqual({ id: expect.any(String), number: 3, left: [] })
  expect(await done(buyer.get(`/quotes/${again.id}`))).toMatchObject({
    status: 'asked',
    lines: [{ sku: 'PLATE', qty: 12, unit: null }, { sku: 'BOWL' }],
  })
})

test('the rules of orders hold: limits of buyers, PO numbers, and products that went', async () => {
  const { workspace, customerId, buyer, sent } = await givenQuotes(service)
  const { id } = await sent()
  const order = (body: object = {}) => buyer.post(`/quotes/${id}/order`, body)
  await editBuyer(workspace.context, { id: buyer.id, orderLimit: 10_000 })
  expect((await order()).body.error.message).toBe(
    'You may order up to £100.00. This comes to £308.00: a colleague has to order it.',
  )
  await editBuyer(workspace.context, { id: buyer.id, orderLimit: null })
  await alterCustomer(workspace, customerId, { po_required: true })
  expect(invalidFields(await order())).toEqual(['poNumber'])
  await alterCustomer(workspace, customerId, { po_required: false, min_order_value: 50_000 })
  expect((await order()).status).toBe(400)
  await alterCustomer(workspace, customerId, { min_order_value: null })
  await alter(workspace, 'BOWL', { active: false })
  const gone = await order()
  expect(gone.status).toBe(400)
  expect(gone.body.error.message).toContain('BOWL')
  expect((await done(buyer.get(`/quotes/${id}`))).lines[1].problem).toContain('BOWL')
  // A quoted price holds without one of today.
  await alter(workspace, 'PLATE', { list_price: null })
  expectDone(await order({ lines: [{ sku: 'PLATE', qty: 12 }] }))
})

test('a buyer declines a quote with a word, which closes it', async () => {
  const { staff, buyer, sent } = await givenQuotes(service)
  const { id } = await sent()
  const decline = () => buyer.post(`/quotes/${id}/decline`, { note: 'Too dear.' })
  expectDone(await decline())
  expectDone(await decline())
  expect(await done(staff.get(`/quotes/${id}`))).toMatchObject({
    status: 'declined',
    history: [{}, {}, { status: 'declined', note: 'Too dear.' }],
  })
  expect((await buyer.post(`/quotes/${id}/order`, {})).status).toBe(400)
})

test('of two who act on one quote at once, the second is told, and nothing is ordered twice', async () => {
  const { workspace, customerId, staff, buyer, begin, sent } = await givenQuotes(service)
  const colleague = await givenSignedInBuyer(service, workspace, customerId, { name: 'Cy Colleague' })
  const count = async () => (await done(workspace.get('/orders'))).length
  // Two buyers.
  const first = await sent()
  const [one, two] = await Promise.all([buyer, colleague].map((who) => done(who.post(`/quotes/${first.id}/order`, {}))))
  expect(one).toEqual(two)
  expect(await count()).toBe(1)
  // An order against a withdrawal.
  const second = await sent()
  const [ordered, withdrawn] = await Promise.all([
    buyer.post(`/quotes/${second.id}/order`, {}),
    staff.post(`/quotes/${second.id}/withdraw`, {}),
  ])
  expect([ordered!.status, withdrawn!.status].toSorted()).toEqual([200, 400])
  expect(await count()).toBe(ordered!.status === 200 ? 2 : 1)
  // A send against a withdrawal, and against an edit.
  const third = await begin()
  const edit = { version: third.version, lines: PRICED, validUntil: LAST_DAY, message: null }
  const { version } = await done(staff.put(`/quotes/${third.id}`, edit))
  const acts = await Promise.all([
    staff.post(`/quotes/${third.id}/send`, { version }),
    staff.put(`/quotes/${third.id}`, { ...edit, version }),
    staff.put(`/quotes/${third.id}`, { ...edit, version, message: 'Another' }),
  ])
  expect(acts.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(acts.every(({ status }) => [200, 400, 409].includes(status))).toBe(true)
  const fourth = await begin()
  const priced = await done(staff.put(`/quotes/${fourth.id}`, { ...edit, version: fourth.version }))
  const [sending, withdrawing] = await Promise.all([
    staff.post(`/quotes/${fourth.id}/send`, { version: priced.version }),
    staff.post(`/quotes/${fourth.id}/withdraw`, {}),
  ])
  expect(withdrawing!.status).toBe(200)
  expect([200, 400]).toContain(sending!.status)
  expect((await done(staff.get(`/quotes/${fourth.id}`))).status).toBe('withdrawn')
})

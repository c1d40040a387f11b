import { expect, onTestFinished, test } from 'vitest'
import { deleteProduct } from '../../server/src/catalogue/product-writes.ts'
import { OPERATIONS, runOperation } from '../../server/src/ops/all-operations.ts'
import { expectDone, done, invalidFields, item, send } from '../given/given.ts'
import { activityOf } from '../given/activity-of.ts'
import { givenMember } from '../given/member.ts'
import type { TestMember } from '../given/member.ts'
import { alterCustomer, place, readOrder } from '../given/order.ts'
import { AFTER, BEFORE, LAST_DAY, PRICED, givenQuotes } from '../given/quote.ts'
import { useService } from '../given/service.ts'

const service = useService()

test('staff begin a quote, price it beside the prices of today, and send it, which mails its buyers', async () => {
  const { workspace, staff, begin, mails } = await givenQuotes(service)
  const quote = await begin()
  expect(quote).toMatchObject({
    number: 1,
    status: 'asked',
    customer: { accountCode: 'QUAY' },
    askedBy: null,
    total: null,
    validUntil: null,
    sentAt: null,
    orderId: null,
  })
  expect(quote.lines[0]).toMatchObject({
    sku: 'PLATE',
    qty: 12,
    unit: null,
    orMore: false,
    list: 2550,
    problem: null,
    today: { unit: 2550, source: 'list', label: '' },
    candidates: [{ source: 'list', applied: true }],
  })
  expect(await done(staff.get('/quotes/counts'))).toEqual({ asked: 1, sent: 0 })
  expect((await done(staff.get('/home'))).askedQuotes).toEqual({ total: 1 })
  // Without prices and a day, it isn't sent.
  const { id } = quote
  const early = await staff.post(`/quotes/${id}/send`, { version: quote.version })
  expect(invalidFields(early)).toEqual(['lines.0.unit', 'lines.1.unit', 'validUntil'])
  const edit = { version: quote.version, lines: PRICED, validUntil: LAST_DAY, message: 'As on the telephone.' }
  const priced = await done(staff.put(`/quotes/${id}`, edit))
  expect(priced).toMatchObject({ status: 'asked', total: 12 * 2200 + 4 * 1100, validUntil: LAST_DAY })
  const sent = await done(staff.post(`/quotes/${id}/send`, { version: priced.version }))
  expect(sent).toMatchObject({ status: 'sent', history: [{ status: 'asked' }, { status: 'sent' }] })
  expect(sent.lines[0].candidates).toMatchObject([
    { source: 'quote', unit: 2200, applied: true, label: 'Quote 1, until 20 March' },
    { source: 'list', unit: 2550, applied: false, reason: 'A quoted price comes before it.' },
  ])
  const [mail] = await mails()
  expect(mail).toMatchObject({ subject: expect.stringMatching(/^Quote 1 · /), quoteId: id })
  expect(mail!.text).toContain('until the end of Friday, 20 March 2026')
  expect(mail!.text).toContain('12 at £22.00')
  // A repeat sends nothing again.
  expectDone(await staff.post(`/quotes/${id}/send`, { version: priced.version }))
  expect(await mails()).toHaveLength(1)
  expect((await activityOf(workspace, 'quote')).map(({ action }) => action)).toEqual([
    'quote.ask',
    'quote.change',
    'quote.send',
  ])
  const pdf = await staff.get(`/quotes/${id}/pdf`)
  expect(pdf.headers.get('content-disposition')).toContain('quote-1.pdf')
  // What is shown stays, whatever is published meanwhile.
  await send(workspace, [item({ sku: 'PLATE', name: 'Blue plate', listPrice: 9999 })])
  const later = await done(staff.get(`/quotes/${id}`))
  expect(later.lines[0]).toMatchObject({ name: 'Azure plate', unit: 2200, list: 2550 })
  const listed = await done(workspace.get('/quotes?status=sent'))
  expect(listed).toMatchObject([{ id, number: 1, total: later.total, validUntil: LAST_DAY }])
  expect((await done(workspace.get('/quotes/1'))).lines[1]).toMatchObject({ sku: 'BOWL', unit: 1100, orMore: true })
})

test('what is wrong with a quote is said at its field, and two of the staff do not overwrite each other', async () => {
  const { staff, begin } = await givenQuotes(service)
  const { id, version } = await begin()
  const put = (edit: object) =>
    staff.put(`/quotes/${id}`, { version, lines: PRICED, validUntil: LAST_DAY, message: null, ...edit })
  for (const validUntil of ['2026-02-28', '2027-03-04', '2026-02-30']) {
    expect(invalidFields(await put({ validUntil }))).toEqual(['validUntil'])
  }
  const twice = [PRICED[0], { ...PRICED[0], sku: 'plate' }, { ...PRICED[1], sku: 'CUP' }]
  expect(invalidFields(await put({ lines: twice }))).toEqual(['lines.1', 'lines.2'])
  expectDone(await put({}))
  const second = await put({ message: 'Another word' })
  expect(second.status).toBe(409)
  expect(second.body.error.message).toMatch(/^Ruth Calder changed this/)
  expect((await staff.post(`/quotes/${id}/send`, { version })).status).toBe(409)
  expect((await staff.get('/quotes/77')).status).toBe(404)
  const unknown = await staff.post('/quotes', { customer: 'QUAY', lines: [{ sku: 'NONE', qty: 1 }] })
  expect(invalidFields(unknown)).toEqual(['lines.0'])
  expect(invalidFields(await staff.post('/quotes', { customer: 'QUAY' }))).toEqual(['lines'])
})

test('a price 30% or more below that of the rules is asked about once more before it is sent', async () => {
  const { staff, begin } = await givenQuotes(service)
  const { id, version } = await begin()
  const lines = [{ ...PRICED[0], unit: 1000 }, PRICED[1]]
  const priced = await done(staff.put(`/quotes/${id}`, { version, lines, validUntil: LAST_DAY, message: null }))
  const refused = await staff.post(`/quotes/${id}/send`, { version: priced.version })
  expect(invalidFields(refused)).toEqual(['lines.0.unit'])
  expectDone(await staff.post(`/quotes/${id}/send`, { version: priced.version, lowPrices: true }))
})

test('a quote comes from an order, is copied and withdrawn; with a token a repeat begins no second one', async () => {
  const { workspace, staff, sent, mails } = await givenQuotes(service)
  const order = await place(workspace, { lines: [{ sku: 'BOWL', qty: 7 }] })
  const again = () => staff.post('/quotes', { customer: 'QUAY', fromOrder: order.id, token: 'once' })
  const first = await done(again())
  expect(await done(again())).toEqual(first)
  expect((await done(staff.get(`/quotes/${first.id}`))).lines).toMatchObject([{ sku: 'BOWL', qty: 7, unit: null }])
  const quote = await sent()
  const copy = await done(staff.post(`/quotes/${quote.id}/copy`, {}))
  expect(copy).toMatchObject({ number: 3, left: [] })
  expect(await done(staff.get(`/quotes/${copy.id}`))).toMatchObject({
    status: 'asked',
    total: quote.total,
    validUntil: null,
    lines: [{ unit: 2200 }, { unit: 1100, orMore: true }],
  })
  const withdraw = () => staff.post(`/quotes/${quote.id}/withdraw`, { note: 'Sold out.' })
  expect(await done(withdraw())).toMatchObject({ status: 'withdrawn' })
  expectDone(await withdraw())
  const told = await mails()
  expect(told.map(({ subject }) => subject.replace(/ · .*/, ''))).toEqual(['Quote 2', 'Quote 2 was withdrawn'])
  expect(told[1]!.text).toContain('Sold out.')
  // What staff prepared alone is withdrawn without a word.
  expectDone(await staff.post(`/quotes/${copy.id}/withdraw`, {}))
  expect(await mails()).toHaveLength(2)
  expect((await staff.post(`/quotes/${quote.id}/send`, { version: quote.version })).status).toBe(400)
})

test('the prices of a quote become agreed prices of its customer in one press, all or none', async () => {
  const { workspace, customerId, staff, begin, sent } = await givenQuotes(service)
  const { id: asked } = await begin()
  expect((await staff.post(`/quotes/${asked}/agree`, { until: '2026-12-31' })).status).toBe(400)
  const { id } = await sent()
  expect(invalidFields(await staff.post(`/quotes/${id}/agree`, { until: '2025-12-31' }))).toEqual(['until'])
  expect(await done(staff.post(`/quotes/${id}/agree`, { until: '2026-12-31' }))).toEqual({ agreed: 2 })
  expect(await done(staff.post(`/quotes/${id}/agree`, { until: '2026-12-31' }))).toEqual({ agreed: 0 })
  const prices = await done(staff.get(`/customers/${customerId}/agreed-prices`))
  expect(prices).toMatchObject([
    { unit: 1100, minQty: 4 },
    { unit: 2200, minQty: 12 },
  ])
  const { data } = (await workspace.get('/prices?sku=PLATE&customer=QUAY&qty=12')).body
  expect(data.price).toMatchObject({ unit: 2200, source: 'agreed' })
})

test('a quote expires at the end of its last day, in lists, counts and filters alike, and nothing is written', async () => {
  const { now } = service.time
  onTestFinished(() => void (service.time.now = now))
  const { workspace, staff, sent } = await givenQuotes(service)
  const { id } = await sent()
  const seen = async (status: string) => (await done(staff.get(`/quotes?status=${status}`))).length
  service.time.now = BEFORE
  const before = await workspace.get('/quotes')
  expect(before.body.data).toMatchObject([{ status: 'sent' }])
  expect([await seen('sent'), await seen('expired')]).toEqual([1, 0])
  service.time.now = AFTER
  const tag = { 'if-none-match': before.headers.get('etag')! }
  const after = await service.call('GET', '/quotes', { key: workspace.key, headers: tag })
  expect(after.status).toBe(200)
  expect(after.body.data).toMatchObject([{ status: 'expired' }])
  expect([await seen('sent'), await seen('expired')]).toEqual([0, 1])
  expect(await done(staff.get('/quotes/counts'))).toEqual({ asked: 0, sent: 0 })
  expect(await done(staff.get(`/quotes/${id}`))).toMatchObject({ status: 'expired' })
  expect((await staff.post(`/quotes/${id}/withdraw`, {})).body.error.message).toBe(
    'Quote 1 is expired already, and cannot be withdrawn.',
  )
})

test('staff order a quote for a customer who says yes: all of it, once, and at its prices', async () => {
  const { workspace, customerId, staff, buyer, begin, sent } = await givenQuotes(service)
  const order = (id: string, body: object = {}) => staff.post(`/quotes/${id}/order`, body)
  expect((await order((await begin()).id)).body.error.message).toBe('Quote 1 has no prices yet, and cannot be ordered.')
  const { id, total } = await sent()
  await alterCustomer(workspace, customerId, { po_required: true, min_order_value: total + 1 })
  expect(invalidFields(await order(id))).toEqual(['poNumber'])
  await send(workspace, [item({ sku: 'PLATE', name: 'Azure plate', listPrice: 9999 })])
  // With the buyer at once, there is one order.
  await alterCustomer(workspace, customerId, { po_required: false, min_order_value: null })
  const [placed, theirs] = await Promise.all([
    done(order(id, { poNumber: 'PHONE-1' })),
    done(buyer.post(`/quotes/${id}/order`, { poNumber: 'PHONE-1' })),
  ])
  expect(placed).toEqual(theirs)
  expect(await readOrder(workspace, placed.id)).toMatchObject({
    poNumber: 'PHONE-1',
    subtotal: total,
    lines: [{ price: { source: 'quote', unit: 2200 } }, { price: { source: 'quote', unit: 1100 } }],
  })
  // What was offered may stay below the minimum order.
  await alterCustomer(workspace, customerId, { min_order_value: total + 1 })
  const small = await sent()
  const { id: orderId } = await done(order(small.id))
  expect(await readOrder(workspace, orderId)).toMatchObject({ buyer: null, subtotal: total })
  expect(await done(staff.get(`/quotes/${small.id}`))).toMatchObject({ status: 'ordered', orderId })
  const withdrawn = await sent()
  expectDone(await staff.post(`/quotes/${withdrawn.id}/withdraw`, {}))
  expect((await order(withdrawn.id)).status).toBe(400)
  const gone = await sent()
  await deleteProduct(workspace.context, { id: gone.lines[1].productId })
  expect((await order(gone.id)).body.error.message).toContain('BOWL')
})

test('the operator lists, shows, sends and withdraws quotes', async () => {
  const { workspace, staff, begin } = await givenQuotes(service)
  const run = (name: 'quote list' | 'quote show' | 'quote send' | 'quote withdraw', input: object = {}) =>
    runOperation(service.context, name, { ...input, workspaceId: workspace.id } as never)
  const { id, version } = await begin()
  expectDone(await staff.put(`/quotes/${id}`, { version, lines: PRICED, validUntil: LAST_DAY, message: null }))
  await run('quote send', { id: '1' })
  const listed = await run('quote list', { status: 'sent' })
  const print = OPERATIONS['quote list'].print!
  expect(print(listed as never, {} as never)).toEqual([
    ['quote', 'status', 'customer', 'lines', 'total', 'valid until'],
    ['1', 'sent', 'Quay Café', '2', '£308.00', LAST_DAY],
  ])
  const shown = await run('quote show', { id: '1' })
  expect(OPERATIONS['quote show'].print!(shown as never, {} as never)).toContain('4 or more × BOWL Azure bowl: £11.00')
  await run('quote withdraw', { id, note: 'Sold out.' })
  expect((await done(staff.get(`/quotes/${id}`))).status).toBe('withdrawn')
  await expect(run('quote show', { id: '7' })).rejects.toThrow('There is no quote with the id or number "7".')
})

test('the role Orders prepares its own quotes, at the prices of the rules, and copies those of others', async () => {
  const { workspace, staff, begin, sent } = await givenQuotes(service)
  const desk = await givenMember(service, workspace, 'orders', { name: 'Dora Desk' })
  const theirs = await begin()
  const lines = PRICED.map((line, i) => ({ ...line, unit: [2550, 1200][i]! }))
  for (const refused of [
    await desk.put(`/quotes/${theirs.id}`, { version: theirs.version, lines, validUntil: LAST_DAY, message: null }),
    await desk.post(`/quotes/${theirs.id}/send`, { version: theirs.version }),
    await desk.post(`/quotes/${theirs.id}/withdraw`, {}),
  ]) {
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      expect.stringMatching(/ made this quote\. Ask them/),
    ])
  }
  const { id } = await done(
    desk.post('/quotes', { customer: 'QUAY', lines: PRICED.map(({ sku, qty }) => ({ sku, qty })) }),
  )
  const { version } = await done(desk.get(`/quotes/${id}`))
  const put = (who: TestMember, units: number[], at = version) => {
    const priced = PRICED.map((line, i) => ({ ...line, unit: units[i]! }))
    return who.put(`/quotes/${id}`, { version: at, lines: priced, validUntil: LAST_DAY, message: null })
  }
  expect((await put(desk, [2549, 1200])).status).toBe(403)
  const begun = (unit: number) =>
    desk.post('/quotes', {
      customer: 'QUAY',
      lines: [
        { sku: 'PLATE', qty: 12, unit },
        { sku: 'BOWL', qty: 1 },
      ],
    })
  expect((await begun(2549)).status).toBe(403)
  expectDone(await begun(2550))
  expectDone(await put(desk, [2550, 1200]))
  expectDone(await put(staff, [2200, 1200], version + 1))
  // What was priced stays; another quantity would be another price.
  expectDone(await put(desk, [2200, 1200], version + 2))
  expectDone(await desk.post(`/quotes/${id}/send`, { version: version + 3 }))
  const copy = await done(desk.post(`/quotes/${(await sent()).id}/copy`, {}))
  expect((await done(desk.get(`/quotes/${copy.id}`))).total).toBeNull()
  expect((await desk.post(`/quotes/${id}/agree`, { until: LAST_DAY })).status).toBe(403)
  const viewer = await givenMember(service, workspace, 'viewer')
  expectDone(await viewer.get(`/quotes/${id}`))
  expect((await viewer.post('/quotes', { customer: 'QUAY', lines: [{ sku: 'PLATE', qty: 1 }] })).status).toBe(403)
})

test('the role Orders is told to copy the quote of a colleague who was erased, and can', async () => {
  const { workspace, staff, begin } = await givenQuotes(service)
  const { id } = await begin()
  const owner = await givenMember(service, workspace, 'owner')
  expectDone(await owner.delete(`/people/${staff.id}`))
  expectDone(await owner.post(`/people/${staff.id}/erase`))
  const desk = await givenMember(service, workspace, 'orders')
  const { status, body } = await desk.post(`/quotes/${id}/withdraw`, {})
  expect([status, body.error?.message]).toEqual([403, 'Somebody who has left made this quote. Copy it to go on.'])
  const copy = await done(desk.post(`/quotes/${id}/copy`, {}))
  expectDone(await desk.post(`/quotes/${copy.id}/withdraw`, {}))
})

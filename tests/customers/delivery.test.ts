import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { orderPdf } from '../../server/src/files/export/order-pdf.ts'
import { useService } from '../given/service.ts'
import { done, expectDone, givenCustomer, invalidFields } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { givenMember } from '../given/member.ts'
import { orderingShop, place, readOrder, refusedOrder } from '../given/order.ts'
import { pdfTexts } from '../given/pdf-texts.ts'

const service = useService()

const MILL = {
  id: 'MILL',
  name: 'Mill Road site',
  lines: ['12 Mill Road'],
  postcode: 'LS1',
  city: 'Leeds',
  country: null,
}
const DOCK = { name: 'Dock', lines: ['1 The Dock', 'Gate 4'] }

async function shop() {
  const { workspace, customerId } = await orderingShop(service)
  const put = (fields: object) =>
    workspace.put('/customers', { customers: [{ accountCode: 'QUAY', name: 'Quay', ...fields }] })
  expectDone(await put({ addresses: [MILL, DOCK] }))
  const owner = await givenMember(service, workspace, 'owner')
  const set = async (changes: object) => {
    const settings = await done(owner.get('/ordering'))
    return owner.put('/ordering', { ...settings, ...changes })
  }
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  const read = () => done(workspace.get(`/customers/${customerId}`))
  return { workspace, customerId, put, owner, set, buyer, read }
}

test('a customer has addresses: left out they stay, a list replaces them, and the same again changes nothing', async () => {
  const { workspace, put, read } = await shop()
  const { addresses, updatedAt } = await read()
  const dock = { ...DOCK, id: expect.any(String), postcode: null, city: null, country: null }
  expect(addresses).toEqual([MILL, dock].map((address) => ({ ...address, source: 'api' })))
  service.later()
  expectDone(await put({}))
  expectDone(await put({ addresses: [MILL, DOCK] }))
  expect(await read()).toMatchObject({ addresses, updatedAt })
  expect((await workspace.get('/customers')).body.data[0].addresses).toEqual(addresses)
  // The same name is the same address, moved to another street.
  expectDone(await put({ addresses: [{ ...DOCK, lines: ['2 The Dock'] }] }))
  expect((await read()).addresses).toMatchObject([{ id: addresses[1].id, lines: ['2 The Dock'] }])
  expectDone(await put({ addresses: [] }))
  expect((await read()).addresses).toEqual([])
})

test('what an ERP sends leaves the addresses that buyers and staff added, and each says who did', async () => {
  const { customerId, put, owner, buyer, read, set } = await shop()
  expectDone(await set({ allowAddresses: true }))
  expectDone(await buyer.post('/addresses', { ...DOCK, name: 'Stall' }))
  const { version, addresses } = await done(owner.get(`/customers/${customerId}`))
  expectDone(
    await owner.patch(`/customers/${customerId}`, { version, addresses: [...addresses, { ...DOCK, name: 'Office' }] }),
  )
  const shown = async () => (await read()).addresses.map(({ name, source }: any) => `${name} ${source}`)
  expect(await shown()).toEqual(['Mill Road site api', 'Dock api', 'Stall buyer', 'Office staff'])
  // A name that another one has is no reason to take it over.
  expectDone(await put({ addresses: [MILL, { ...DOCK, name: 'Stall', lines: ['9 Elsewhere'] }] }))
  expect(await shown()).toEqual(['Mill Road site api', 'Stall api', 'Stall buyer', 'Office staff'])
  const { updatedAt } = await read()
  service.later()
  expectDone(await put({ addresses: [MILL, { ...DOCK, name: 'Stall', lines: ['9 Elsewhere'] }] }))
  expect(await read()).toMatchObject({ updatedAt })
  // Whoever sends all that was read, changes nothing.
  expectDone(await put({ addresses: (await read()).addresses }))
  expect(await read()).toMatchObject({ updatedAt })
  expectDone(await put({ addresses: [] }))
  expect(await shown()).toEqual(['Stall buyer', 'Office staff'])
})

test('what is wrong with an address is said at its field', async () => {
  const { put } = await shop()
  const wrong = [{ name: ' ', lines: [] }, { ...DOCK, lines: ['x'.repeat(81), ''] }, MILL, { ...MILL, id: 'mill' }]
  const at = 'customers.0.addresses'
  expect(invalidFields(await put({ addresses: wrong.slice(0, 2) }))).toEqual([
    `${at}.0.lines`,
    `${at}.0.name`,
    `${at}.1.lines.0`,
    `${at}.1.lines.1`,
  ])
  expect(invalidFields(await put({ addresses: wrong.slice(2) }))).toEqual([`${at}.1.id`])
  const many = Array.from({ length: 21 }, (_, i) => ({ ...DOCK, name: `Dock ${i}` }))
  expect(invalidFields(await put({ addresses: many }))).toEqual([at])
})

test('an order keeps where and when it is wanted, whatever becomes of the address; PDF and mail say it', async () => {
  const { workspace, customerId, owner, put, buyer } = await shop()
  const where = { deliverTo: MILL, wantedOn: '2026-03-06' }
  const asked = { customer: 'QUAY', lines: [{ sku: 'PLATE', qty: 1 }], deliverTo: 'MILL', wantedOn: '2026-03-06' }
  const { id } = await done(owner.post('/orders', { ...asked, token: 'a' }))
  expect(await done(owner.post('/orders', { ...asked, token: 'a' }))).toMatchObject({ id })
  const other = await owner.post('/orders', { ...asked, wantedOn: '2026-03-09', token: 'a' })
  expect(invalidFields(other)).toEqual(['token'])
  await place(workspace, { deliverTo: 'mill', wantedOn: '2026-03-06', buyer: buyer.email })
  expectDone(await put({ addresses: [{ ...MILL, lines: ['99 Elsewhere'] }] }))
  expect(await readOrder(workspace, id)).toMatchObject(where)
  expect((await workspace.get('/orders')).body.data).toMatchObject([where, where])
  expect(await done(buyer.get(`/orders/${id}`))).toMatchObject(where)
  expect(await done(owner.get(`/orders/${id}`))).toMatchObject(where)
  const { db } = workspace.context
  const mail = await db.selectFrom('mail').select('text').where('recipient', '=', buyer.email).executeTakeFirstOrThrow()
  expect(mail.text).toContain('Deliver to: Mill Road site, 12 Mill Road, Leeds LS1\nWanted on: Friday, 6 March 2026')
  const { pdf } = await orderPdf({ ...workspace.context, customerId }, id)
  expect(
    pdfTexts(await buffer(pdf))
      .flat()
      .join(' '),
  ).toContain('Wanted on: Friday, 6 March 2026')
})

test('a day that is not possible is refused with the next one, whoever orders, and so is an address of another', async () => {
  const { workspace, owner, set, buyer } = await shop()
  await givenCustomer(workspace, { accountCode: 'RIVAL' })
  expectDone(await set({ orderDays: [5, 1, 3, 2, 4, 1], cutOff: '14:00', leadDays: 1 }))
  expect((await done(owner.get('/ordering'))).orderDays).toEqual([1, 2, 3, 4, 5])
  // Today is Monday, 2 March, and it is noon.
  expect(await refusedOrder(workspace, { wantedOn: '2026-03-02' })).toMatchObject({
    issues: [
      {
        path: 'wantedOn',
        message: 'Monday, 2 March 2026 is too soon: choose Tuesday, 3 March 2026, the next possible day.',
      },
    ],
  })
  expect(await refusedOrder(workspace, { wantedOn: '2026-03-07' })).toMatchObject({
    issues: [{ message: expect.stringContaining('choose Monday, 9 March 2026, the next possible day.') }],
  })
  expect(await refusedOrder(workspace, { wantedOn: 'soon', deliverTo: 'NOWHERE' })).toMatchObject({
    issues: [{ path: 'deliverTo' }, { path: 'wantedOn' }],
  })
  const lines = [{ sku: 'PLATE', qty: 1 }]
  expect(await refusedOrder(workspace, { customer: 'RIVAL', deliverTo: 'MILL', lines })).toMatchObject({
    issues: [{ path: 'deliverTo' }],
  })
  const { basket } = await done(buyer.post('/basket/lines', { lines }))
  expect(basket).toMatchObject({
    deliverTo: 'MILL',
    wantedOn: null,
    delivery: { orderBy: 'Order by 14:00 for Tuesday' },
  })
  const sent = { token: basket.token, lines: [{ productId: basket.lines[0].productId, qty: 1, unit: 2550 }] }
  expect(invalidFields(await buyer.post('/basket/order', { ...sent, wantedOn: '2026-03-02' }))).toEqual(['wantedOn'])
  expect(await done(buyer.put('/basket', { wantedOn: '2026-03-02' }))).toMatchObject({
    wantedProblem: expect.stringContaining('Tuesday, 3 March 2026'),
  })
  for (const changes of [{ orderDays: [] }, { orderDays: [8] }, { cutOff: '25:00' }, { leadDays: 61 }]) {
    expect(invalidFields(await set(changes))[0]).toMatch(new RegExp(`^${Object.keys(changes)[0]}`))
  }
})

test('the basket begins with the last address and day of the week, and keeps what the buyer says instead', async () => {
  const { workspace, buyer, owner, read } = await shop()
  const [, dock] = (await read()).addresses
  await place(workspace, { deliverTo: dock.id, wantedOn: '2026-03-05' })
  service.later()
  const { basket } = await done(buyer.post('/basket/lines', { lines: [{ sku: 'PLATE', qty: 1 }] }))
  expect(basket).toMatchObject({ deliverTo: dock.id, wantedOn: '2026-03-05', wantedProblem: null })
  const priced = await done(owner.post('/orders/price', { customer: 'QUAY', lines: [] }))
  expect(priced.delivery.usual).toEqual({ deliverTo: dock.id, wantedOn: '2026-03-05' })
  expect(await done(buyer.put('/basket', { deliverTo: 'MILL', wantedOn: null }))).toMatchObject({
    deliverTo: 'MILL',
    wantedOn: null,
  })
  expect(await done(buyer.put('/basket', { note: 'Ring.' }))).toMatchObject({ deliverTo: 'MILL', wantedOn: null })
  const sent = { token: basket.token, lines: [{ productId: basket.lines[0].productId, qty: 1, unit: 2550 }] }
  const { id } = await done(buyer.post('/basket/order', { ...sent, deliverTo: 'MILL', wantedOn: null }))
  expect(await readOrder(workspace, id)).toMatchObject({ deliverTo: MILL, wantedOn: null })
})

test('buyers change addresses of their own customer only, and only where the wholesaler allows it', async () => {
  const { workspace, buyer, owner, set, read } = await shop()
  expect((await buyer.post('/addresses', DOCK)).status).toBe(403)
  expectDone(await set({ allowAddresses: true }))
  const colleagues = Array.from({ length: 4 }, (_, i) => buyer.post('/addresses', { ...DOCK, name: `Dock ${i}` }))
  for (const answer of await Promise.all(colleagues)) expectDone(answer)
  expect((await read()).addresses).toHaveLength(6)
  expectDone(await buyer.put('/addresses/MILL', { ...DOCK, name: 'Mill' }))
  expect((await read()).addresses[0]).toMatchObject({ id: 'MILL', name: 'Mill', lines: DOCK.lines })
  const rival = await givenSignedInBuyer(service, workspace, await givenCustomer(workspace, { accountCode: 'RIVAL' }))
  expect((await rival.delete('/addresses/MILL')).status).toBe(404)
  expectDone(await buyer.delete('/addresses/MILL'))
  expect((await buyer.delete('/addresses/MILL')).status).toBe(404)
  // Staff who look at an older state are told, and overwrite nothing.
  const { id, version } = await done(owner.get(`/customers/${(await read()).id}`))
  expectDone(await buyer.post('/addresses', MILL))
  expect((await owner.patch(`/customers/${id}`, { version, addresses: [] })).status).toBe(409)
})

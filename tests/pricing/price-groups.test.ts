import { expect, test } from 'vitest'
import { OPERATIONS } from '../../server/src/ops/all-operations.ts'
import { useService } from '../given/service.ts'
import { givenMember } from '../given/member.ts'
import { named, operator, priceOf, put, shop } from '../given/price-groups.ts'
import { done, expectDone, givenAgreedPrice, givenDiscount, invalidFields, refusal } from '../given/given.ts'

const service = useService()

test('a customer gets into a price group by name, stays in it when left out, and leaves it by null', async () => {
  const { workspace, gold } = await shop(service)
  expect((await done(workspace.get('/customers/QUAY'))).group).toBe(null)
  expectDone(await put(workspace, named('QUAY', { group: 'gold' })))
  expectDone(await put(workspace, named('QUAY', { notes: 'Called.' })))
  const customer = await done(workspace.get('/customers/QUAY'))
  expect(customer).toMatchObject({
    group: { id: gold, name: 'Gold' },
    discountRules: [{ label: 'Gold: 12.5% off Hollin', group: { id: gold, name: 'Gold' } }],
    agreedPrices: [{ sku: 'A-1', label: 'Gold: Agreed price from 10', group: { id: gold, name: 'Gold' } }],
  })
  const explained = await priceOf(workspace, 'QUAY', 'B-2')
  expect(explained.price).toMatchObject({ unit: 1_750, source: 'brand', label: 'Gold: 12.5% off Hollin' })
  expect((await done(workspace.get('/products?customer=QUAY&q=B-2')))[0].price).toEqual(explained.price)

  const refused = await put(workspace, named('QUAY'), named('MILL', { group: 'Platinum' }))
  expect(invalidFields(refused)).toEqual(['customers.1.group'])
  expectDone(await put(workspace, named('QUAY', { group: null })))
  expect(await done(workspace.get('/customers/QUAY'))).toMatchObject({ group: null, discountRules: [] })
  expect((await priceOf(workspace, 'QUAY', 'B-2')).price).toMatchObject({ unit: 2_000, source: 'list' })
})

test("a customer's own terms come before all of its price group's, and the reasons say so", async () => {
  const { workspace, customers, gold } = await shop(service)
  await givenAgreedPrice(workspace, { group: gold }, 'B-2', { unit: 1_200 })
  await givenDiscount(workspace, customers[0]!, 300)
  expectDone(await put(workspace, named('QUAY', { group: 'Gold' })))
  const { price, candidates } = await priceOf(workspace, 'QUAY', 'B-2')
  expect(price).toMatchObject({ unit: 1_940, label: '3% off everything' })
  expect(candidates.map(({ label, reason }: any) => `${label}: ${reason}`)).toEqual([
    '3% off everything: Nothing comes before it.',
    'Gold: Agreed price: Own terms come before those of Gold.',
    'Gold: 12.5% off Hollin: Own terms come before those of Gold.',
    ': A discount on everything comes before the list price.',
  ])
})

test('the history of a price group has what happened to it and its terms, and nothing of others', async () => {
  const { staff, gold, customers } = await shop(service)
  const on = { appliesTo: 'all' }
  const { id: silver } = await done(staff.post('/price-groups', { name: 'Silver' }))
  const { id: rule } = await done(staff.put(`/price-groups/${silver}/discounts`, { on, discountBp: 500, seenBp: null }))
  expectDone(await staff.put(`/price-groups/${gold}/discounts`, { on, discountBp: 700, seenBp: null }))
  expectDone(await staff.put(`/customers/${customers[0]}/discounts`, { on, discountBp: 900, seenBp: null }))
  const price = { sku: 'A-1', unit: 700, minQty: 1, startsOn: null, endsOn: null }
  expectDone(await staff.post(`/price-groups/${silver}/agreed-prices`, price))
  expectDone(await staff.delete(`/discounts/${rule}?seenBp=500`))
  expectDone(await staff.patch(`/price-groups/${silver}`, { name: 'Bronze' }))
  const history = await staff.get(`/price-groups/${silver}/history`)
  expect(history.body.data.map(({ action }: { action: string }) => action)).toEqual([
    'price_group.rename',
    'discount_rule.remove',
    'agreed_price.set',
    'discount_rule.set',
    'price_group.create',
  ])
  expect((await staff.get(`/price-groups/${silver}/history?limit=2&offset=3`)).body.data).toEqual(
    history.body.data.slice(3),
  )
  const stranger = await givenMember(service, await service.workspace(), 'manager')
  expect(await stranger.get(`/price-groups/${silver}/history`)).toEqual(refusal(404, 'not_found'))
})

test('a price group is added, renamed and removed; an earlier time still knows it', async () => {
  const { workspace, staff, gold } = await shop(service)
  expect(invalidFields(await staff.post('/price-groups', { name: 'GOLD' }))).toEqual(['name'])
  const { id: silver } = await done(staff.post('/price-groups', { name: 'Silver' }))
  expectDone(await staff.patch(`/price-groups/${silver}`, { name: 'Bronze' }))
  expectDone(await put(workspace, named('QUAY', { group: 'Gold' }), named('MILL', { group: 'Gold', name: 'Mill' })))
  expect(await done(staff.get('/price-groups'))).toEqual([
    { id: silver, name: 'Bronze', customerCount: 0, discountCount: 0, agreedPriceCount: 0 },
    { id: gold, name: 'Gold', customerCount: 2, discountCount: 1, agreedPriceCount: 1 },
  ])
  service.later()
  const then = service.time.now
  service.later()
  expectDone(await staff.patch(`/price-groups/${gold}`, { name: 'Platinum' }))
  const pastPrice = async () =>
    (await done(workspace.get(`/prices?customer=QUAY&sku=B-2&at=${then.toISOString()}`))).price
  expect(await pastPrice()).toMatchObject({ unit: 1_750, label: 'Gold: 12.5% off Hollin' })
  service.later()
  expect(await done(staff.get(`/price-groups/${gold}/removal`))).toMatchObject({ customers: 2, products: 1, rising: 1 })
  expect(await staff.delete(`/price-groups/${gold}?customers=1`)).toEqual(refusal(409, 'conflict'))
  expectDone(await staff.delete(`/price-groups/${gold}?customers=2`))
  expect((await priceOf(workspace, 'QUAY', 'B-2')).price).toMatchObject({ unit: 2_000 })
  expect(await pastPrice()).toMatchObject({ unit: 1_750, label: 'Gold: 12.5% off Hollin' })
  expect(await staff.get(`/price-groups/${gold}`)).toEqual(refusal(404, 'not_found'))
  const actions = (await done(workspace.get('/activity?subject=price_group'))).map(({ action }: any) => action)
  expect(actions).toEqual(['price_group.remove', 'price_group.rename', 'price_group.rename', 'price_group.create'])
})

test('many customers get into a price group at one instant, as was shown, and are given back what they had', async () => {
  const { workspace, staff, customers, gold } = await shop(service)
  const chosen = { filter: { q: 'quay' }, expected: 3 }
  const moves = await done(staff.post('/customers/price-moves', { customers: chosen, group: gold }))
  expect(moves).toMatchObject({ products: 1, customers: 3, falling: 1, largestDropBp: 1_250 })
  const bulk = (body: object) => staff.post('/customers/bulk', body)
  const change = { field: 'group', value: gold }
  expect(await bulk({ customers: chosen, change, seenMoves: null })).toMatchObject({
    status: 409,
    body: { error: { code: 'conflict', issues: [{ path: 'seenMoves' }] } },
  })
  expect(await bulk({ customers: { ...chosen, expected: 2 }, change })).toEqual(refusal(409, 'conflict'))
  const cursor = (await workspace.get('/price-feed?customer=MILL')).body.nextCursor
  service.later()
  const edited = await done(bulk({ customers: chosen, change, seenMoves: moves }))
  expect(edited).toEqual({ found: 3, changed: 3, undo: expect.any(String) })
  const { data } = (await workspace.get(`/price-feed?customer=MILL&cursor=${cursor}`)).body
  expect(data.toSorted((a: any, b: any) => (a.sku < b.sku ? -1 : 1))).toMatchObject([
    { sku: 'A-1', price: { unit: 1_000 }, breaks: [{ minQty: 10, unit: 800 }] },
    { sku: 'B-2', price: { unit: 1_750, label: 'Gold: 12.5% off Hollin' } },
  ])
  expect(new Set(data.map(({ at }: any) => at)).size).toBe(1)
  expect(await done(bulk({ customers: { ids: customers }, change }))).toEqual({ found: 3, changed: 0, undo: null })

  const back = await done(staff.get(`/edits/${edited.undo}/undo`))
  expect(back).toMatchObject({ undoes: 3, leaves: 0, moves: { products: 1, customers: 3, rising: 1 } })
  const history = async () => (await staff.get(`/customers/${customers[1]}/history`)).body.data
  expect(await history()).toMatchObject([
    { action: 'customer.bulk_update', undo: { kind: 'customer_edit', id: edited.undo }, undone: null },
  ])
  expect(await done(staff.post(`/edits/${edited.undo}/undo`))).toEqual({ restored: 3, left: 0 })
  expect(await history()).toMatchObject([{ undo: null, undone: { by: { type: 'staff' } } }])
  expect((await done(workspace.get('/customers?limit=9'))).map(({ group }: any) => group)).toEqual([null, null, null])
  const days = { field: 'paymentTermsDays', value: 30 }
  expect(await done(bulk({ customers: { ids: customers }, change: days }))).toMatchObject({ changed: 3 })
  const off = { field: 'active', value: false }
  expect(await done(bulk({ customers: { ids: customers.slice(1) }, change: off }))).toMatchObject({ changed: 2 })
  const listed = await done(staff.get('/customers?active=true'))
  expect(listed).toMatchObject([{ accountCode: 'QUAY', paymentTermsDays: 30, group: null }])
  expect(await done(staff.get(`/customers?group=${gold}`))).toEqual([])
})

test('what a term of a price group does is told for all of its customers first', async () => {
  const { workspace, staff, gold } = await shop(service)
  expectDone(await put(workspace, named('QUAY', { group: 'Gold' }), named('MILL', { group: 'Gold', name: 'Mill' })))
  const of = `/price-groups/${gold}`
  const on = { appliesTo: 'all' }
  expect(await done(staff.post(`${of}/discounts/preview`, { on, discountBp: 1_000 }))).toEqual({
    presentBp: null,
    moves: expect.objectContaining({ products: 1, customers: 2, falling: 1, largestDropBp: 1_000 }),
  })
  expectDone(await staff.put(`${of}/discounts`, { on, discountBp: 1_000, seenBp: null }))
  const days = { minQty: 1, startsOn: null, endsOn: null }
  const effect = await done(staff.post(`${of}/agreed-prices/preview`, { sku: 'A-1', unit: 950, ...days }))
  expect(effect).toMatchObject({ moves: { products: 1, customers: 2, rising: 1, largestRiseBp: 556 }, overlaps: null })
  const { id } = await done(staff.post(`${of}/agreed-prices`, { sku: 'A-1', unit: 950, ...days }))
  expect((await priceOf(workspace, 'MILL', 'A-1')).price).toMatchObject({ unit: 950, label: 'Gold: Agreed price' })
  expect((await priceOf(workspace, 'MILL', 'A-1', 10)).price).toMatchObject({ unit: 800 })
  const removal = await done(staff.get(`${of}/agreed-prices/removal?sku=A-1&price=${id}`))
  expect(removal).toMatchObject({ products: 1, customers: 2, falling: 1 })
  const read = await done(staff.get(of))
  expect(read).toMatchObject({
    name: 'Gold',
    customerCount: 2,
    agreedPriceCount: 2,
    discountRules: [{}, { discountBp: 1_000 }],
  })
  const { version } = (await done(staff.get(`${of}/agreed-prices`))).find((price: any) => price.id === id)
  expectDone(await staff.delete(`/agreed-prices/${id}?version=${version}`))
  expectDone(await staff.delete(`/discounts/${read.discountRules[1].id}?seenBp=1000`))
  expect((await priceOf(workspace, 'MILL', 'A-1')).price).toMatchObject({ unit: 1_000 })
})

test("a customer's own discount says what it does to prices of its group", async () => {
  const { workspace, staff, customers, gold } = await shop(service)
  await givenAgreedPrice(workspace, { group: gold }, 'A-1', { unit: 900 })
  expectDone(await put(workspace, named('QUAY', { group: 'Gold' })))
  const preview = (discountBp: number | null) =>
    done(staff.post(`/customers/${customers[0]}/discounts/preview`, { on: { appliesTo: 'all' }, discountBp }))
  expect(await preview(500)).toMatchObject({
    up: 2,
    down: 0,
    largest: [{ before: 1_750, after: 1_900 }, { before: 900 }],
  })
  await givenDiscount(workspace, customers[0]!, 500)
  expect(await preview(null)).toMatchObject({ presentBp: 500, up: 0, down: 2 })
  const { discountRules } = await done(workspace.get('/customers/QUAY'))
  const act = OPERATIONS['discount remove'].run(operator(workspace), { id: discountRules[0].id })
  await expect(act).rejects.toThrow('2 products change in price for 1 customer: 2 drop by up to 7.89%.')
})

import { expect, test } from 'vitest'
import { schedulePriceChange } from '../../server/src/pricing/price-changes/settle-price-change.ts'
import { publishPriceChange } from '../../server/src/pricing/price-changes/publish-price-change.ts'
import { useService } from '../given/service.ts'
import {
  done,
  expectDone,
  find,
  givenAgreedPrice,
  givenCustomer,
  givenDiscount,
  idOf,
  invalidFields,
  item,
  raiseRevision,
  send,
} from '../given/given.ts'
import { givenMember } from '../given/member.ts'

const service = useService()

async function shop() {
  const workspace = await service.workspace()
  await send(workspace, [item({ brand: 'Denby' })])
  const staff = await givenMember(service, workspace, 'manager')
  const { id } = await find(workspace, 'DEN-1042')
  const customer = await givenCustomer(workspace, { accountCode: 'QUAY' })
  const ask = (query = '') => staff.get(`/prices?customer=QUAY&product=${id}${query}`)
  const explain = (query = '') => done(ask(query))
  return { workspace, staff, id, customer, ask, explain }
}

test('a price is explained as in the public API, with its breaks and words for the telephone', async () => {
  const { workspace, id, customer, explain } = await shop()
  await givenDiscount(workspace, customer, 1250, { brandId: await idOf(workspace, 'brands', 'Denby') })
  await givenAgreedPrice(workspace, customer, 'DEN-1042', { unit: 2000, minQty: 24 })
  const { data } = (await workspace.get('/prices?customer=QUAY&sku=DEN-1042&qty=12')).body
  expect(await explain('&qty=12')).toEqual({
    ...data,
    productId: id,
    at: service.time.now.toISOString(),
    unitLabel: 'each',
    minOrderQty: 1,
    orderMultiple: 1,
    breaks: [{ minQty: 24, unit: 2000 }],
    scheduledBy: null,
    words:
      'The price of Azure plate (DEN-1042) for you is £22.31 each, so 12 come to £267.72 ex VAT. ' +
      'That is with 12.5% off Denby. From 24 it is £20.00 each.',
  })
})

test('on a later day, all that takes effect until its end counts, in the time zone of the workspace', async () => {
  const { workspace, customer, explain } = await shop()
  const { priceChangeId } = await send(workspace, [item({ brand: 'Denby', listPrice: 3000 })])
  // In summer, the day begins at 23:00 UTC in London.
  await schedulePriceChange(workspace.context, { id: priceChangeId, at: new Date('2026-07-01T22:59:00Z') })
  await raiseRevision(workspace)
  expect(await explain('&date=2026-06-30')).toMatchObject({ price: { unit: 2550 }, scheduledBy: null })
  const told = await explain('&date=2026-07-01')
  expect(told).toMatchObject({
    at: '2026-07-01T22:59:59.999Z',
    price: { unit: 3000 },
    scheduledBy: { priceChangeId, scheduledFor: '2026-07-01T22:59:00.000Z' },
  })
  expect(told.words).toContain('£30.00 each ex VAT on 1 July 2026.')
  const endsAt = '2026-08-01T23:00:00Z'
  await givenAgreedPrice(workspace, customer, 'DEN-1042', { unit: 1999, startsAt: '2026-07-31T23:00:00Z', endsAt })
  expect((await explain('&date=2026-07-31')).price.source).toBe('list')
  expect((await explain('&date=2026-08-01')).words).toContain('your agreed price until 1 August 2026.')
  expect((await explain('&date=2026-08-02')).price.source).toBe('list')
})

test('a day that is over or is no day, and what is not there, are refused', async () => {
  const { staff, id, ask } = await shop()
  // What customers paid then is not known: the workspace was not there yet.
  expect(invalidFields(await ask('&date=2026-03-01'))).toEqual(['at'])
  for (const date of ['2026-02-30', 'tomorrow', '01/04/2027']) {
    expect(invalidFields(await ask(`&date=${date}`))).toEqual(['date'])
  }
  expectDone(await ask('&date=2026-03-02'))
  expect((await staff.get(`/prices?customer=NOBODY&product=${id}`)).status).toBe(404)
  expect((await staff.get('/prices?customer=QUAY&product=nothing')).status).toBe(404)
})

test('all customers who pay something else than the list price are listed, by name, with their number', async () => {
  const { workspace, staff, id, customer } = await shop()
  const named = async (name: string) => {
    const other = await givenCustomer(workspace, { accountCode: name })
    await workspace.context.db
      .updateTable('customer')
      .set({ name })
      .where('workspace_id', '=', workspace.id)
      .where('id', '=', other)
      .execute()
    return other
  }
  const [agreed, brand, tiered, over] = [
    await named('Agreed'),
    await named('Brand'),
    await named('Tiered'),
    await named('Over'),
  ]
  await named('At list')
  await givenDiscount(workspace, customer, 1000)
  await givenDiscount(workspace, brand, 2000, { brandId: await idOf(workspace, 'brands', 'Denby') })
  await givenAgreedPrice(workspace, agreed, 'DEN-1042', { unit: 1500 })
  await givenAgreedPrice(workspace, tiered, 'DEN-1042', { unit: 1400, minQty: 10 })
  await givenAgreedPrice(workspace, over, 'DEN-1042', { unit: 1, endsAt: service.time.now.toISOString() })
  const answer = await staff.get(`/products/${id}/customer-prices`)
  expectDone(answer)
  const rows = answer.body.data.map(({ customer, price, breaks, visible }: any) => ({
    name: customer.name,
    unit: price.unit,
    source: price.source,
    breaks,
    visible,
  }))
  expect(rows).toEqual([
    { name: 'Agreed', unit: 1500, source: 'agreed', breaks: [], visible: true },
    { name: 'Brand', unit: 2040, source: 'brand', breaks: [], visible: true },
    { name: 'Quay Café', unit: 2295, source: 'customer', breaks: [], visible: true },
    { name: 'Tiered', unit: 2550, source: 'list', breaks: [{ minQty: 10, unit: 1400 }], visible: true },
  ])
  expect(answer.body.total).toBe(4)
  const second = (await staff.get(`/products/${id}/customer-prices?limit=1&offset=1`)).body
  expect([second.data[0].customer.name, second.total]).toEqual(['Brand', 4])
})

test('the list price has its history, and what is drafted and scheduled', async () => {
  const { workspace, staff, id } = await shop()
  const draft = async (listPrice: number) =>
    (await send(workspace, [item({ brand: 'Denby', listPrice })])).priceChangeId
  const first = await draft(2600)
  service.later()
  await publishPriceChange(workspace.context, { id: first })
  const publishedAt = service.time.now.toISOString()
  const scheduled = await draft(2700)
  const scheduledFor = new Date(service.time.now.getTime() + 3_600_000)
  await schedulePriceChange(workspace.context, { id: scheduled, at: scheduledFor })
  const open = await draft(2800)
  expect((await staff.get(`/products/${id}/list-prices`)).body.data).toEqual({
    published: [{ priceChangeId: first, name: 'ERP sync', at: publishedAt, from: 2550, to: 2600 }],
    pending: [
      {
        priceChangeId: scheduled,
        name: 'ERP sync',
        status: 'scheduled',
        scheduledFor: scheduledFor.toISOString(),
        to: 2700,
      },
      { priceChangeId: open, name: 'ERP sync', status: 'draft', scheduledFor: null, to: 2800 },
    ],
  })
})

const step = (at: string, listPrice: number, customerPrice: number | null = null) => ({
  at,
  listPrice,
  customerPrice,
})

test('prices over time are the published and scheduled list prices, and what a customer pays with agreed prices', async () => {
  const { workspace, staff, id, customer } = await shop()
  const added = service.time.now.toISOString()
  const { priceChangeId } = await send(workspace, [item({ brand: 'Denby', listPrice: 2600 })])
  const publishedAt = service.later()
  await publishPriceChange(workspace.context, { id: priceChangeId })
  const next = await send(workspace, [item({ brand: 'Denby', listPrice: 2700 })])
  const scheduledFor = new Date(service.time.now.getTime() + 3_600_000)
  await schedulePriceChange(workspace.context, { id: next.priceChangeId, at: scheduledFor })
  await givenDiscount(workspace, customer, 1000)
  const endsAt = new Date(scheduledFor.getTime() + 3_600_000).toISOString()
  await givenAgreedPrice(workspace, customer, 'DEN-1042', { unit: 1999, startsAt: publishedAt, endsAt })
  await givenAgreedPrice(workspace, customer, 'DEN-1042', { unit: 5, minQty: 2, startsAt: publishedAt, endsAt })

  const scheduled = scheduledFor.toISOString()
  expect(await done(staff.get(`/products/${id}/price-steps`))).toEqual({
    steps: [step(added, 2550), step(publishedAt, 2600), step(scheduled, 2700)],
    customer: null,
    knownFrom: added,
  })
  const { name } = await done(staff.get(`/customers/${customer}`))
  expect(await done(staff.get(`/products/${id}/price-steps?customer=quay`))).toEqual({
    steps: [
      step(added, 2550, 2295),
      step(publishedAt, 2600, 1999),
      step(scheduled, 2700, 1999),
      step(endsAt, 2700, 2430),
    ],
    customer: name,
    knownFrom: added,
  })
  expect((await staff.get(`/products/${id}/price-steps?customer=NOBODY`)).status).toBe(404)
  expect((await staff.get('/products/nothing/price-steps')).status).toBe(404)
})

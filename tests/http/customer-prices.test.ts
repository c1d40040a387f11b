import { expect, test } from 'vitest'
import { useService } from '../service.ts'
import { alter, find, givenAgreedPrice, givenCustomer, givenDiscount, idOf, item, read, send } from './given.ts'

const service = useService()

/** A workspace with one product, of a brand and a category, and a customer. */
async function shop() {
  const workspace = await service.workspace()
  await send(workspace, [item({ brand: 'Denby', category: 'Tableware' })])
  const customer = await givenCustomer(workspace, { accountCode: 'Quay-7' })
  return {
    workspace,
    customer,
    brandId: await idOf(workspace, 'brands', 'Denby'),
    categoryId: await idOf(workspace, 'categories', 'Tableware'),
    /** The price as the product's own address tells it. */
    price: async (query = '') => (await read(workspace, 'DEN-1042', `?customer=Quay-7${query}`)).price,
    agree: (terms: Parameters<typeof givenAgreedPrice>[3]) => givenAgreedPrice(workspace, customer, 'DEN-1042', terms),
  }
}

const LIST = { unit: 2550, line: 2550, list: 2550, discountBp: 0, source: 'list', label: '' }

test('the source of a price is the list without a customer, and for a customer without terms', async () => {
  const { workspace, price, customer } = await shop()
  const other = await givenCustomer(workspace, { accountCode: 'PIER' })
  await givenDiscount(workspace, other, 5000)
  expect(await price()).toEqual(LIST)
  await givenDiscount(workspace, customer, 5000)
  expect((await read(workspace, 'DEN-1042')).price).toEqual(LIST)
  expect((await price()).source).toBe('customer')
})

test('the source of a price is the discount on everything, on the category or on the brand, the narrower before the wider', async () => {
  const { workspace, customer, brandId, categoryId, price } = await shop()
  await givenDiscount(workspace, customer, 5000)
  expect(await price()).toMatchObject({ unit: 1275, line: 1275, list: 2550, discountBp: 5000, source: 'customer' })
  await givenDiscount(workspace, customer, 1000, { categoryId })
  expect(await price()).toMatchObject({ unit: 2295, line: 2295, list: 2550, discountBp: 1000, source: 'category' })
  await givenDiscount(workspace, customer, 1250, { brandId })
  expect(await price()).toMatchObject({ unit: 2231, line: 2231, list: 2550, discountBp: 1250, source: 'brand' })
  expect((await price()).label).toMatch(/12\.5.*Denby/)
})

test('the source of a price is the agreed price before any discount, even where that is cheaper', async () => {
  const { workspace, customer, brandId, categoryId, price, agree } = await shop()
  await givenDiscount(workspace, customer, 9000)
  await givenDiscount(workspace, customer, 9000, { categoryId })
  await givenDiscount(workspace, customer, 9000, { brandId })
  await agree({ unit: 2600 })
  expect(await price('&qty=3')).toMatchObject({
    unit: 2600,
    line: 7800,
    list: 2550,
    discountBp: 0,
    source: 'agreed',
  })
  expect((await price()).label).not.toBe('')
})

test('the source of a price is not a discount on another brand or category', async () => {
  const { workspace, customer, price } = await shop()
  await send(workspace, [item({ sku: 'B', brand: 'Spode', category: 'Glass' })])
  await givenDiscount(workspace, customer, 1000, { brandId: await idOf(workspace, 'brands', 'Spode') })
  await givenDiscount(workspace, customer, 1000, { categoryId: await idOf(workspace, 'categories', 'Glass') })
  expect(await price()).toEqual(LIST)
})

test.each([
  [999, 1, 999],
  [5, 1000, 5],
  [15, 1000, 14],
  [2550, 3333, 1700],
  [1_000_000_000, 1, 999_900_000],
  [2550, 10_000, 0],
  [0, 5000, 0],
])('%i less %i basis points is %i, rounded half up once', async (listPrice, discountBp, unit) => {
  const { workspace, customer } = await shop()
  await givenDiscount(workspace, customer, discountBp)
  await send(workspace, [item({ sku: 'N', listPrice })])
  const { price } = await read(workspace, 'N', `?customer=${customer}&qty=1000000`)
  expect(price).toMatchObject({ unit, line: unit * 1_000_000, list: listPrice, discountBp, source: 'customer' })
})

test('of several agreed prices the one with the largest minimum that is reached counts', async () => {
  const { price, agree } = await shop()
  await agree({ unit: 2000, minQty: 10 })
  await agree({ unit: 2400, minQty: 2 })
  await agree({ unit: 2100, minQty: 50 })
  const units = await Promise.all([1, 2, 9, 10, 49, 50, 1_000_000].map(async (qty) => price(`&qty=${qty}`)))
  expect(units.map(({ unit }) => unit)).toEqual([2550, 2400, 2400, 2000, 2000, 2100, 2100])
  expect(units.map(({ line }) => line)).toEqual([2550, 4800, 21600, 20000, 98000, 105000, 2_100_000_000])
})

test('the list shows the price at quantity 1', async () => {
  const { workspace, agree } = await shop()
  await agree({ unit: 2000, minQty: 2 })
  expect((await find(workspace, 'DEN-1042', '&customer=Quay-7')).price).toEqual(LIST)
})

test('agreed prices hold from the moment they start until the moment they end', async () => {
  const { price, agree } = await shop()
  const starts = new Date(service.time.now.getTime() + 60_000)
  const ends = new Date(starts.getTime() + 60_000)
  await agree({ unit: 2000, startsAt: starts.toISOString(), endsAt: ends.toISOString() })
  const at = async (time: number) => {
    service.time.now = new Date(time)
    return (await price()).unit
  }
  expect(await at(starts.getTime() - 1)).toBe(2550)
  expect(await at(starts.getTime())).toBe(2000)
  expect(await at(ends.getTime() - 1)).toBe(2000)
  expect(await at(ends.getTime())).toBe(2550)
})

test('an agreed price with a smaller minimum stands in for one that is over', async () => {
  const { price, agree } = await shop()
  const now = service.time.now.toISOString()
  await agree({ unit: 1900, minQty: 10, endsAt: now })
  await agree({ unit: 2100, minQty: 5, startsAt: now })
  expect((await price('&qty=10')).unit).toBe(2100)
})

test('a product without a price has no unit price, and nothing to take a discount off', async () => {
  const { workspace, customer, price } = await shop()
  await alter(workspace, 'DEN-1042', { list_price: null })
  await givenDiscount(workspace, customer, 1000)
  const none = { unit: null, line: 0, list: 0, discountBp: 0, source: 'list', label: '' }
  expect(await price('&qty=7')).toEqual(none)
  expect((await read(workspace, 'DEN-1042', '?qty=7')).price).toEqual(none)
  expect((await find(workspace, 'DEN-1042', '&customer=Quay-7')).price).toEqual(none)
})

test('a product without a price can have an agreed one', async () => {
  const { workspace, price, agree } = await shop()
  await alter(workspace, 'DEN-1042', { list_price: null })
  await agree({ unit: 1800 })
  expect(await price('&qty=2')).toMatchObject({ unit: 1800, line: 3600, list: 0, discountBp: 0, source: 'agreed' })
})

test('the list for a customer prices every row as the single read does', async () => {
  const { workspace, customer, brandId } = await shop()
  await send(workspace, [item({ sku: 'B', brand: 'Denby' }), item({ sku: 'C', listPrice: 100 }), item({ sku: 'D' })])
  await givenDiscount(workspace, customer, 500)
  await givenDiscount(workspace, customer, 1250, { brandId })
  await givenAgreedPrice(workspace, customer, 'D', { unit: 1 })
  const { body } = await workspace.get(`/products?customer=${customer}`)
  expect(body.data.map(({ sku, price }: any) => [sku, price.source, price.unit]).toSorted()).toEqual([
    ['B', 'brand', 2231],
    ['C', 'customer', 95],
    ['D', 'agreed', 1],
    ['DEN-1042', 'brand', 2231],
  ])
  for (const row of body.data) {
    const single = (await workspace.get(`/products/${row.id}?customer=${customer}`)).body.data
    expect(single).toMatchObject(row)
  }
})

test('the list for a customer takes the customer by id or by code, in any case', async () => {
  const { workspace, customer } = await shop()
  await givenDiscount(workspace, customer, 5000)
  for (const who of [customer, customer.toUpperCase(), 'Quay-7', 'QUAY-7', '%20quay-7%20']) {
    expect((await find(workspace, 'DEN-1042', `&customer=${who}`)).price.unit).toBe(1275)
  }
})

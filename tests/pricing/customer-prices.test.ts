import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { find, givenAgreedPrice, givenCustomer, givenDiscount, idOf, item, read, send } from '../given/given.ts'

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

test('the list for a customer takes the customer by id or by code, in any case', async () => {
  const { workspace, customer } = await shop()
  await givenDiscount(workspace, customer, 5000)
  for (const who of [customer, customer.toUpperCase(), 'Quay-7', 'QUAY-7', '%20quay-7%20']) {
    expect((await find(workspace, 'DEN-1042', `&customer=${who}`)).price.unit).toBe(1275)
  }
})

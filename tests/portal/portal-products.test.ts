import { expect, test } from 'vitest'
import { updatePortalSettings, readEditablePortal } from '../../server/src/portal/portal-settings.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { alter, expectDone, givenAgreedPrice, givenDiscount, idOf, item, send, sendItems } from '../given/given.ts'
import { orderingShop } from '../given/order.ts'
import { useService } from '../given/service.ts'

const service = useService()

type Product = { id: string; sku: string; price: { unit: number | null } }

async function shop() {
  const { workspace, customerId } = await orderingShop(service)
  return { workspace, customerId, buyer: await givenSignedInBuyer(service, workspace, customerId) }
}

test('the portal lists what the API lists for the customer: the same products, order and unit prices', async () => {
  const { workspace, customerId, buyer } = await shop()
  await sendItems(workspace, 60, (i) => ({
    name: `Plate ${i % 7} no. ${i}`,
    brand: i % 2 ? 'Hollin' : 'Denby',
    listPrice: 100 + i,
  }))
  await send(workspace, [item({ sku: 'HIDDEN', name: 'Plate hidden', onlyFor: ['nobody@elsewhere.example'] })])
  await givenDiscount(workspace, customerId, 1250, { brandId: await idOf(workspace, 'brands', 'Hollin') })
  const brand = await idOf(workspace, 'brands', 'Denby')
  for (const query of [
    '',
    '&offset=50',
    '&q=plate',
    '&q=SKU-00',
    `&brand=${brand}`,
    '&availability=not_tracked',
    '&q=hidden',
  ]) {
    const [ours, api] = [
      await buyer.get(`/products?limit=50${query}`),
      await workspace.get(`/products?limit=50&customer=QUAY${query}`),
    ]
    const shape = (products: Product[]) => products.map(({ sku, price }) => [sku, price.unit])
    expect([query, shape(ours.body.data)]).toEqual([query, shape(api.body.data)])
    expect(ours.body.nextOffset).toBe(api.body.nextOffset)
  }
})

test('list prices, discounts and losing candidates are not even sent, unless the wholesaler shows them', async () => {
  const { workspace, customerId, buyer } = await shop()
  await givenDiscount(workspace, customerId, 1250)
  await givenAgreedPrice(workspace, customerId, 'PLATE', { unit: 1777, minQty: 12 })
  const { id } = (await buyer.get('/products?q=PLATE')).body.data[0]
  expectDone(await buyer.post('/basket/lines', { lines: [{ sku: 'PLATE', qty: 1 }] }))
  const basket = (await buyer.get('/basket')).body.data
  const [{ productId, qty, price }] = basket.lines
  const placed = await buyer.post('/basket/order', {
    token: basket.token,
    lines: [{ productId, qty, unit: price.unit }],
  })
  const paths = [
    '/products',
    `/products/${id}`,
    '/basket',
    '/orders',
    `/orders/${placed.body.data.id}`,
    `/orders/${placed.body.data.id}/again`,
  ]
  const secrets = async () =>
    (await Promise.all(paths.map((path) => buyer.get(path)))).map(({ body }) => JSON.stringify(body)).join()
  // 25.50 is the list price, 1250 the discount.
  expect(await secrets()).not.toMatch(/2550|12\.5|discountBp|"source"|"applied"/)
  const product = (await buyer.get(`/products/${id}`)).body.data
  expect(product).toMatchObject({
    price: { unit: 2231, label: 'Discount on everything', list: null },
    candidates: null,
  })
  expect(product.breaks).toEqual([{ minQty: 12, unit: 1777 }])
  expect((await buyer.get(`/products/${id}?qty=12`)).body.data.price).toMatchObject({ unit: 1777, line: 21_324 })

  const settings = await readEditablePortal(workspace.context)
  await updatePortalSettings(workspace.context, { ...settings, showListPrices: true, showCandidates: true })
  const open = (await buyer.get(`/products/${id}`)).body.data
  expect(open.price.list).toBe(2550)
  expect(open.candidates.map(({ source }: { source: string }) => source)).toEqual(['agreed', 'customer', 'list'])
})

test('availability is left out, and no filter, where the wholesaler does not show it', async () => {
  const { workspace, buyer } = await shop()
  await send(workspace, [item({ sku: 'RARE', name: 'Rare', availability: 'low_stock', leadTimeNote: 'Two weeks' })])
  expect((await buyer.get('/products?availability=low_stock')).body.data).toMatchObject([
    { sku: 'RARE', availability: 'low_stock' },
  ])
  const settings = await readEditablePortal(workspace.context)
  await updatePortalSettings(workspace.context, { ...settings, showAvailability: false })
  const { data } = (await buyer.get('/products?availability=low_stock')).body
  expect(data).toHaveLength(3)
  for (const product of data) expect(product).toMatchObject({ availability: null, leadTimeNote: null })
})

test('brands and categories to choose from are those of products that the buyer can see', async () => {
  const { workspace, buyer } = await shop()
  await send(workspace, [
    item({
      sku: 'PRIVATE',
      name: 'Private',
      brand: 'Ghost',
      category: 'Ghosts',
      onlyFor: ['nobody@elsewhere.example'],
    }),
    item({ sku: 'OLD', name: 'Old', brand: 'Gone' }),
  ])
  await alter(workspace, 'OLD', { active: false })
  const { data } = (await buyer.get('/groups')).body
  expect(data.brands.map(({ name }: { name: string }) => name)).toEqual(['Hollin'])
  expect(data.categories.map(({ name }: { name: string }) => name)).toEqual(['Tableware'])
})

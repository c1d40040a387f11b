import { expect, test } from 'vitest'
import { z } from 'zod'
import { Product, ProductWithNames } from '../../server/src/api/v1/product-schema.ts'
import { useService } from '../given/service.ts'
import { alter, find, givenAgreedPrice, givenCustomer, givenDiscount, idOf, item, read, send } from '../given/given.ts'

const service = useService()

/** What JSON makes hard: quotes, backslashes, control characters, and letters beyond the first plane. */
const ODD = 'A "quoted" \\ back\tslash\n\u0001\u001f</script> \u2028 𝄞 é'

const ListedProduct = z.strictObject(Product.shape)
const SingleProduct = z.strictObject(ProductWithNames.shape)

test('a product is written as the schema says, field by field', async () => {
  const workspace = await service.workspace()
  const details = { [ODD]: ODD, Size: '26 cm' }
  await send(workspace, [
    item({ sku: 'BARE' }),
    item({
      sku: 'FULL',
      name: `Plate ${ODD}`,
      unitLabel: ODD,
      brand: ODD,
      category: ODD,
      manufacturerRef: ODD,
      description: ODD,
      availability: 'made_to_order',
      leadTimeNote: ODD,
      details,
    }),
  ])
  await alter(workspace, 'BARE', { list_price: null, active: false })
  await givenCustomer(workspace, { accountCode: 'QUAY' })

  for (const query of ['', '&customer=QUAY', '&active=false']) {
    const { body } = await workspace.get(`/products?limit=50${query}`)
    for (const product of body.data) {
      expect(Object.keys(ListedProduct.parse(product)).toSorted()).toEqual(Object.keys(product).toSorted())
      const single = await read(workspace, product.sku)
      expect(Object.keys(SingleProduct.parse(single)).toSorted()).toEqual(Object.keys(single).toSorted())
      expect(single).toMatchObject(product)
    }
  }
  const full = await read(workspace, 'FULL')
  expect(full).toMatchObject({
    name: `Plate ${ODD}`,
    unitLabel: ODD,
    brand: ODD,
    category: ODD,
    manufacturerRef: ODD,
    description: ODD,
    leadTimeNote: ODD,
    details,
    createdAt: '2026-03-02T09:30:00.000Z',
    updatedAt: '2026-03-02T09:30:00.000Z',
  })
})

test('what a customer pays is the same in a list, of one product, and explained', async () => {
  const workspace = await service.workspace()
  await send(
    workspace,
    ['A', 'B', 'C', 'D', 'E'].map((sku, i) =>
      item({ sku, listPrice: 1_003 + i, brand: i < 2 ? 'Hollin' : 'Vale', category: i < 3 ? ODD : 'Glass' }),
    ),
  )
  const customer = await givenCustomer(workspace, { accountCode: 'QUAY' })
  await givenDiscount(workspace, customer, 333)
  await givenDiscount(workspace, customer, 1250, { brandId: await idOf(workspace, 'brands', 'Hollin') })
  await givenDiscount(workspace, customer, 777, { categoryId: await idOf(workspace, 'categories', ODD) })
  await givenAgreedPrice(workspace, customer, 'B', { unit: 5 })
  await givenAgreedPrice(workspace, customer, 'D', { unit: 7, minQty: 10 })

  const { body } = await workspace.get('/products?customer=QUAY')
  const sources = body.data.map(({ sku, price }: any) => [sku, price.source])
  expect(Object.fromEntries(sources)).toEqual({ A: 'brand', B: 'agreed', C: 'category', D: 'customer', E: 'customer' })
  for (const { sku, price } of body.data) {
    expect((await find(workspace, sku, '&customer=QUAY')).price).toEqual(price)
    expect((await read(workspace, sku, '?customer=QUAY')).price).toEqual(price)
    expect((await workspace.get(`/prices?customer=QUAY&sku=${sku}`)).body.data.price).toEqual(price)
  }
})

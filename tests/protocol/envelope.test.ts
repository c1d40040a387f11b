import { expect, test } from 'vitest'
import { buildApp } from '../../server/src/app.ts'
import { SAYS } from '../given/refusals.ts'
import { useService } from '../given/service.ts'
import { invalidFields, givenCustomer, idOf, item, read, send } from '../given/given.ts'

const service = useService()

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const PRODUCT =
  'id sku name description brandId categoryId manufacturerRef gtin unitLabel minOrderQty orderMultiple availability leadTimeNote active visibility replacedBy details createdAt updatedAt price'
    .split(' ')
    .toSorted()

const brokenClock = () => {
  throw new Error('the secret inside')
}

const full = item({
  brand: 'Denby',
  category: 'Tableware',
  manufacturerRef: 'AZ-26',
  description: 'Stoneware, 26 cm.',
  availability: 'made_to_order',
  leadTimeNote: '3 weeks',
  details: { Colour: 'Azure' },
  imageUrl: 'https://images.example/azure.jpg',
})

test('the workspace says who it is, what it counts in, where it is and how it words tax', async () => {
  const workspace = await service.workspace({ currency: 'KWD', plan: 'pilot' })
  expect((await workspace.get('/workspace')).body).toEqual({
    data: {
      id: workspace.id,
      name: 'Harbour Wholesale',
      currency: 'KWD',
      currencyDecimals: 3,
      timezone: 'Europe/London',
      taxLabel: 'ex VAT',
      plan: 'pilot',
      trialEndsAt: null,
      minOrderValue: null,
      createdAt: service.time.now.toISOString(),
    },
  })
})

test.each([
  ['GBP', 2],
  ['JPY', 0],
  ['KWD', 3],
  ['HUF', 2],
])('%s has %i decimals', async (currency, decimals) => {
  const workspace = await service.workspace({ currency })
  expect((await workspace.get('/workspace')).body.data).toMatchObject({ currency, currencyDecimals: decimals })
})

test('a list of products, one product, and an explained price say their currency beside the data', async () => {
  const workspace = await service.workspace({ currency: 'JPY' })
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  await send(workspace, [item()])
  const list = (await workspace.get('/products')).body
  expect(Object.keys(list).toSorted()).toEqual(['currency', 'data', 'nextOffset'])
  const single = (await workspace.get(`/products/${list.data[0].id}`)).body
  expect(Object.keys(single).toSorted()).toEqual(['currency', 'data'])
  const price = (await workspace.get('/prices?customer=QUAY&sku=DEN-1042')).body
  expect(Object.keys(price).toSorted()).toEqual(['currency', 'data'])
  for (const { currency } of [list, single, price]) expect(currency).toBe('JPY')
})

test('answers without prices do not say a currency', async () => {
  const workspace = await service.workspace()
  for (const path of ['/workspace', '/brands', '/categories']) {
    expect(Object.keys((await workspace.get(path)).body)).toEqual(['data'])
  }
  expect(Object.keys((await workspace.put('/products', { products: [item()] })).body)).toEqual(['data'])
})

test('a product has every field in the list, and never its image', async () => {
  const workspace = await service.workspace()
  await send(workspace, [full])
  const [product] = (await workspace.get('/products')).body.data
  expect(Object.keys(product).toSorted()).toEqual(PRODUCT)
  expect(product).toEqual({
    id: expect.stringMatching(UUID),
    sku: 'DEN-1042',
    name: 'Azure plate',
    description: 'Stoneware, 26 cm.',
    brandId: await idOf(workspace, 'brands', 'Denby'),
    categoryId: await idOf(workspace, 'categories', 'Tableware'),
    manufacturerRef: 'AZ-26',
    gtin: null,
    unitLabel: 'each',
    minOrderQty: 1,
    orderMultiple: 1,
    availability: 'made_to_order',
    leadTimeNote: '3 weeks',
    active: true,
    visibility: 'all',
    replacedBy: null,
    details: { Colour: 'Azure' },
    createdAt: service.time.now.toISOString(),
    updatedAt: service.time.now.toISOString(),
    price: { unit: 2550, line: 2550, list: 2550, discountBp: 0, source: 'list', label: '' },
  })
})

test('a product has the names of its brand and category at its own address, and nothing else more', async () => {
  const workspace = await service.workspace()
  await send(workspace, [full])
  const product = await read(workspace, 'DEN-1042')
  expect(Object.keys(product).toSorted()).toEqual([...PRODUCT, 'brand', 'category'].toSorted())
  expect(product).toMatchObject({ brand: 'Denby', category: 'Tableware' })
})

test('a product without the optional fields has nulls, no details and the usual values, which no call sets', async () => {
  const workspace = await service.workspace()
  await send(workspace, [item({ active: false, minOrderQty: 12, visibility: 'selected' })])
  expect(await read(workspace, 'DEN-1042')).toMatchObject({
    description: null,
    brandId: null,
    brand: null,
    categoryId: null,
    category: null,
    manufacturerRef: null,
    leadTimeNote: null,
    details: {},
    availability: 'not_tracked',
    minOrderQty: 1,
    active: true,
    visibility: 'all',
  })
})

test('a product keeps its dates: made once, changed when something changes', async () => {
  const workspace = await service.workspace()
  const made = service.time.now
  await send(workspace, [item()])
  service.time.now = new Date(made.getTime() + 3_600_123)
  await send(workspace, [item({ name: 'Azure dinner plate' })])
  expect(await read(workspace, 'DEN-1042')).toMatchObject({
    createdAt: made.toISOString(),
    updatedAt: service.time.now.toISOString(),
  })
})

test('an error lists each problem with its path and what to do', async () => {
  const workspace = await service.workspace()
  expect(invalidFields(await workspace.get('/products?limit=0&offset=-1&active=maybe'))).toEqual([
    'active',
    'limit',
    'offset',
  ])
})

test('an error of ours is told without what went wrong inside', async () => {
  const { key } = await service.workspace()
  const app = await buildApp(
    { ...service.context, clock: brokenClock },
    { rateLimit: 120, logLevel: 'silent', tls: undefined },
  )
  const answer = await app.inject({ url: '/api/v1/workspace', headers: { authorization: `Bearer ${key}` } })
  await app.close()
  expect(answer.statusCode).toBe(500)
  const message = expect.stringMatching(SAYS.internal_error)
  expect(answer.json()).toEqual({ error: { code: 'internal_error', message } })
  expect(answer.body).not.toContain('secret')
})

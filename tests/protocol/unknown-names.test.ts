import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'

const service = useService()

const NAMED = 'unknown-parameters'

test('what an operation does not know of a query is named, and the answer is as without it', async () => {
  const workspace = await service.workspace()
  const plain = await workspace.get('/products?limit=5')
  expect(plain.headers.has(NAMED)).toBe(false)
  const asked = await workspace.get('/products?limit=5&costumer=QUAY&page=2&page=3&filter[brand]=x')
  expect(asked.headers.get(NAMED)).toBe('costumer, page, filter[brand]')
  expect({ status: asked.status, body: asked.body }).toEqual({ status: 200, body: plain.body })
})

test('an operation without parameters, an error and a 304 name them too', async () => {
  const workspace = await service.workspace()
  const { headers } = await workspace.get('/brands?sort=name')
  expect(headers.get(NAMED)).toBe('sort')
  const unchanged = await workspace.get('/brands?sort=name', { 'if-none-match': headers.get('etag')! })
  expect([unchanged.status, unchanged.headers.get(NAMED)]).toEqual([304, 'sort'])
  const refused = await workspace.get('/prices?costumer=QUAY&sku=HOL-1')
  expect([refused.status, refused.headers.get(NAMED)]).toEqual([400, 'costumer'])
})

test('of a file that is sent, parameters that fill fields are known', async () => {
  const { key } = await service.workspace()
  const query = 'kind=products&map.sku=Code&set.unit=each&mapped=1'
  const { headers } = await service.call('POST', `/imports?${query}`, { key, body: 'Code,Name\n' })
  expect(headers.get(NAMED)).toBe('mapped')
})

test('however many and whatever they are, the header stays short and can be sent', async () => {
  const workspace = await service.workspace()
  const hostile = ['__proto__', 'constructor', 'a%0D%0AX-Evil:1', '%F0%9F%98%80', '%ED%A0%80', 'x'.repeat(5_000), '<b>']
  const many = Array.from({ length: 200 }, (_, i) => `p${i}=1`)
  const { status, headers } = await workspace.get(`/brands?${[...hostile, ...many].join('&')}`)
  expect(status).toBe(200)
  expect(headers.get(NAMED)).toBe('?, constructor, ?, ?, ?, ?, ?, p0, p1, p2')
})

const FIELDS = 'unknown-fields'
const product = { sku: 'HOL-1', name: 'Plate', listPrice: 100, unitLabel: 'each' }

test('what an operation does not know of a body is named once for all rows, and the rest takes effect', async () => {
  const workspace = await service.workspace()
  const details = { Farbe: 'Grün' }
  const plain = await workspace.put('/products', { products: [{ ...product, details }], priceChangeKey: 'nightly' })
  expect([plain.status, plain.headers.has(FIELDS)]).toEqual([200, false])
  const products = [
    { ...product, categorie: 'Plates', minOrderQty: 4 },
    { ...product, sku: 'HOL-2', categorie: 'Bowls' },
  ]
  const sent = await workspace.put('/products', { products, priceChangeKye: 'nightly' })
  expect(sent.headers.get(FIELDS)).toBe('products.categorie, products.minOrderQty, priceChangeKye')
  expect([sent.status, sent.body]).toMatchObject([200, { data: { created: 1, updated: 1 } }])
})

test('a refused body has them named, too: they say why a field is missing', async () => {
  const workspace = await service.workspace()
  const { unitLabel: unit, ...rest } = product
  const refused = await workspace.put('/products', { products: [{ ...rest, unit }, 7, null] })
  expect([refused.status, refused.headers.get(FIELDS)]).toEqual([400, 'products.unit'])
  const listed = await workspace.put('/products', [product])
  expect([listed.status, listed.headers.has(FIELDS)]).toEqual([400, false])
})

test('however many fields a body has, the header stays short and can be sent', async () => {
  const workspace = await service.workspace()
  const hostile = { 'a\r\nX-Evil: 1': 1, '😀': 1, [`x${'x'.repeat(5_000)}`]: 1, constructor: 1, toString: 1 }
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`f${i}`, { deep: [i] }]))
  const { status, headers } = await workspace.put('/customers', { customers: [{ name: 'Quay', ...hostile, ...many }] })
  expect(status).toBe(200)
  const named = ['?', 'constructor', 'toString', ...Array.from({ length: 7 }, (_, i) => `f${i}`)]
  expect(headers.get(FIELDS)).toBe(named.map((name) => `customers.${name}`).join(', '))
})

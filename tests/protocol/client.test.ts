import { ApiError, createClient } from '@trade-catalogue/client'
import { expect, test } from 'vitest'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { useService } from '../given/service.ts'
import { workOnAll } from '../given/import.ts'

const service = useService()

test('the typed client does what an integrator does all day', async () => {
  const workspace = await service.workspace()
  const client = createClient({ url: service.url, key: workspace.key })

  const { data: mine } = await client.get('/api/v1/workspace')
  expect(mine.currencyDecimals).toBe(2)

  const product = { sku: 'HOL-1', name: 'Azure plate', listPrice: 2550, unitLabel: 'each', brand: 'Hollin' }
  const { data: sent } = await client.put('/api/v1/products', { body: { products: [product] } })
  expect(sent.created).toBe(1)
  const { data: kept } = await client.put('/api/v1/customers', {
    body: { customers: [{ name: 'Quay Café', accountCode: 'QUAY' }] },
  })
  expect(kept).toEqual({ created: 1, updated: 0 })

  const query = { q: 'azure', customer: 'quay', limit: 10 }
  const { data: products, currency, nextOffset } = await client.get('/api/v1/products', { params: { query } })
  expect({ skus: products.map(({ sku }) => sku), currency, nextOffset }).toEqual({
    skus: ['HOL-1'],
    currency: 'GBP',
    nextOffset: null,
  })
  const path = { id: products[0]!.id }
  const { data: one } = await client.get('/api/v1/products/{id}', { params: { path, query: { qty: 3 } } })
  expect(one.price.line).toBe(3 * 2550)
  const asked = { customer: 'QUAY', sku: 'hol-1' }
  const { data: explained } = await client.get('/api/v1/prices', { params: { query: asked } })
  expect(explained.candidates.filter(({ applied }) => applied)).toHaveLength(1)

  const placed = await placeOrder(workspace.context, { customer: 'QUAY', lines: [{ sku: 'HOL-1', qty: 2 }] })
  const { data: fresh } = await client.get('/api/v1/orders', { params: { query: { status: 'new' } } })
  expect(fresh.map(({ id }) => id)).toEqual([placed.id])
  const { data: confirmed } = await client.patch('/api/v1/orders/{id}', {
    params: { path: { id: placed.id } },
    body: { status: 'confirmed' },
  })
  expect(confirmed.status).toBe('confirmed')

  const dearer = { ...product, listPrice: 2600 }
  const { data: repriced } = await client.put('/api/v1/products', { body: { products: [dearer] } })
  const { data: preview } = await client.get('/api/v1/price-changes/{id}', {
    params: { path: { id: repriced.priceChangeId! } },
  })
  expect(preview.lines).toMatchObject([{ sku: 'HOL-1', currentPrice: 2550, newPrice: 2600 }])
  const { data: activity } = await client.get('/api/v1/activity')
  expect(activity.length).toBeGreaterThan(3)

  const file = { params: { query: { kind: 'products' as const } }, body: 'SKU,Name,Price,Unit\nHOL-2,,9.95,each\n' }
  const { data: upload } = await client.post('/api/v1/imports', file)
  await workOnAll(service)
  const rejects = { params: { path: { id: upload.id } }, parseAs: 'text' as const }
  expect(await client.get('/api/v1/imports/{id}/rejects', rejects)).toContain(
    'HOL-2,,9.95,each,2,HOL-2 is new: it needs a name',
  )

  const failed = await client.get('/api/v1/customers/{id}', { params: { path: { id: 'nobody' } } }).catch((e) => e)
  expect(failed).toBeInstanceOf(ApiError)
  expect(failed).toMatchObject({ status: 404, code: 'not_found' })
})

test('a list is walked page by page, and a feed to its end and on from there', async () => {
  const workspace = await service.workspace()
  const client = createClient({ url: service.url, key: workspace.key })
  const products = Array.from({ length: 5 }, (_, i) => ({
    sku: `P-${i}`,
    name: `Plate ${i}`,
    listPrice: 1,
    unitLabel: 'each',
  }))
  await client.put('/api/v1/products', { body: { products } })

  const pages: string[][] = []
  for await (const { data } of client.pages('/api/v1/products', { params: { query: { limit: 2 } } })) {
    pages.push(data.map(({ sku }) => sku))
  }
  expect(pages).toEqual([['P-0', 'P-1'], ['P-2', 'P-3'], ['P-4']])

  let cursor: string | undefined = 'start'
  const follow = async () => {
    const skus: string[] = []
    for await (const { data, nextCursor } of client.follow('/api/v1/price-feed', cursor, { limit: 2 })) {
      skus.push(...data.map(({ sku }) => sku))
      cursor = nextCursor
    }
    return skus
  }
  expect([...new Set(await follow())].toSorted()).toEqual(products.map(({ sku }) => sku))
  await follow()
  expect(await follow()).toEqual([])
  service.later()
  await client.put('/api/v1/products', { body: { products: [{ ...products[0]!, sku: 'P-5' }] } })
  expect(await follow()).toEqual(['P-5'])
  cursor = undefined
  expect(await follow()).toEqual([])
  const gone = await client
    .follow('/api/v1/price-feed', 'nonsense')
    .next()
    .catch((error) => error)
  expect(gone).toBeInstanceOf(ApiError)
})

test('the feeds of products, orders and customers are followed, each entry with the whole record', async () => {
  const workspace = await service.workspace()
  const client = createClient({ url: service.url, key: workspace.key })
  const product = { sku: 'P-1', name: 'Plate', listPrice: 100, unitLabel: 'each', brand: 'Hollin' }
  await client.put('/api/v1/products', { body: { products: [product] } })
  await client.put('/api/v1/customers', { body: { customers: [{ name: 'Quay Café', accountCode: 'QUAY' }] } })
  const cursors = { product: 'start', order: 'start', customer: 'start' }
  const told: string[] = []
  const followAll = async () => {
    told.length = 0
    for await (const { data, nextCursor } of client.follow('/api/v1/product-feed', cursors.product, { limit: 1 })) {
      told.push(...data.map(({ sku, product: one }) => `${sku} ${one?.brand}`))
      cursors.product = nextCursor
    }
    for await (const { data, nextCursor } of client.follow('/api/v1/order-feed', cursors.order)) {
      told.push(...data.map(({ order }) => `${order.number} ${order.status} ${order.lines.length}`))
      cursors.order = nextCursor
    }
    for await (const { data, nextCursor } of client.follow('/api/v1/customer-feed', cursors.customer)) {
      told.push(...data.map(({ customer }) => `${customer?.accountCode} ${customer?.phone}`))
      cursors.customer = nextCursor
    }
    return told
  }
  expect(await followAll()).toEqual(['P-1 Hollin', 'QUAY null'])
  service.later()
  const { id } = await placeOrder(workspace.context, { customer: 'QUAY', lines: [{ sku: 'P-1', qty: 2 }] })
  expect(await followAll()).toEqual(['1001 new 1'])
  service.later()
  await client.patch('/api/v1/orders/{id}', { params: { path: { id } }, body: { status: 'confirmed' } })
  const customers = [{ name: 'Quay Café', accountCode: 'QUAY', phone: '1' }]
  await client.put('/api/v1/customers', { body: { customers } })
  expect(await followAll()).toEqual(['1001 confirmed 1', 'QUAY 1'])
  expect(await followAll()).toEqual([])
})

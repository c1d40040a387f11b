import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { alter, idOf, invalidFields, item, refusal, send, sendItems, skus } from '../given/given.ts'

const service = useService()

async function withStock(): Promise<TestWorkspace> {
  const workspace = await service.workspace()
  await send(workspace, [
    item({ sku: 'A', name: 'pear', brand: 'Denby', category: 'Bowls', availability: 'in_stock' }),
    item({ sku: 'B', name: 'Apple', brand: 'Denby', category: 'Plates', availability: 'low_stock' }),
    item({ sku: 'C', name: 'éclair', brand: 'Spode', category: 'Bowls', availability: 'in_stock' }),
    item({ sku: 'D', name: 'Zebra' }),
    item({ sku: 'E', name: 'eclipse', availability: 'out_of_stock' }),
  ])
  return workspace
}

test('products come by name, as a person would sort them', async () => {
  const workspace = await withStock()
  expect(await skus(workspace, '')).toEqual(['B', 'C', 'E', 'A', 'D'])
})

test('products of the same name come one after another, always in the same order', async () => {
  const workspace = await service.workspace()
  await sendItems(workspace, 20)
  const once = await skus(workspace, '')
  expect(once).toHaveLength(20)
  expect(await skus(workspace, '')).toEqual(once)
})

test('products are filtered by brand and by category', async () => {
  const workspace = await withStock()
  const brand = await idOf(workspace, 'brands', 'Denby')
  const category = await idOf(workspace, 'categories', 'Bowls')
  expect(await skus(workspace, `brand=${brand}`)).toEqual(['B', 'A'])
  expect(await skus(workspace, `category=${category}`)).toEqual(['C', 'A'])
  expect(await skus(workspace, `brand=${brand}&category=${category}`)).toEqual(['A'])
  expect(await skus(workspace, `brand=${brand.toUpperCase()}`)).toEqual(['B', 'A'])
})

test('products are filtered by each availability', async () => {
  const workspace = await withStock()
  const found = await Promise.all(
    ['not_tracked', 'in_stock', 'low_stock', 'out_of_stock', 'made_to_order'].map((value) =>
      skus(workspace, `availability=${value}`),
    ),
  )
  expect(found).toEqual([['D'], ['C', 'A'], ['B'], ['E'], []])
})

test('products are filtered by active: all, the active ones, or the others', async () => {
  const workspace = await withStock()
  await alter(workspace, 'B', { active: false })
  expect(await skus(workspace, '')).toEqual(['B', 'C', 'E', 'A', 'D'])
  expect(await skus(workspace, 'active=true')).toEqual(['C', 'E', 'A', 'D'])
  expect(await skus(workspace, 'active=false')).toEqual(['B'])
  const { body } = await workspace.get('/products?active=false')
  expect(body.data[0].active).toBe(false)
})

test('filters narrow the list down together', async () => {
  const workspace = await withStock()
  const brand = await idOf(workspace, 'brands', 'Denby')
  await alter(workspace, 'A', { active: false })
  expect(await skus(workspace, `brand=${brand}&active=true&availability=in_stock`)).toEqual([])
  expect(await skus(workspace, `brand=${brand}&active=false&availability=in_stock`)).toEqual(['A'])
})

test('a blank filter counts as left out', async () => {
  const workspace = await withStock()
  const blank = 'q=&brand=&category=%20&availability=&active=&limit=&offset='
  expect(await skus(workspace, blank)).toEqual(['B', 'C', 'E', 'A', 'D'])
})

test.each(['/products', '/products/1', '/price-feed', '/price-changes/1'])(
  'a blank customer of %s is refused: its answer would have other prices than meant',
  async (path) => {
    const workspace = await service.workspace()
    const { status, body } = await workspace.get(`${path}?customer=%20`)
    expect({ status, code: body.error.code, path: body.error.issues[0].path }).toEqual({
      status: 400,
      code: 'validation_error',
      path: 'customer',
    })
  },
)

test.each(['brand', 'category'])('a %s that does not exist is not found', async (field) => {
  const workspace = await withStock()
  expect(await workspace.get(`/products?${field}=${randomUUIDv7()}`)).toEqual(refusal(404, 'not_found'))
  expect(await workspace.get(`/products?${field}=Denby`)).toEqual(refusal(404, 'not_found'))
})

test('a brand is not a category', async () => {
  const workspace = await withStock()
  expect(await workspace.get(`/products?category=${await idOf(workspace, 'brands', 'Denby')}`)).toEqual(
    refusal(404, 'not_found'),
  )
})

test.each([
  ['limit=1', 1],
  ['limit=50', 5],
  ['limit=%2050%20', 5],
  ['offset=4', 1],
  ['offset=5', 0],
  ['offset=0', 5],
  ['offset=9007199254740993', 0],
  [`offset=${'9'.repeat(400)}`, 0],
  [`q=${'p'.repeat(200)}`, 0],
  [`q=${encodeURIComponent('😀'.repeat(200))}`, 0],
  [`q=${encodeURIComponent(` ${'p'.repeat(200)} `)}`, 0],
])('the parameter %s is possible', async (query, rows) => {
  const workspace = await withStock()
  const { status, body } = await workspace.get(`/products?${query}`)
  expect(status).toBe(200)
  expect(body.data).toHaveLength(rows)
})

test.each([
  ['limit', '0'],
  ['limit', '51'],
  ['limit', '-1'],
  ['limit', '1.5'],
  ['limit', '1e1'],
  ['limit', '0x10'],
  ['limit', 'ten'],
  ['limit', '9'.repeat(400)],
  ['offset', '-1'],
  ['offset', '1.5'],
  ['offset', 'NaN'],
  ['q', 'p'.repeat(201)],
  ['q', '😀'.repeat(201)],
  ['q', 'a\0b'],
  ['customer', 'a\0b'],
  ['brand', 'a\0b'],
  ['category', 'a\0b'],
  ['availability', 'sold_out'],
  ['availability', 'IN_STOCK'],
  ['active', 'yes'],
  ['active', '1'],
  ['active', 'TRUE'],
])('the parameter %s=%s is refused', async (name, value) => {
  const { get } = await service.workspace()
  expect(invalidFields(await get(`/products?${name}=${encodeURIComponent(value)}`))).toEqual([name])
})

test.each(['q', 'category', 'brand', 'availability', 'active', 'customer', 'limit', 'offset'])(
  'the parameter %s given twice is refused',
  async (name) => {
    const { get } = await service.workspace()
    expect(invalidFields(await get(`/products?${name}=1&${name}=1`))).toEqual([name])
  },
)

test('the page is 50 rows unless asked for', async () => {
  const workspace = await service.workspace()
  await sendItems(workspace, 60)
  const { body } = await workspace.get('/products')
  expect(body.data).toHaveLength(50)
  expect(body.nextOffset).toBe(50)
})

test('unknown parameters are ignored, even given twice', async () => {
  const workspace = await withStock()
  expect(await skus(workspace, 'colour=blue&colour=red&__proto__=1&constructor=2')).toHaveLength(5)
})

test('what is not readable as text is no failure of the service', async () => {
  const { get } = await service.workspace()
  for (const query of ['q=%ED%A0%80', 'q=%FF', 'q=%', 'q=%ZZ', 'customer=%C3%28', '&&==&q', '?q=1']) {
    expect((await get(`/products?${query}`)).status).toBeLessThan(500)
  }
})

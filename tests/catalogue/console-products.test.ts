import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { done, expectDone, idOf, invalidFields, item, refusal, send } from '../given/given.ts'
import { givenMember } from '../given/member.ts'
import type { TestMember } from '../given/member.ts'

const service = useService()

async function shop(products: unknown[]) {
  const workspace = await service.workspace()
  if (products.length > 0) await send(workspace, products)
  const staff = await givenMember(service, workspace, 'manager')
  return { workspace, staff, listed: (query = '') => listed(staff, query) }
}

async function listed(staff: TestMember, query: string): Promise<string[]> {
  return (await done(staff.get(`/products?${query}`))).map(({ sku }: { sku: string }) => sku)
}

const count = async (staff: TestMember, query: string) => (await staff.get(`/products/count?${query}`)).body.data.count

describe('the list of products', () => {
  const RANGE = [
    item({ sku: 'C', name: 'Ash', listPrice: 300, brand: 'Denby', category: 'Plates', availability: 'in_stock' }),
    item({ sku: 'A', name: 'Birch', listPrice: 100, brand: 'Arc', category: 'Bowls', availability: 'out_of_stock' }),
    item({ sku: 'B', name: 'Cedar', listPrice: 200, availability: 'low_stock' }),
  ]

  test('it is sorted by each of its columns, both ways, and what has no value comes last', async () => {
    const { staff, listed } = await shop(RANGE)
    await staff.post('/products', { sku: 'D', name: 'Dogwood', unitLabel: 'each' })
    expect(await listed()).toEqual(['C', 'A', 'B', 'D'])
    const orders: Record<string, [up: string, down: string]> = {
      sku: ['ABCD', 'DCBA'],
      name: ['CABD', 'DBAC'],
      brand: ['ACBD', 'CADB'],
      category: ['ACBD', 'CADB'],
      listPrice: ['ABCD', 'CBAD'],
      availability: ['CBDA', 'ADBC'],
    }
    for (const [sort, [up, down]] of Object.entries(orders)) {
      expect([sort, (await listed(`sort=${sort}`)).join('')]).toEqual([sort, up])
      expect([sort, (await listed(`sort=${sort}&direction=desc`)).join('')]).toEqual([sort, down])
    }
    expect((await listed('sort=changed&direction=desc'))[0]).toBe('D')
    expect(await listed('sort=changed&offset=3')).toEqual(['D'])
    expect(await listed('sort=changed&withoutPrice=true')).toEqual(['D'])
    expect(await listed('sort=sku&withoutPrice=false&offset=1')).toEqual(['B', 'C'])
  })

  test('it is paged, in any order, and counted apart from it', async () => {
    const { staff, listed } = await shop(RANGE)
    expect(await listed('sort=sku&limit=2')).toEqual(['A', 'B'])
    expect(await listed('sort=sku&limit=2&offset=2')).toEqual(['C'])
    expect((await staff.get('/products?limit=2')).body.nextOffset).toBe(2)
    expect(await count(staff, '')).toBe(3)
  })

  test('it is filtered, and so is its number', async () => {
    const { workspace, staff, listed } = await shop(RANGE)
    await staff.post('/products', { sku: 'D', name: 'Dogwood', unitLabel: 'each' })
    const brand = await idOf(workspace, 'brands', 'Denby')
    const category = await idOf(workspace, 'categories', 'Bowls')
    const filters: Record<string, string[]> = {
      [`brand=${brand}`]: ['C'],
      [`category=${category}`]: ['A'],
      'availability=low_stock': ['B'],
      'active=false': [],
      'active=true': ['C', 'A', 'B', 'D'],
      'visibility=selected': [],
      'withoutPrice=true': ['D'],
      'withoutPrice=false': ['C', 'A', 'B'],
      'q=ced': ['B'],
      'q=den': ['C'],
      'q=a&sort=name&direction=desc': ['A', 'C'],
      [`brand=${brand}&q=ash`]: ['C'],
      'brand=no-id': [],
    }
    for (const [filter, skus] of Object.entries(filters)) {
      expect([filter, await listed(filter), await count(staff, filter)]).toEqual([filter, skus, skus.length])
    }
  })

  test('a search comes by relevance as in the public API, or by the column that is asked for', async () => {
    const { listed } = await shop([
      item({ sku: 'X-1', name: 'Cup for plates' }),
      item({ sku: 'X-2', name: 'Plate' }),
      item({ sku: 'PLATE', name: 'Zinc tray' }),
    ])
    expect(await listed('q=plate')).toEqual(['PLATE', 'X-2', 'X-1'])
    expect(await listed('q=plate&sort=name')).toEqual(['X-1', 'X-2', 'PLATE'])
  })

  test('a row says what the columns show', async () => {
    const { staff } = await shop([RANGE[0]])
    const [row] = (await staff.get('/products')).body.data
    expect(row).toEqual({
      id: expect.any(String),
      sku: 'C',
      name: 'Ash',
      brand: 'Denby',
      category: 'Plates',
      unitLabel: 'each',
      draftedPrice: null,
      listPrice: 300,
      minOrderQty: 1,
      orderMultiple: 1,
      availability: 'in_stock',
      active: true,
      visibility: 'all',
      updatedAt: service.time.now.toISOString(),
      image: null,
    })
  })

  test('a page, an order or a filter that cannot be is refused', async () => {
    const { staff } = await shop([])
    for (const [query, field] of [
      ['limit=51', 'limit'],
      ['sort=colour', 'sort'],
      ['direction=up', 'direction'],
      ['active=maybe', 'active'],
      ['visibility=some', 'visibility'],
    ]) {
      expect(invalidFields(await staff.get(`/products?${query}`))).toEqual([field])
    }
  })
})

test('brands and categories are found by a part of their name, or by id', async () => {
  const { workspace, staff } = await shop([
    item({ brand: 'Denby', category: 'Plates' }),
    item({ sku: 'B', brand: 'Arc' }),
  ])
  const names = async (path: string) => (await staff.get(path)).body.data.map(({ name }: { name: string }) => name)
  expect(await names('/brands')).toEqual(['Arc', 'Denby'])
  expect(await names('/brands?q=ENB')).toEqual(['Denby'])
  expect(await names(`/brands?id=${await idOf(workspace, 'brands', 'Arc')}`)).toEqual(['Arc'])
  expect(await names('/brands?id=nothing')).toEqual([])
  expect(await names('/categories')).toEqual(['Plates'])
})

describe('a product', () => {
  test('it is added with a price or without one, and a SKU that is taken is refused', async () => {
    const { workspace, staff } = await shop([])
    const added = await done(staff.post('/products', { sku: ' N-1 ', name: 'New', unitLabel: 'each', listPrice: 1299 }))
    const { data } = (await staff.get(`/products/${added.id}`)).body
    expect(data).toMatchObject({ sku: 'N-1', name: 'New', listPrice: 1299, active: true, visibility: 'all' })
    const again = await staff.post('/products', { sku: 'n-1', name: 'Again', unitLabel: 'each' })
    expect(again).toEqual(refusal(400, 'invalid_request'))
    const activity = (await workspace.get('/activity?limit=1')).body.data[0]
    expect(activity).toMatchObject({
      actor: { type: 'staff', id: staff.id, name: 'Sam Staff' },
      action: 'product.create',
      subject: { label: 'N-1' },
    })
    expect(invalidFields(await staff.post('/products', { sku: '', listPrice: -1 }))).toEqual([
      'listPrice',
      'name',
      'sku',
      'unitLabel',
    ])
  })

  test('owners and managers delete it, pricing does not', async () => {
    const { workspace, staff, listed } = await shop([item()])
    const [{ id }] = (await staff.get('/products')).body.data
    const pricing = await givenMember(service, workspace, 'pricing')
    expect((await pricing.delete(`/products/${id}`)).status).toBe(403)
    const owner = await givenMember(service, workspace, 'manager')
    expectDone(await owner.delete(`/products/${id}`))
    expect(await listed()).toEqual([])
    expect((await owner.delete(`/products/${id}`)).status).toBe(404)
    expect((await staff.get(`/products/${id}`)).status).toBe(404)
  })

  test('a product of another workspace is not found, and nothing about it, nor one that is nowhere', async () => {
    const { staff } = await shop([item()])
    const other = await shop([item()])
    const [{ id }] = (await other.staff.get('/products')).body.data
    expect((await staff.patch(`/products/${id}`, { version: '1', name: 'Mine' })).status).toBe(404)
    for (const named of [id, randomUUID(), 'no-id']) {
      for (const part of ['', '/list-prices', '/customer-prices', '/history', '/pictures']) {
        expect(await staff.get(`/products/${named}${part}`)).toEqual(refusal(404, 'not_found'))
      }
    }
  })
})

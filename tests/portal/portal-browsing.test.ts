import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteProduct } from '../../server/src/catalogue/product-writes.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import type { TestBuyer } from '../given/buyer.ts'
import { done, givenAgreedPrice, givenCustomer, givenDiscount, idOf, item, send } from '../given/given.ts'
import { place } from '../given/order.ts'

const service = useService()

async function shop() {
  const workspace = await service.workspace()
  const customerId = await givenCustomer(workspace, { accountCode: 'QUAY' })
  await givenCustomer(workspace, { accountCode: 'OTHER' })
  await send(workspace, [
    item({ sku: 'A', name: 'Apron', listPrice: 900, brand: 'Hollin', category: 'Clothes' }),
    item({ sku: 'B', name: 'Bowl', listPrice: 500, brand: 'Hollin', category: 'Tableware', availability: 'in_stock' }),
    item({ sku: 'C', name: 'Cup', listPrice: 300, brand: 'Denby', category: 'Tableware' }),
    item({ sku: 'D', name: 'Dish', listPrice: 700, category: 'Tableware', onlyFor: ['QUAY'] }),
    item({ sku: 'E', name: 'Ewer', listPrice: 100, brand: 'Secret', category: 'Tableware', onlyFor: ['OTHER'] }),
  ])
  return { workspace, customerId, buyer: await givenSignedInBuyer(service, workspace, customerId) }
}

type Group = { name: string; count: number }

async function groups(buyer: TestBuyer, query = '') {
  const { brands, categories, total } = await done(buyer.get(`/groups${query}`))
  return { total, brands: brands.map(counted), categories: categories.map(counted) }
}

function counted({ name, count }: Group): string {
  return `${name} ${count}`
}

async function listed(buyer: TestBuyer, query: string): Promise<string> {
  return skusOf(await done(buyer.get(`/products?${query}`)))
}

function skusOf(products: { sku: string }[]): string {
  return products.map(({ sku }) => sku).join('')
}

/** An order of the customer for each list of SKUs, one after the other. */
async function given(workspace: TestWorkspace, orders: [customer: string, skus: string][]) {
  for (const [customer, skus] of orders) {
    service.time.now = new Date(service.time.now.getTime() + 1_000)
    await place(workspace, { customer, lines: [...skus].map((sku) => ({ sku, qty: 1 })) })
  }
}

test('brands and categories come with the number of products that the customer sees', async () => {
  const { workspace, buyer } = await shop()
  expect(await groups(buyer)).toEqual({
    total: 4,
    brands: ['Denby 1', 'Hollin 2'],
    categories: ['Clothes 1', 'Tableware 3'],
  })
  const tableware = await idOf(workspace, 'categories', 'Tableware')
  expect(await groups(buyer, `?category=${tableware.toUpperCase()}`)).toEqual({
    total: 3,
    brands: ['Denby 1', 'Hollin 1'],
    categories: ['Clothes 1', 'Tableware 3'],
  })
  const denby = await idOf(workspace, 'brands', 'Denby')
  expect(await groups(buyer, `?brand=${denby}&availability=in_stock`)).toEqual({
    total: 0,
    brands: ['Denby 0', 'Hollin 1'],
    categories: [],
  })
})

test('the numbers follow each write, and are answered 304 until then', async () => {
  const { workspace, buyer } = await shop()
  const answer = await buyer.get('/groups')
  expect((await buyer.get('/groups', { 'if-none-match': answer.headers.get('etag')! })).status).toBe(304)
  await send(workspace, [item({ sku: 'F', name: 'Fork', brand: 'Denby' })])
  expect((await groups(buyer)).brands).toEqual(['Denby 2', 'Hollin 2'])
  await deleteProduct(workspace.context, { sku: 'F' })
  expect((await groups(buyer)).brands).toEqual(['Denby 1', 'Hollin 2'])
  await send(workspace, [item({ sku: 'C', name: 'Cup', onlyFor: ['OTHER'] })])
  expect((await groups(buyer)).brands).toEqual(['Hollin 2'])
})

function bolt(sku: string, details: Record<string, string>, more = {}) {
  return item({ sku, name: `Bolt ${sku}`, category: 'Bolts', brand: 'Ferrowick', details, ...more })
}

test('details that most products of a category have narrow it down, each counted by the other choices', async () => {
  const { workspace, buyer } = await shop()
  await send(workspace, [
    bolt('1', { Size: 'M10', Finish: 'Zinc', Note: 'a' }),
    bolt('2', { Size: 'M6', Finish: 'Zinc', Note: 'b' }, { brand: 'Denby' }),
    bolt('3', { Size: 'M6', Finish: 'Steel' }),
    bolt('4', { Size: 'M6', Drive: 'Hex' }),
    bolt('5', { Size: 'M99', Finish: 'Gold', Note: 'c' }, { onlyFor: ['OTHER'] }),
  ])
  const category = await idOf(workspace, 'categories', 'Bolts')
  const chosen = (details: object) => `category=${category}&details=${encodeURIComponent(JSON.stringify(details))}`
  const facets = async (query: string) =>
    (await done(buyer.get(`/groups?${query}`))).details.map(
      ({ name, values }: { name: string; values: { value: string; count: number }[] }) =>
        `${name}: ${values.map(({ value, count }) => `${value} ${count}`).join(', ')}`,
    )
  expect(await facets(`category=${category}`)).toEqual(['Size: M6 3, M10 1', 'Finish: Steel 1, Zinc 2'])
  expect(await facets(chosen({ Finish: 'Zinc' }))).toEqual(['Size: M6 1, M10 1', 'Finish: Steel 1, Zinc 2'])
  expect(await facets('')).toEqual([])
  expect(await groups(buyer, `?${chosen({ Finish: 'Zinc' })}`)).toMatchObject({
    total: 2,
    brands: ['Denby 1', 'Ferrowick 1'],
  })
  expect(await listed(buyer, chosen({ Size: 'M6' }))).toBe('234')
  expect(await listed(buyer, `${chosen({ Size: 'M6', Finish: 'Zinc' })}&sort=price`)).toBe('2')
  expect(await listed(buyer, `${chosen({ Size: 'M6' })}&q=bolt`)).toHaveLength(3)
  // Without their category, details narrow nothing down.
  expect(await listed(buyer, chosen({ Size: 'M6' }).replace(/^.*?&/, 'brand=&'))).toHaveLength(8)
  for (const wrong of ['[', '["M6"]', '{"Size":6}', '{"Size":"\\u0000"}']) {
    const answer = await buyer.get(`/products?category=${category}&details=${encodeURIComponent(wrong)}`)
    expect(answer.status).toBe(400)
  }
})

test('a category of more than 20,000 products is not narrowed down by details, as to count them takes too long', async () => {
  const { workspace, buyer } = await shop()
  await send(workspace, [bolt('1', { Size: 'M10' }), bolt('2', { Size: 'M6' })])
  const category = await idOf(workspace, 'categories', 'Bolts')
  const { db } = workspace.context
  const add = (from: number, to: number) =>
    sql`
      insert into product (workspace_id, id, sku, sku_key, name, name_folded, category_id, unit_label, availability,
        details, search, created_at, updated_at)
      select workspace_id, gen_random_uuid(), 'N' || i, 'n' || i, name, name_folded, category_id, unit_label,
        availability, details, search, created_at, updated_at
      from product, generate_series(${from}::integer, ${to}::integer) i
      where workspace_id = ${workspace.id} and sku = '1'`.execute(db)
  const facets = async () => (await done(buyer.get(`/groups?category=${category}`))).details.length
  await add(3, 20_000)
  expect(await facets()).toBe(1)
  await add(20_001, 20_001)
  await send(workspace, [bolt('3', { Size: 'M6' })])
  expect(await facets()).toBe(0)
})

test('products are sorted by what they cost the customer, page by page and after each write', async () => {
  const { workspace, customerId, buyer } = await shop()
  expect(await listed(buyer, 'sort=price')).toBe('CBDA')
  await givenDiscount(workspace, customerId, 6000, { brandId: await idOf(workspace, 'brands', 'Hollin') })
  await givenDiscount(workspace, customerId, 1000, { categoryId: await idOf(workspace, 'categories', 'Tableware') })
  // B 200, C 270, A 360, D 630.
  expect(await listed(buyer, 'sort=price')).toBe('BCAD')
  await givenAgreedPrice(workspace, customerId, 'D', { unit: 50, minQty: 10 })
  await givenAgreedPrice(workspace, customerId, 'C', { unit: 999 })
  expect(await listed(buyer, 'sort=price&limit=2')).toBe('BA')
  expect(await listed(buyer, 'sort=price&limit=2&offset=2')).toBe('DC')
  const units = (await done(buyer.get('/products?sort=price'))).map(({ price }: any) => price.unit)
  expect(units).toEqual([200, 360, 630, 999])
})

test('products are sorted by name, the newest first, and what the customer orders most first', async () => {
  const { workspace, buyer } = await shop()
  await given(workspace, [
    ['QUAY', 'CB'],
    ['QUAY', 'CD'],
    ['OTHER', 'A'],
    ['OTHER', 'A'],
    ['OTHER', 'A'],
  ])
  expect(await listed(buyer, 'sort=name')).toBe('ABCD')
  expect(await listed(buyer, 'sort=usual')).toBe('CDBA')
  service.time.now = new Date(service.time.now.getTime() + 5_000)
  await send(workspace, [item({ sku: 'B2', name: 'Basin', category: 'Tableware' })])
  expect(await listed(buyer, 'sort=newest')).toBe('B2ABCD')
  const tableware = await idOf(workspace, 'categories', 'Tableware')
  expect(await listed(buyer, `sort=usual&category=${tableware}`)).toBe('CDBB2')
})

test('sizes are in the order of their numbers: in brands and categories, of one category, and as offers', async () => {
  const { workspace, buyer } = await shop()
  const sizes = ['M10×100', 'M10×30', 'M10×30 A2', 'M6×100']
  await send(
    workspace,
    sizes.map((size, i) =>
      item({ sku: `BOLT-${size.replace('×', '-')}`, name: `Bolt ${size}`, brand: size, category: `Bolts ${i % 2}` }),
    ),
  )
  await send(
    workspace,
    [200, 30, 1000, 4].map((size) =>
      item({ sku: `NUT-${size}`, name: `Nut ${size}`, brand: 'Nuts', category: 'Nuts' }),
    ),
  )
  const { brands } = await done(buyer.get('/groups'))
  const names = brands.map(({ name }: Group) => name)
  expect(names.filter((name: string) => name.startsWith('M'))).toEqual(['M6×100', 'M10×30', 'M10×30 A2', 'M10×100'])
  const { id } = (await done(buyer.get('/products?q=NUT-4')))[0]
  const { category } = await done(buyer.get(`/products/${id}/related`))
  expect(category.map(({ sku }: { sku: string }) => sku)).toEqual(['NUT-30', 'NUT-200', 'NUT-1000'])
  const [line] = await done(buyer.post('/lines/check', { lines: [{ sku: 'NUT-', qty: 1 }] }))
  expect(line.nearest.map(({ sku }: { sku: string }) => sku)).toEqual(['NUT-4', 'NUT-30', 'NUT-200'])
})

test('a search is sorted too, and what in the filter is unknown is told', async () => {
  const { buyer } = await shop()
  expect(await listed(buyer, 'sort=price&q=tableware')).toBe('CBD')
  expect(await listed(buyer, 'sort=name&q=hollin')).toBe('AB')
  expect(await listed(buyer, 'sort=price&q=nothing')).toBe('')
  expect((await buyer.get('/products?sort=price&brand=01970000-0000-7000-8000-00000000dead')).status).toBe(404)
  expect((await buyer.get('/products?sort=cheapest')).status).toBe(400)
})

test('a product shows others of its category, and what the customer or several others bought with it', async () => {
  const { workspace, buyer } = await shop()
  for (const accountCode of ['ONE', 'TWO']) await givenCustomer(workspace, { accountCode })
  const { id } = (await done(buyer.get('/products?q=Bowl')))[0]
  const related = async () => {
    const { together, category } = await done(buyer.get(`/products/${id}/related`))
    return [skusOf(together), skusOf(category)]
  }
  // The next ones by name come first; nobody sees what is for others.
  expect(await related()).toEqual(['', 'CD'])
  await given(workspace, [
    ['OTHER', 'BAE'],
    ['ONE', 'BA'],
  ])
  expect(await related()).toEqual(['', 'CD'])
  await given(workspace, [
    ['TWO', 'BA'],
    ['QUAY', 'BC'],
  ])
  expect(await related()).toEqual(['CA', 'CD'])
})

import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { sendItems } from '../given/given.ts'

const service = useService()

/** Every page, from the first to the one that names no next. */
async function walk({ get }: TestWorkspace, query: string, limit?: number): Promise<string[][]> {
  const pages: string[][] = []
  for (let offset: number | null = 0; offset !== null;) {
    const { status, body } = await get(`/products?${query}&offset=${offset}${limit ? `&limit=${limit}` : ''}`)
    expect(status).toBe(200)
    pages.push(body.data.map((product: { sku: string }) => product.sku))
    expect(pages.length).toBeLessThan(500)
    offset = body.nextOffset
  }
  return pages
}

test('a walk through the catalogue shows each product once, whatever the size of the page', async () => {
  const workspace = await service.workspace()
  const names = ['plate', 'Plate', 'bowl', 'Éclair', 'eclair']
  await sendItems(workspace, 100, (i) => ({ name: names[i % names.length] }))
  await sendItems(workspace, 7, (i) => ({ sku: `X-${i}` }))
  const whole = (await walk(workspace, '')).flat()
  expect(whole).toHaveLength(107)
  expect(new Set(whole).size).toBe(107)
  for (const limit of [3, 10, 49, 50]) {
    const pages = await walk(workspace, '', limit)
    expect(pages.flat()).toEqual(whole)
    for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit)
  }
})

test('a walk through the catalogue ends with an empty page where the total is a multiple of the limit', async () => {
  const workspace = await service.workspace()
  await sendItems(workspace, 20)
  const lengths = async (limit: number) => (await walk(workspace, '', limit)).map((page) => page.length)
  expect(await lengths(10)).toEqual([10, 10, 0])
  expect(await lengths(20)).toEqual([20, 0])
  expect(await lengths(7)).toEqual([7, 7, 6])
  expect(await lengths(21)).toEqual([20])
})

test('a walk through an empty catalogue is one empty page', async () => {
  const workspace = await service.workspace()
  expect((await workspace.get('/products')).body).toEqual({ data: [], nextOffset: null, currency: 'GBP' })
})

test('a walk through the catalogue counts the next offset from where it is', async () => {
  const workspace = await service.workspace()
  await sendItems(workspace, 9)
  expect((await workspace.get('/products?limit=3&offset=4')).body.nextOffset).toBe(7)
  expect((await workspace.get('/products?limit=3&offset=6')).body.nextOffset).toBe(9)
  expect((await workspace.get('/products?limit=3&offset=7')).body.nextOffset).toBeNull()
})

const fields = [
  { sku: 'GLASS', name: 'Exact' },
  { sku: 'R-1', name: 'By reference', manufacturerRef: 'glass' },
  { sku: 'GLASS-1', name: 'Code starts' },
  { sku: 'GLASS-2', name: 'Glass code starts, and name' },
  { sku: 'R-2', name: 'Reference starts', manufacturerRef: 'Glass/7' },
  { sku: 'N-1', name: 'Glass jug' },
  { sku: 'N-2', name: 'glassware' },
  { sku: 'W-1', name: 'Blue glass' },
  { sku: 'W-2', name: 'A jug of glass' },
  { sku: 'B-1', name: 'Jug', brand: 'Glassworks' },
  { sku: 'C-1', name: 'Cup', category: 'Glass' },
  { sku: 'D-1', name: 'Mug', description: 'Not made of glass' },
  { sku: 'X-1', name: 'Not at all' },
]

test('a walk through search results shows each product once across the steps of a search, whatever the size of the page', async () => {
  const workspace = await service.workspace()
  await sendItems(workspace, fields.length, (i) => fields[i]!)
  const whole = (await walk(workspace, 'q=glass')).flat()
  expect(whole.toSorted()).toEqual(
    fields
      .map(({ sku }) => sku)
      .filter((sku) => sku !== 'X-1')
      .toSorted(),
  )
  for (const limit of [1, 2, 3, 4, 5, 6, 11, 12, 13]) {
    expect((await walk(workspace, 'q=glass', limit)).flat()).toEqual(whole)
  }
  for (let offset = 0; offset <= whole.length + 1; offset++) {
    const { body } = await workspace.get(`/products?q=glass&limit=4&offset=${offset}`)
    expect(body.data.map((product: { sku: string }) => product.sku)).toEqual(whole.slice(offset, offset + 4))
  }
})

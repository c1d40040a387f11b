import { describe, expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { find, item, items, read, send, sendItems, skus } from '../given/given.ts'

const service = useService()

describe('a product is found by its SKU', () => {
  test.each([
    ['in another case', 'den-10Ä', 'DEN-10ä'],
    ['in the composed form of its letters', 'cafe\u0301-1', 'CAF\u00c9-1'],
    ['in the decomposed form of its letters', 'CAF\u00c9-1', 'cafe\u0301-1'],
    ['with space around it', 'DEN-1', '  den-1 '],
  ])('%s, and keeps its first spelling and its id', async (_case, first, second) => {
    const workspace = await service.workspace()
    expect(await send(workspace, [item({ sku: first })])).toMatchObject({ created: 1, updated: 0 })
    const { id } = await find(workspace, first)
    expect(await send(workspace, [item({ sku: second, name: 'Renamed' })])).toMatchObject({ created: 0, updated: 1 })
    const { data } = (await workspace.get('/products')).body
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({ id, sku: first, name: 'Renamed' })
  })

  test.each([
    ['an accent', 'CAFE', 'CAFÉ'],
    ['a space within', 'A 1', 'A1'],
    ['a zero in front', '0123', '123'],
    ['a wide letter', 'A', '\uff21'],
    ['a sharp s', 'STRASSE', 'STRAßE'],
  ])('%s makes another one', async (_case, first, second) => {
    const workspace = await service.workspace()
    await send(workspace, [item({ sku: first })])
    expect(await send(workspace, [item({ sku: second })])).toMatchObject({ created: 1, updated: 0 })
    expect(await skus(workspace, '')).toHaveLength(2)
  })
})

test('a call counts the new products and those that were there, changed or not', async () => {
  const workspace = await service.workspace()
  await sendItems(workspace, 3)
  const result = await sendItems(workspace, 5, (i) => (i === 1 ? { name: 'Renamed' } : {}))
  expect(result).toEqual({ created: 2, updated: 3, priceChanges: 0, priceChangeId: null, unknownCustomers: [] })
})

test('the same call again ends in the same state', async () => {
  const workspace = await service.workspace()
  const call = items(10, (i) => ({ brand: `Brand ${i % 3}`, details: { n: `${i}` }, leadTimeNote: 'soon' }))
  expect(await send(workspace, call)).toMatchObject({ created: 10, updated: 0 })
  const once = (await workspace.get('/products')).body
  service.later(1_000)
  expect(await send(workspace, call.toReversed())).toMatchObject({ created: 0, updated: 10 })
  expect((await workspace.get('/products')).body).toEqual(once)
})

test('the rows of a call each keep their own values', async () => {
  const workspace = await service.workspace()
  const call = items(100, (i) => ({
    sku: `${(i * 37) % 100}`,
    name: `Name ${i}`,
    listPrice: i,
    brand: i % 2 === 0 ? `Brand ${i % 10}` : undefined,
    description: i % 3 === 0 ? `Text ${i}` : undefined,
    details: { row: `${i}` },
  }))
  await send(workspace, call)
  await send(
    workspace,
    call.map((row) => ({ ...row, name: `${row.name}!` })),
  )
  for (const row of [call[0]!, call[41]!, call[99]!]) {
    const { price, brand, ...product } = await read(workspace, row.sku)
    expect({ ...product, brand, listPrice: price.list }).toMatchObject({
      ...row,
      name: `${row.name}!`,
      brand: (row as { brand?: string }).brand ?? null,
      description: (row as { description?: string }).description ?? null,
    })
  }
})

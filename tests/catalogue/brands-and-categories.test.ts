import { describe, expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { find, item, read, send, sendItems } from '../given/given.ts'

const service = useService()

const names = (body: { data: { name: string }[] }) => body.data.map((row) => row.name)

describe.each([
  { list: 'brands', field: 'brand', idField: 'brandId' },
  { list: 'categories', field: 'category', idField: 'categoryId' },
])('$list', ({ list, field, idField }) => {
  test(`a workspace starts with no ${list}`, async () => {
    const { get } = await service.workspace()
    expect((await get(`/${list}`)).body).toEqual({ data: [] })
  })

  test(`a ${field} comes into being with the first product that names it`, async () => {
    const workspace = await service.workspace()
    await send(workspace, [item({ [field]: ' Denby ' })])
    const product = await read(workspace, 'DEN-1042')
    expect(product[field]).toBe('Denby')
    expect((await workspace.get(`/${list}`)).body).toEqual({ data: [{ id: product[idField], name: 'Denby' }] })
  })

  test('names that differ in case or form only are one, and the first spelling stays', async () => {
    const workspace = await service.workspace()
    await send(workspace, [item({ [field]: 'Caf\u00e9 Noir' })])
    await send(workspace, [
      item({ sku: 'B', [field]: 'CAF\u00c9 NOIR' }),
      item({ sku: 'C', [field]: 'cafe\u0301 noir' }),
      item({ sku: 'D', [field]: 'Cafe Noir' }),
    ])
    expect(names((await workspace.get(`/${list}`)).body)).toEqual(['Cafe Noir', 'Caf\u00e9 Noir'])
    const ids = await Promise.all(['DEN-1042', 'B', 'C'].map(async (sku) => (await find(workspace, sku))[idField]))
    expect(new Set(ids).size).toBe(1)
  })

  test('two spellings in one call make one, spelled as the first', async () => {
    const workspace = await service.workspace()
    await send(workspace, [item({ sku: 'Z', [field]: 'Denby' }), item({ sku: 'A', [field]: 'DENBY' })])
    expect((await workspace.get(`/${list}`)).body.data).toHaveLength(1)
    expect(names((await workspace.get(`/${list}`)).body)).toEqual(['Denby'])
  })

  test(`a ${field} that no product has any more stays in the list`, async () => {
    const workspace = await service.workspace()
    await send(workspace, [item({ [field]: 'Denby' })])
    await send(workspace, [item()])
    expect(names((await workspace.get(`/${list}`)).body)).toEqual(['Denby'])
    expect(await read(workspace, 'DEN-1042')).toMatchObject({ [field]: null, [idField]: null })
  })

  test(`all ${list} come at once, in the order of an alphabet, and no page is offered`, async () => {
    const workspace = await service.workspace()
    const some = ['zebra', 'Äpfel', 'apple', 'Zinc', 'Éclair', 'eclipse']
    await sendItems(workspace, 100, (i) => ({ [field]: `name ${i}` }))
    await sendItems(workspace, 6, (i) => ({ sku: `X-${i}`, [field]: some[i] }))
    const { body } = await workspace.get(`/${list}?limit=5&offset=3`)
    expect(Object.keys(body)).toEqual(['data'])
    expect(body.data).toHaveLength(106)
    expect(names(body).filter((name) => some.includes(name))).toEqual(
      ['Äpfel', 'apple', 'Éclair', 'eclipse', 'zebra', 'Zinc'].toSorted((a, b) => a.localeCompare(b, 'und')),
    )
    for (const row of body.data) expect(Object.keys(row).toSorted()).toEqual(['id', 'name'])
  })
})

test('a brand and a category of the same name are two things', async () => {
  const workspace = await service.workspace()
  await send(workspace, [item({ brand: 'Glass', category: 'Glass' })])
  const { brandId, categoryId } = await read(workspace, 'DEN-1042')
  expect(brandId).not.toBe(categoryId)
})

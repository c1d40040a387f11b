import { describe, expect, test } from 'vitest'
import { createProduct, deleteProduct } from '../../server/src/catalogue/product-writes.ts'
import { mergeGroups, renameGroup } from '../../server/src/catalogue/groups/write-groups.ts'
import { updateProduct } from '../../server/src/catalogue/edit-product.ts'
import { deleteCustomer } from '../../server/src/customers/edit-customer.ts'
import { InvalidRequest, NotFound } from '../../server/src/errors.ts'
import { find, givenCustomer, givenDiscount, idOf, item, read, send, sendItems, skus } from '../given/given.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'

const service = useService()

async function latest(workspace: TestWorkspace) {
  const { action, changes, subject } = (await workspace.get('/activity?limit=1')).body.data[0]
  return { action, changes, subject }
}

test('a product can be made without a price, once', async () => {
  const workspace = await service.workspace()
  const { id } = await createProduct(workspace.context, { sku: 'NEW-1', name: 'Soon', unitLabel: 'each' })
  expect(await read(workspace, 'NEW-1')).toMatchObject({ id, name: 'Soon', price: { unit: null, line: 0, list: 0 } })
  expect(await skus(workspace, 'q=soon')).toEqual(['NEW-1'])
  const again = createProduct(workspace.context, { sku: 'new-1', name: 'Soon', unitLabel: 'each' })
  await expect(again).rejects.toThrow(InvalidRequest)
  await send(workspace, [item({ sku: 'NEW-1', listPrice: 500 })])
  expect((await read(workspace, 'NEW-1')).price.unit).toBe(500)
})

test('a product changes in what only staff may change, and tells it once', async () => {
  const workspace = await service.workspace()
  const customer = { accountCode: 'ACME' }
  await givenCustomer(workspace, customer)
  await send(workspace, [item({ leadTimeNote: '2 weeks', imageUrl: 'https://example.com/a.png', onlyFor: ['ACME'] })])
  const before = await read(workspace, 'DEN-1042')
  service.later()
  const update = {
    sku: 'den-1042',
    active: false,
    visibility: 'all' as const,
    minOrderQty: 6,
    clear: ['lead-time-note' as const, 'image' as const],
  }
  await updateProduct(workspace.context, update)
  const after = await read(workspace, 'DEN-1042')
  expect(after).toMatchObject({ active: false, visibility: 'all', minOrderQty: 6, leadTimeNote: null })
  expect(after.updatedAt).toBe(service.time.now.toISOString())
  expect(await latest(workspace)).toEqual({
    action: 'product.update',
    subject: { type: 'product', id: before.id, label: 'DEN-1042' },
    changes: {
      active: { from: true, to: false },
      visibility: { from: 'selected', to: 'all' },
      customers: { from: ['Quay Café'], to: [] },
      minOrderQty: { from: 1, to: 6 },
      leadTimeNote: { from: '2 weeks', to: null },
      image: { to: null },
    },
  })
  const images = await workspace.context.db
    .selectFrom('product_image')
    .select('status')
    .where('workspace_id', '=', workspace.id)
    .execute()
  expect(images).toEqual([{ status: 'removed' }])

  service.later()
  const entries = (await workspace.get('/activity')).body.data.length
  await updateProduct(workspace.context, update)
  expect((await read(workspace, 'DEN-1042')).updatedAt).toBe(after.updatedAt)
  expect((await workspace.get('/activity')).body.data).toHaveLength(entries)
})

test('a product that was opened to everyone is closed again to just those who are named', async () => {
  const workspace = await service.workspace()
  await givenCustomer(workspace, { accountCode: 'ACME' })
  await givenCustomer(workspace, { accountCode: 'OTHER' })
  await send(workspace, [item({ onlyFor: ['ACME'] })])
  await updateProduct(workspace.context, { sku: 'DEN-1042', visibility: 'all' })
  expect(await skus(workspace, 'customer=OTHER')).toEqual(['DEN-1042'])
  await send(workspace, [item({ onlyFor: [] })])
  expect(await skus(workspace, 'customer=ACME')).toEqual([])
})

test('a product can be deleted, with what hangs on it', async () => {
  const workspace = await service.workspace()
  await sendItems(workspace, 2)
  await deleteProduct(workspace.context, { sku: 'sku-0000' })
  expect(await skus(workspace, '')).toEqual(['SKU-0001'])
  expect(await latest(workspace)).toMatchObject({ action: 'product.delete' })
  await expect(deleteProduct(workspace.context, { sku: 'SKU-0000' })).rejects.toThrow(NotFound)
})

test('a product of another workspace is not found', async () => {
  const [workspace, other] = [await service.workspace(), await service.workspace()]
  await send(workspace, [item()])
  await expect(updateProduct(other.context, { sku: 'DEN-1042', active: false })).rejects.toThrow('DEN-1042')
  await expect(deleteProduct(other.context, { sku: 'DEN-1042' })).rejects.toThrow(NotFound)
})

describe.each(['brand', 'category'] as const)('a %s', (grouping) => {
  const list = grouping === 'brand' ? 'brands' : 'categories'

  async function withTwo() {
    const workspace = await service.workspace()
    await send(workspace, [
      item({ sku: 'A', name: 'Plate', [grouping]: 'Hollin' }),
      item({ sku: 'B', name: 'Bowl', [grouping]: 'Wexcombe' }),
      item({ sku: 'C', name: 'Jug' }),
    ])
    return workspace
  }

  test(`a ${grouping} that is renamed is found by its new name at once, and by the old one no more`, async () => {
    const workspace = await withTwo()
    const id = await idOf(workspace, list, 'Hollin')
    await renameGroup(workspace.context, { grouping, name: 'hollin', to: 'Marlowe' })
    expect(await skus(workspace, 'q=marlowe')).toEqual(['A'])
    expect(await skus(workspace, 'q=hollin')).toEqual([])
    expect(await idOf(workspace, list, 'Marlowe')).toBe(id)
    expect(await latest(workspace)).toMatchObject({ action: `${grouping}.rename`, subject: { id, label: 'Marlowe' } })
  })

  test(`a ${grouping} can change the case of its name, but not take the name of another`, async () => {
    const workspace = await withTwo()
    await renameGroup(workspace.context, { grouping, name: 'Hollin', to: 'HOLLIN' })
    await idOf(workspace, list, 'HOLLIN')
    const taken = renameGroup(workspace.context, { grouping, name: 'Hollin', to: 'wexcombe' })
    await expect(taken).rejects.toThrow(/merge/)
    await expect(renameGroup(workspace.context, { grouping, name: 'Nobody', to: 'X' })).rejects.toThrow(NotFound)
  })

  test(`a ${grouping} that is merged into another leaves its products and discounts to it`, async () => {
    const workspace = await withTwo()
    const [from, into] = [await idOf(workspace, list, 'Hollin'), await idOf(workspace, list, 'Wexcombe')]
    const [one, both] = [
      await givenCustomer(workspace, { accountCode: 'ONE' }),
      await givenCustomer(workspace, { accountCode: 'BOTH' }),
    ]
    const on = (id: string) => (grouping === 'brand' ? { brandId: id } : { categoryId: id })
    await givenDiscount(workspace, one, 1000, on(from))
    await givenDiscount(workspace, both, 2000, on(from))
    await givenDiscount(workspace, both, 500, on(into))
    await mergeGroups(workspace.context, { grouping, name: 'Hollin', to: 'Wexcombe' })
    expect((await workspace.get(`/${list}`)).body.data).toEqual([{ id: into, name: 'Wexcombe' }])
    expect((await skus(workspace, 'q=wexcombe')).toSorted()).toEqual(['A', 'B'])
    expect((await read(workspace, 'A', '?customer=ONE')).price.discountBp).toBe(1000)
    expect((await read(workspace, 'A', '?customer=BOTH')).price.discountBp).toBe(500)
    expect(await latest(workspace)).toMatchObject({
      action: `${grouping}.merge`,
      changes: { products: 1, discounts: { moved: 1, dropped: 1 } },
    })
    const itself = mergeGroups(workspace.context, { grouping, name: 'Wexcombe', to: 'WEXCOMBE' })
    await expect(itself).rejects.toThrow(InvalidRequest)
  })
})

test('brands are merged and renamed, and customers deleted, without an error or a product lost to search', async () => {
  const workspace = await service.workspace()
  for (let round = 0; round < 8; round++) {
    const [from, into] = [`From ${round}`, `Into ${round}`]
    await givenCustomer(workspace, { accountCode: `C${round}` })
    await send(workspace, [item({ sku: 'A', name: 'Plate', brand: from }), item({ sku: 'B', brand: into })])
    const calls = Array.from({ length: 6 }, (_, i) =>
      send(workspace, [item({ sku: 'A', name: `Bowl${round}x${i}`, brand: from, onlyFor: [`C${round}`] })]),
    )
    await Promise.all([
      ...calls,
      mergeGroups(workspace.context, { grouping: 'brand', name: from, to: into }),
      deleteCustomer(workspace.context, { customer: `C${round}` }),
    ])
    const { name } = await find(workspace, 'A')
    expect(await skus(workspace, `q=${name}`)).toEqual(['A'])
    await updateProduct(workspace.context, { sku: 'A', visibility: 'all' })
  }
})

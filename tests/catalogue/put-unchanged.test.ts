import { describe, expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { FULL, givenCustomer, invalidFields, item, items, read, send, sendItems } from '../given/given.ts'

const service = useService()

/** What was written down about products, oldest first. */
async function activityOf({ id }: TestWorkspace) {
  const rows = await service.context.db
    .selectFrom('activity')
    .selectAll()
    .where('workspace_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.filter(({ action }) => action.startsWith('product.'))
}

const full = { ...FULL, onlyFor: ['QUAY', 'PIER'] }

describe('a row that changes nothing leaves the product alone, and is not written down', () => {
  test.each([
    ['the same row', {}],
    ['the SKU in another case', { sku: 'den-1042' }],
    ['brand and category in another case', { brand: 'DENBY', category: 'tableware' }],
    ['space around the values', { name: ' Azure plate ', description: ' Stoneware. ', brand: ' Denby' }],
    ['details in another order', { details: { Size: '26 cm', Colour: 'Azure' } }],
    ['the customers in another order, twice or unknown', { onlyFor: ['PIER', 'quay', 'PIER', 'nobody'] }],
    ['what is kept left out', { availability: '', leadTimeNote: '', details: undefined, onlyFor: undefined }],
    ['the image left out', { imageUrl: undefined }],
  ])('%s', async (_case, fields) => {
    const workspace = await service.workspace()
    await givenCustomer(workspace, { accountCode: 'QUAY' })
    await givenCustomer(workspace, { accountCode: 'PIER' })
    await send(workspace, [item(full)])
    const before = await read(workspace, 'DEN-1042')
    service.later(3_600_000)
    expect(await send(workspace, [item({ ...full, ...fields })])).toMatchObject({ created: 0, updated: 1 })
    expect(await read(workspace, 'DEN-1042')).toEqual(before)
    expect(await activityOf(workspace)).toHaveLength(1)
  })

  test('a row that changes nothing is left alone beside one that does', async () => {
    const workspace = await service.workspace()
    await send(workspace, [item({ sku: 'A' }), item({ sku: 'B' })])
    const before = await read(workspace, 'A')
    service.later(3_600_000)
    await send(workspace, [item({ sku: 'A' }), item({ sku: 'B', name: 'Renamed' })])
    expect(await read(workspace, 'A')).toEqual(before)
    expect((await read(workspace, 'B')).updatedAt).toBe(service.time.now.toISOString())
  })
})

test.each(
  Object.entries({
    name: 'Renamed',
    unitLabel: 'box',
    brand: 'Spode',
    category: 'Bowls',
    manufacturerRef: 'az-26',
    description: undefined,
    availability: 'low_stock',
    leadTimeNote: '4 weeks',
    details: { Colour: 'Azure' },
    imageUrl: 'https://images.example/new.jpg',
    onlyFor: ['QUAY'],
  }),
)('a row that changes %s is dated and written down', async (field, value) => {
  const workspace = await service.workspace()
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  await givenCustomer(workspace, { accountCode: 'PIER' })
  await send(workspace, [item(full)])
  service.later(3_600_000)
  await send(workspace, [item({ ...full, [field]: value })])
  expect((await read(workspace, 'DEN-1042')).updatedAt).toBe(service.time.now.toISOString())
  expect(await activityOf(workspace)).toHaveLength(2)
})

test('the activity log has one entry for a call, with its counts, under the name of the key', async () => {
  const workspace = await service.workspace({ keyName: 'Nightly ERP' })
  await sendItems(workspace, 60)
  service.later(3_600_000)
  const { priceChangeId } = await sendItems(workspace, 100, (i) =>
    i < 10 ? { name: 'Renamed' } : i < 15 ? { listPrice: 1 } : {},
  )
  const entries = await activityOf(workspace)
  expect(entries).toHaveLength(2)
  expect(entries[1]).toMatchObject({
    at: service.time.now,
    actor: { type: 'key', id: workspace.keyId, name: 'Nightly ERP' },
    changes: { created: 40, updated: 10, priceChanges: 5, priceChangeId },
  })
})

test('the activity log names the product where there is one', async () => {
  const workspace = await service.workspace()
  await send(workspace, [item()])
  const { id } = await read(workspace, 'DEN-1042')
  expect((await activityOf(workspace))[0]).toMatchObject({ subject: { type: 'product', id, label: 'DEN-1042' } })
})

test('the activity log has an entry for a call that only changes prices, and none for the same one again', async () => {
  const workspace = await service.workspace()
  await sendItems(workspace, 3)
  const call = items(3, () => ({ listPrice: 1 }))
  const { priceChangeId } = await send(workspace, call)
  expect((await activityOf(workspace))[1]).toMatchObject({
    changes: { created: 0, updated: 0, priceChanges: 3, priceChangeId },
  })
  await send(workspace, call, priceChangeId)
  expect(await activityOf(workspace)).toHaveLength(2)
})

test('the activity log has no entry for a call that was refused', async () => {
  const workspace = await service.workspace()
  const refused = await workspace.put('/products', { products: [item(), item({ sku: 'B', listPrice: -1 })] })
  expect(invalidFields(refused)).toEqual(['products.1.listPrice'])
  expect(await activityOf(workspace)).toEqual([])
})

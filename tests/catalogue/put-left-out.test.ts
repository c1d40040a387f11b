import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { FULL, alter, givenCustomer, item, read, send } from '../given/given.ts'

const service = useService()

async function stocked() {
  const workspace = await service.workspace()
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  await send(workspace, [item(FULL)])
  return workspace
}

function imagesOf(workspaceId: string) {
  return service.context.db
    .selectFrom('product_image')
    .select(['source_url', 'status', 'requested_at'])
    .where('workspace_id', '=', workspaceId)
    .execute()
}

test.each([
  ['brand', { brand: null, brandId: null }],
  ['category', { category: null, categoryId: null }],
  ['manufacturerRef', { manufacturerRef: null }],
  ['description', { description: null }],
])('%s is cleared when left out, and nothing else is', async (field, cleared) => {
  const workspace = await stocked()
  const before = await read(workspace, 'DEN-1042')
  await send(workspace, [item({ ...FULL, [field]: undefined })])
  expect(await read(workspace, 'DEN-1042')).toEqual({ ...before, ...cleared })
})

test.each(['availability', 'leadTimeNote', 'details', 'imageUrl', 'onlyFor'])(
  '%s is kept when left out',
  async (field) => {
    const workspace = await stocked()
    const before = await read(workspace, 'DEN-1042')
    await send(workspace, [item({ ...FULL, [field]: undefined })])
    expect(await read(workspace, 'DEN-1042')).toEqual(before)
    expect(await imagesOf(workspace.id)).toMatchObject([{ source_url: FULL.imageUrl }])
    expect((await workspace.get('/products?customer=QUAY')).body.data).toHaveLength(1)
  },
)

test('all fields that are left out at once are cleared or kept, each as it is alone', async () => {
  const workspace = await stocked()
  await send(workspace, [item()])
  expect(await read(workspace, 'DEN-1042')).toMatchObject({
    brand: null,
    category: null,
    manufacturerRef: null,
    description: null,
    availability: 'in_stock',
    leadTimeNote: '3 weeks',
    details: FULL.details,
    visibility: 'selected',
  })
})

test('what is sent replaces what was there; of details, all of it', async () => {
  const workspace = await stocked()
  const next = {
    name: 'Azure bowl',
    unitLabel: 'box of 6',
    brand: 'Spode',
    category: 'Bowls',
    manufacturerRef: 'AZ-27',
    description: 'Bone china.',
    availability: 'out_of_stock',
    leadTimeNote: '5 weeks',
    details: { Weight: '1 kg' },
  }
  await send(workspace, [item(next)])
  expect(await read(workspace, 'DEN-1042')).toMatchObject({ ...next, details: { Weight: '1 kg' } })
  expect((await read(workspace, 'DEN-1042')).details).toEqual({ Weight: '1 kg' })
  await send(workspace, [item({ ...next, details: {} })])
  expect((await read(workspace, 'DEN-1042')).details).toEqual({})
})

test('what only people can change stays as it is', async () => {
  const workspace = await stocked()
  await alter(workspace, 'DEN-1042', { active: false, min_order_qty: 12 })
  await send(workspace, [item({ ...FULL, active: true, minOrderQty: 1, visibility: 'all' })])
  expect(await read(workspace, 'DEN-1042')).toMatchObject({ active: false, minOrderQty: 12, visibility: 'selected' })
})

test('images are queued for copying when the address changes, and only then', async () => {
  const workspace = await service.workspace()
  const imageUrl = 'https://images.example/1.jpg'
  await send(workspace, [item({ imageUrl })])
  const [first] = await imagesOf(workspace.id)
  expect(first).toMatchObject({ source_url: imageUrl, status: 'queued' })

  await service.context.db
    .updateTable('product_image')
    .set({ status: 'copied' })
    .where('workspace_id', '=', workspace.id)
    .execute()
  service.later()
  await send(workspace, [item({ imageUrl, name: 'Renamed' })])
  expect(await imagesOf(workspace.id)).toEqual([{ ...first, status: 'copied' }])

  const next = 'https://images.example/2.jpg'
  await send(workspace, [item({ imageUrl: next, name: 'Renamed' })])
  expect(await imagesOf(workspace.id)).toEqual([{ source_url: next, status: 'queued', requested_at: service.time.now }])
})

test('images are not queued for a product without one', async () => {
  const workspace = await service.workspace()
  await send(workspace, [item()])
  expect(await imagesOf(workspace.id)).toEqual([])
})

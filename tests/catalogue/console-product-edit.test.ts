import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import {
  done,
  expectDone,
  find,
  givenCustomer,
  invalidFields,
  item,
  read,
  refusal,
  send,
  skus,
} from '../given/given.ts'
import { givenMember } from '../given/member.ts'
import { preview } from '../given/price-change.ts'

const service = useService()

async function shop(fields: Record<string, unknown> = {}) {
  const workspace = await service.workspace()
  await send(workspace, [item({ brand: 'Denby', category: 'Plates', ...fields })])
  const staff = await givenMember(service, workspace, 'manager')
  const { id } = await find(workspace, 'DEN-1042')
  const seen = async () => (await staff.get(`/products/${id}`)).body.data
  const save = async (edit: object, version?: string) =>
    staff.patch(`/products/${id}`, { version: version ?? (await seen()).version, ...edit })
  return { workspace, staff, id, seen, save }
}

test('every field is edited, and the public API shows it', async () => {
  const { workspace, seen, save } = await shop()
  const edit = {
    sku: 'DEN-2000',
    name: 'Larch bowl',
    unitLabel: 'box of 6',
    brand: 'Arc',
    category: 'Bowls',
    manufacturerRef: 'M-77',
    description: 'Deep',
    minOrderQty: 6,
    availability: 'low_stock',
    leadTimeNote: '2 weeks',
    active: false,
    details: { Colour: 'Larch', Size: '' },
  }
  const answer = await done(save(edit))
  expect(answer).toMatchObject({ product: edit, priceChange: null })
  expect(await seen()).toEqual(answer.product)
  const { brand, category, ...shown } = edit
  expect(await read(workspace, 'DEN-2000')).toMatchObject({ ...shown, brand, category })
  for (const words of ['larch', 'arc bowl', 'm-77', 'deep']) {
    expect([words, await skus(workspace, `q=${encodeURIComponent(words)}`)]).toEqual([words, ['DEN-2000']])
  }
  expect(await skus(workspace, 'q=azure')).toEqual([])
  expect(await skus(workspace, 'q=denby')).toEqual([])
})

test('details are changed, added and removed together, and the activity names each', async () => {
  const { workspace, seen, save } = await shop({ details: { Colour: 'Azure', Size: 'L', Weight: '1 kg' } })
  const details = { Colour: 'Blue', Weight: '1 kg', Finish: 'Matt' }
  expectDone(await save({ details }))
  expect((await seen()).details).toEqual(details)
  const [entry] = (await workspace.get('/activity?limit=1')).body.data
  expect(entry.changes).toEqual({
    'details.Colour': { from: 'Azure', to: 'Blue' },
    'details.Size': { from: 'L', to: null },
    'details.Finish': { from: null, to: 'Matt' },
  })
  const { version } = await seen()
  expectDone(await save({ details }))
  expect((await seen()).version).toBe(version)
  const many = Object.fromEntries(Array.from({ length: 31 }, (_, i) => [`D${i}`, 'x']))
  expect(invalidFields(await save({ details: many }))).toEqual(['details'])
  expect(invalidFields(await save({ details: { Colour: 'x'.repeat(501) } }))).toEqual(['details.Colour'])
  service.later()
  expectDone(await save({ details: {} }))
  const late = await save({ details }, version)
  expect([late.status, late.body.error.issues]).toEqual([409, [{ path: 'details', message: 'Has changed meanwhile.' }]])
})

test('null clears what may be empty, and what is left out stays', async () => {
  const { seen, save } = await shop({ description: 'Round', manufacturerRef: 'R', leadTimeNote: '1 day' })
  const before = await seen()
  const cleared = { brand: null, category: null, manufacturerRef: null, description: null, leadTimeNote: null }
  expectDone(await save(cleared))
  expect(await seen()).toEqual({ ...before, ...cleared, version: expect.any(String) })
  expect((await seen()).version).not.toBe(before.version)
})

test('the activity says who changed what, from what to what; a save that changes nothing leaves no trace', async () => {
  const { workspace, staff, id, seen, save } = await shop()
  expectDone(await save({ name: 'Larch bowl', brand: 'Arc' }))
  const [entry] = (await workspace.get('/activity?limit=1')).body.data
  expect(entry).toMatchObject({
    actor: { type: 'staff', id: staff.id, name: 'Sam Staff' },
    action: 'product.update',
    subject: { type: 'product', id, label: 'DEN-1042' },
    changes: { name: { from: 'Azure plate', to: 'Larch bowl' }, brand: { from: 'Denby', to: 'Arc' } },
  })
  const { version } = await seen()
  expectDone(await save({ name: 'Larch bowl' }))
  expect((await seen()).version).toBe(version)
  expect((await workspace.get('/activity?limit=1')).body.data[0].id).toBe(entry.id)
})

test('the second of two is told what the first one changed, and overwrites nothing', async () => {
  const { workspace, id, seen, save } = await shop()
  const tom = await givenMember(service, workspace, 'manager', { name: 'Tom Hale' })
  service.later()
  const { version } = await seen()
  service.later()
  expectDone(await tom.patch(`/products/${id}`, { version, leadTimeNote: '3 days', active: false }))
  const second = await save({ name: 'Larch bowl' }, version)
  expect(second.status).toBe(409)
  expect(second.body.error).toEqual({
    code: 'conflict',
    message: expect.stringMatching(/^Tom Hale changed this at \d\d:\d\d: (Active, Lead time|Lead time, Active)\.$/),
    issues: expect.arrayContaining([
      { path: 'leadTimeNote', message: 'Has changed meanwhile.' },
      { path: 'active', message: 'Has changed meanwhile.' },
    ]),
  })
  expect(await seen()).toMatchObject({ name: 'Azure plate', leadTimeNote: '3 days', active: false })
  expectDone(await save({ name: 'Larch bowl' }))
  expect(await seen()).toMatchObject({ name: 'Larch bowl', leadTimeNote: '3 days' })
})

test('a change by a sync counts as one, and two changes in the same moment are told apart', async () => {
  const { workspace, seen, save } = await shop()
  const { version } = await seen()
  await send(workspace, [item({ name: 'Synced' })])
  expect((await save({ name: 'Mine' }, version)).status).toBe(409)
  const now = (await seen()).version
  expectDone(await save({ name: 'First' }, now))
  expect((await save({ name: 'Second' }, now)).status).toBe(409)
  expect((await seen()).name).toBe('First')
})

test('a new list price goes into the own open draft, one for each person, or into the one that is chosen', async () => {
  const { workspace, staff, seen, save } = await shop()
  expect((await save({ listPrice: 2550, name: 'Bowl' })).body.data.priceChange).toBeNull()
  expect((await staff.get('/price-changes')).body.data).toEqual([])
  const first = (await save({ listPrice: 2700, name: 'Larch bowl' })).body.data
  expect(first.priceChange).toMatchObject({ isNew: true, name: 'Prices of Sam Staff' })
  expect(first.product).toMatchObject({ listPrice: 2550, name: 'Larch bowl' })
  const second = (await save({ listPrice: 2800 })).body.data
  expect(second.priceChange).toEqual({ ...first.priceChange, isNew: false })
  const { priceChangeId: synced } = await send(workspace, [item({ listPrice: 2600 })])
  const third = (await save({ listPrice: 2900, priceChangeId: synced })).body.data
  expect(third.priceChange).toMatchObject({ id: synced, isNew: false })
  const { lines, lineCount } = await preview(workspace, first.priceChange.id)
  expect(lineCount).toBe(1)
  expect(lines).toMatchObject([{ sku: 'DEN-1042', currentPrice: 2550, newPrice: 2800 }])
  expect((await save({ listPrice: 2550 })).body.data.priceChange).toBeNull()
  expect((await seen()).listPrice).toBe(2550)
})

test('a price change that is no draft is refused, with the whole save', async () => {
  const { seen, save } = await shop()
  const before = await seen()
  const priceChangeId = '01900000-0000-7000-8000-000000000000'
  expect((await save({ name: 'Lost', listPrice: 1, priceChangeId })).status).toBe(404)
  expect(await seen()).toEqual(before)
})

test('it is shown to chosen customers, and to all again', async () => {
  const { workspace, seen, save } = await shop()
  const quay = await givenCustomer(workspace, { accountCode: 'QUAY' })
  await givenCustomer(workspace, { accountCode: 'PIER' })
  expectDone(await save({ visibility: 'selected', customers: [quay] }))
  expect(await seen()).toMatchObject({
    visibility: 'selected',
    customers: [{ id: quay, accountCode: 'QUAY', name: 'Quay Café' }],
  })
  expect(await skus(workspace, 'customer=QUAY')).toEqual(['DEN-1042'])
  expect(await skus(workspace, 'customer=PIER')).toEqual([])
  const { version } = await seen()
  expectDone(await save({ customers: [] }))
  expect((await seen()).version).not.toBe(version)
  expect(await skus(workspace, 'customer=QUAY')).toEqual([])
  expectDone(await save({ visibility: 'all' }))
  expect(await seen()).toMatchObject({ visibility: 'all', customers: [] })
  expect(await skus(workspace, 'customer=PIER')).toEqual(['DEN-1042'])
})

test('a SKU of another product, and a customer that is not there, are refused at their field', async () => {
  const { workspace, save } = await shop()
  await send(workspace, [item({ sku: 'TAKEN' })])
  expect(invalidFields(await save({ sku: 'taken' }))).toEqual(['sku'])
  const customers = ['01900000-0000-7000-8000-000000000000']
  expect(invalidFields(await save({ visibility: 'selected', customers }))).toEqual(['customers'])
  expectDone(await save({ sku: 'den-1042' }))
})

test('values are held to the rules of the public API', async () => {
  const { staff, id, save } = await shop()
  const wrong = {
    sku: 'x'.repeat(65),
    name: ' ',
    unitLabel: 'x'.repeat(61),
    description: 'x'.repeat(4001),
    minOrderQty: 0,
    availability: 'soon',
    active: 'yes',
    listPrice: 1.5,
  }
  expect(invalidFields(await save(wrong))).toEqual(Object.keys(wrong).toSorted())
  expect(invalidFields(await staff.patch(`/products/${id}`, {}))).toEqual(['version'])
})

test('on a workspace whose trial has ended nothing is saved', async () => {
  const workspace = await service.workspace({ plan: 'lapsed' })
  const staff = await givenMember(service, workspace, 'owner')
  const answer = await staff.post('/products', { sku: 'A', name: 'A', unitLabel: 'each' })
  expect(answer).toEqual(refusal(403, 'read_only'))
  expectDone(await staff.get('/products'))
})

import { expect, test } from 'vitest'
import { importingStaff } from '../given/import.ts'
import { givenLineReader, inWords } from '../given/line-reader.ts'
import { alter, done, expectDone, givenCustomer, invalidFields, item, read, send } from '../given/given.ts'
import { useService } from '../given/service.ts'

const service = useService()

test('a replacement is stored by its SKU in any case, kept where it is left out, and follows a new name', async () => {
  const { workspace, staff } = await importingStaff(service)
  // The same call may create it.
  await send(workspace, [item({ sku: 'OLD', replacedBy: 'new' }), item({ sku: 'NEW' })])
  const shown = async () => (await read(workspace, 'OLD')).replacedBy
  expect(await shown()).toBe('NEW')
  expect((await workspace.get('/products')).body.data.map((one: any) => one.replacedBy).toSorted()).toEqual([
    'NEW',
    null,
  ])
  await send(workspace, [item({ sku: 'OLD' })])
  expect(await shown()).toBe('NEW')
  const { id } = await read(workspace, 'NEW')
  const { version } = (await staff.get(`/products/${id}`)).body.data
  expectDone(await staff.patch(`/products/${id}`, { version, sku: 'NEWER' }))
  expect(await shown()).toBe('NEWER')
  const repeated = await done(workspace.put('/products', { products: [item({ sku: 'OLD', replacedBy: 'NEWER' })] }))
  expect(repeated).toMatchObject({ created: 0, updated: 1 })
  await send(workspace, [item({ sku: 'OLD', replacedBy: null })])
  expect(await shown()).toBeNull()
})

test('an unknown SKU is refused at its field, and so is the product itself', async () => {
  const { workspace, staff } = await importingStaff(service)
  await send(workspace, [item({ sku: 'OLD' })])
  const products = [item({ sku: 'OLD', replacedBy: 'NOWHERE' }), item({ sku: 'X', replacedBy: 'x' })]
  expect(invalidFields(await workspace.put('/products', { products }))).toEqual([
    'products.0.replacedBy',
    'products.1.replacedBy',
  ])
  const { id } = await read(workspace, 'OLD')
  const { version } = (await staff.get(`/products/${id}`)).body.data
  expect(invalidFields(await staff.patch(`/products/${id}`, { version, replacedBy: 'NOWHERE' }))).toEqual([
    'replacedBy',
  ])
})

test('staff edit it, files have it, and the activity names both', async () => {
  const { workspace, staff, upload, act, changesOf } = await importingStaff(service)
  await send(workspace, [item({ sku: 'OLD' }), item({ sku: 'NEW' }), item({ sku: 'THIRD' })])
  const { id } = await read(workspace, 'OLD')
  const { version } = (await staff.get(`/products/${id}`)).body.data
  const { product } = await done(staff.patch(`/products/${id}`, { version, replacedBy: 'new' }))
  expect(product.replacedBy).toBe('NEW')
  expect((await workspace.get('/activity?limit=1')).body.data[0].changes).toEqual({
    replacedBy: { from: null, to: 'NEW' },
  })
  const file: string = (await staff.get('/products/export?format=csv')).body
  expect(file).toContain('Replaced by')
  const { id: imported } = await upload('replaced.csv', 'SKU,Replaced by\nOLD,THIRD\nTHIRD,NOWHERE')
  expect((await act(imported, 'check')).check).toMatchObject({ changed: 1, rejected: 1 })
  await act(imported, 'start')
  expect((await changesOf(imported)).map(({ changes }: any) => changes)).toEqual([
    { replacedBy: { from: 'NEW', to: 'THIRD' } },
  ])
  await act(imported, 'undo')
  expect((await read(workspace, 'OLD')).replacedBy).toBe('NEW')
})

test('a buyer who opens, searches or orders what is no longer sold is led to what replaces it', async () => {
  const { workspace, buyer, read: lines } = await givenLineReader(service, ['OLD-1', 'NEW-9', 'OTHER'])
  await send(workspace, [item({ sku: 'OLD-1', replacedBy: 'NEW-9' })])
  const { id } = await read(workspace, 'OLD-1')
  expect(await done(buyer.get(`/products/${id}`))).toMatchObject({ sku: 'OLD-1', replaces: null })
  await alter(workspace, 'OLD-1', { active: false })
  expect(await done(buyer.get(`/products/${id}`))).toMatchObject({ sku: 'NEW-9', replaces: 'OLD-1' })
  expect(await done(buyer.get(`/products/${id}/related`))).toMatchObject({ together: [] })
  expect(await done(buyer.get('/products/suggestion?q=old-1'))).toEqual({ q: 'NEW-9' })
  const [line] = await done(buyer.post('/lines/check', { lines: [{ sku: 'old-1', qty: 2 }] }))
  expect(line).toMatchObject({
    product: null,
    problem: '“OLD-1” is no longer sold, and is replaced by “NEW-9”.',
    nearest: [{ sku: 'NEW-9' }],
  })
  const read1 = await lines('OLD-1\t4')
  expect(inWords(read1)).toBe('1: sku? OLD-1 (4 of NEW-9)')
  expect(read1.lines[0].problem.message).toContain('is replaced by “NEW-9”')
})

test('nobody is led to what they cannot see, nor learns of what they never could', async () => {
  const { workspace, buyer } = await givenLineReader(service, ['OLD', 'NEW', 'SECRET'])
  await givenCustomer(workspace, { accountCode: 'RIVAL', email: 'rival@x.example' })
  await send(workspace, [
    item({ sku: 'OLD', replacedBy: 'SECRET' }),
    item({ sku: 'SECRET', onlyFor: ['RIVAL'], replacedBy: 'NEW' }),
  ])
  const ids = [(await read(workspace, 'OLD')).id, (await read(workspace, 'SECRET')).id]
  await alter(workspace, 'OLD', { active: false })
  await alter(workspace, 'SECRET', { active: false })
  for (const id of ids) expect((await buyer.get(`/products/${id}`)).status).toBe(404)
  for (const sku of ['OLD', 'SECRET']) {
    const [line] = await done(buyer.post('/lines/check', { lines: [{ sku, qty: 1 }] }))
    expect(line.problem).toBe(`There is no product with the SKU "${sku}".`)
  }
})

test('a typed GTIN or reference becomes the line of its product; one that two have is asked about', async () => {
  const { buyer } = await givenLineReader(service, [
    { sku: 'MUG', gtin: '036000291452' },
    { sku: 'A', gtin: '5012345678900', manufacturerRef: 'M/1' },
    { sku: 'B', gtin: '5012345678900' },
  ])
  const lines = ['0036000291452', '5012345678900', 'm1'].map((sku) => ({ sku, qty: 2 }))
  const [mug, two, ref] = await done(buyer.post('/lines/check', { lines }))
  expect(mug).toMatchObject({ sku: 'MUG', qty: 2, problem: null })
  expect(two.product).toBeNull()
  expect(two.nearest.map(({ sku }: { sku: string }) => sku).toSorted()).toEqual(['A', 'B'])
  expect(ref).toMatchObject({ sku: 'A', problem: null })
})

test('what replaces a product of a rival is a matter of its own workspace', async () => {
  const [ours, theirs] = [await service.workspace(), await service.workspace()]
  await send(theirs, [item({ sku: 'NEW' })])
  expect(invalidFields(await ours.put('/products', { products: [item({ replacedBy: 'NEW' })] }))).toEqual([
    'products.0.replacedBy',
  ])
})

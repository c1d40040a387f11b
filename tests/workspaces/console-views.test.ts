import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { done, expectDone, invalidFields } from '../given/given.ts'
import { givenMember } from '../given/member.ts'

const service = useService()
const view = (changes: object = {}) => ({
  list: 'products',
  name: 'Low stock',
  isShared: false,
  query: 'availability=low_stock&sort=-name&columns=sku,name~320',
  ...changes,
})

async function givenStaff() {
  const workspace = await service.workspace()
  const [owner, staff] = await Promise.all([
    givenMember(service, workspace, 'owner'),
    givenMember(service, workspace, 'manager'),
  ])
  return { workspace, owner, staff }
}

test('a view is for its maker alone until it is shared, and for its list alone', async () => {
  const { owner, staff } = await givenStaff()
  const { id } = await done(staff.post('/views', view()))
  const names = async (who: typeof staff, list = 'products') =>
    (await done(who.get(`/views?list=${list}`))).map(({ name }: { name: string }) => name)
  expect(await names(staff)).toEqual(['Low stock'])
  expect(await names(staff, 'orders')).toEqual([])
  expect(await names(owner)).toEqual([])
  expectDone(await staff.put(`/views/${id}`, view({ name: 'To reorder', isShared: true })))
  expect(await done(owner.get('/views?list=products'))).toMatchObject([
    { id, name: 'To reorder', query: view().query, isShared: true, isOwn: false, canRemove: true },
  ])
  expect(await done(staff.get('/views?list=products'))).toMatchObject([{ isOwn: true, canRemove: true }])
})

test('only its maker changes a view; an owner also deletes those that are shared', async () => {
  const { owner, staff } = await givenStaff()
  const own = await done(staff.post('/views', view()))
  const shared = await done(owner.post('/views', view({ isShared: true })))
  expect((await owner.put(`/views/${own.id}`, view())).status).toBe(404)
  expect((await staff.put(`/views/${shared.id}`, view())).status).toBe(404)
  const theirs = (await done(staff.get('/views?list=products'))).find(({ isOwn }: { isOwn: boolean }) => !isOwn)
  expect(theirs).toMatchObject({ canRemove: false })
  expect((await staff.delete(`/views/${shared.id}`)).status).toBe(404)
  expect((await owner.delete(`/views/${own.id}`)).status).toBe(404)
  expect(await done(staff.get('/views?list=products'))).toHaveLength(2)
  expectDone(await staff.put(`/views/${own.id}`, view({ isShared: true })))
  expectDone(await owner.delete(`/views/${own.id}`))
  expect(await done(staff.get('/views?list=products'))).toMatchObject([{ id: shared.id }])
})

test('a view of another workspace is neither shown nor changed', async () => {
  const { owner } = await givenStaff()
  const { owner: stranger } = await givenStaff()
  const { id } = await done(owner.post('/views', view({ isShared: true })))
  expect(await done(stranger.get('/views?list=products'))).toEqual([])
  expect((await stranger.put(`/views/${id}`, view())).status).toBe(404)
  expect((await stranger.delete(`/views/${id}`)).status).toBe(404)
  expect(await done(owner.get('/views?list=products'))).toHaveLength(1)
})

test('a name is there once for each person and list, whatever its case, and there are at most 50', async () => {
  const { workspace, owner, staff } = await givenStaff()
  const { id } = await done(staff.post('/views', view()))
  const other = await done(staff.post('/views', view({ name: 'Dear' })))
  expect(invalidFields(await staff.post('/views', view({ name: 'LOW STOCK' })))).toEqual(['name'])
  expect(invalidFields(await staff.put(`/views/${other.id}`, view()))).toEqual(['name'])
  expectDone(await staff.put(`/views/${id}`, view({ name: 'low stock' })))
  expectDone(await owner.post('/views', view()))
  expectDone(await staff.post('/views', view({ list: 'orders', query: '' })))
  const { query } = view()
  const row = { workspace_id: workspace.id, list: 'products', person_id: staff.id, query, is_shared: false } as const
  const more = Array.from({ length: 48 }, (_, i) => `View ${i}`)
  await workspace.context.db
    .insertInto('saved_view')
    .values(more.map((name) => ({ ...row, id: randomUUIDv7(), name, name_key: name, created_at: new Date() })))
    .execute()
  const refused = await staff.post('/views', view({ name: 'One too many' }))
  expect(refused).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('delete one') } } })
})

test('what is no view is refused at its field', async () => {
  const { staff } = await givenStaff()
  expect(invalidFields(await staff.post('/views', view({ list: 'secrets', isShared: 'yes', name: ' ' })))).toEqual([
    'isShared',
    'list',
    'name',
  ])
  expect(invalidFields(await staff.post('/views', view({ query: 'x'.repeat(1_001) })))).toEqual(['query'])
  expect((await staff.get('/views?list=secrets')).status).toBe(400)
})

test("one's own views are there before all others, however many colleagues share", async () => {
  const { workspace, owner, staff } = await givenStaff()
  for (const name of ['Zinc', 'Yarn']) await done(staff.post('/views', view({ name })))
  const row = { workspace_id: workspace.id, list: 'products', person_id: owner.id, query: '', is_shared: true } as const
  const shared = Array.from({ length: 251 }, (_, i) => `A ${i}`)
  await workspace.context.db
    .insertInto('saved_view')
    .values(shared.map((name) => ({ ...row, id: randomUUIDv7(), name, name_key: name, created_at: new Date() })))
    .execute()
  const views: { name: string; isOwn: boolean }[] = await done(staff.get('/views?list=products'))
  expect(views).toHaveLength(250)
  expect(views.slice(0, 3).map(({ name }) => name)).toEqual(['Yarn', 'Zinc', 'A 0'])
})

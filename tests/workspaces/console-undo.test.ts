import { expect, inject, test } from 'vitest'
import { readUndoableEdit } from '../../server/src/workspaces/activity/stored-edits.ts'
import { removeOldEdits } from '../../server/src/workspaces/activity/stored-edits.ts'
import { inTransaction } from '../../server/src/database/transaction.ts'
import { editCustomers } from '../../server/src/pricing/terms/group-members.ts'
import { setPlan } from '../../server/src/workspaces/workspaces.ts'
import { useService } from '../given/service.ts'
import { done, expectDone, find, item, refusal, send } from '../given/given.ts'
import { newDraft } from '../given/draft.ts'
import { importingStaff, workOnAll } from '../given/import.ts'
import { givenMember } from '../given/member.ts'
import { later } from '../given/later.ts'

const service = useService()

const HOUR = 3_600_000

/** A shop with three products, of which two were made inactive at once. */
async function editedShop() {
  const { workspace, staff, upload, act } = await importingStaff(service)
  await send(
    workspace,
    ['A', 'B', 'C'].map((sku) => item({ sku, name: sku })),
  )
  const owner = await givenMember(service, workspace, 'owner')
  const ids = await Promise.all(['A', 'B'].map(async (sku) => (await find(workspace, sku)).id))
  const change = { field: 'minOrderQty', value: 6 }
  const edit = (await done(staff.post('/products/bulk', { products: { ids }, change }))).undo
  /** The newest entry of the activity with that action. */
  const entry = async (action: string) =>
    (await done(staff.get('/activity'))).find((one: { action: string }) => one.action === action)
  return { workspace, staff, owner, ids, edit, entry, upload, act }
}

test('the activity and the history of a product say how a change of many is undone, and then who undid it', async () => {
  const { staff, owner, ids, edit, entry } = await editedShop()
  const until = new Date(service.time.now.getTime() + 24 * HOUR).toISOString()
  const way = { kind: 'product_edit', id: edit, until }
  expect(await entry('product.bulk_update')).toMatchObject({ undo: way, undone: null })
  const history = async () => (await done(owner.get(`/products/${ids[0]}/history`)))[0]
  expect(await history()).toMatchObject({ undo: way, undone: null })
  service.later()
  expectDone(await owner.post(`/edits/${edit}/undo`))
  const undone = { by: { type: 'staff', id: owner.id, name: 'Olive Owner' }, at: service.time.now.toISOString() }
  expect(await entry('product.bulk_update')).toMatchObject({ undo: null, undone })
  expect(await history()).toMatchObject({ undo: null, undone })
  expect(await staff.get(`/edits/${edit}/undo`)).toEqual(refusal(400, 'invalid_request'))
})

test('before it is undone it is told what stays; what changes after that stays too', async () => {
  const { workspace, staff, edit } = await editedShop()
  const forecast = () => done(staff.get(`/edits/${edit}/undo`))
  expect(await forecast()).toEqual({ undoes: 2, leaves: 0, examples: [], moves: null })
  await send(workspace, [item({ sku: 'A', name: 'Another name' })])
  expect(await forecast()).toEqual({ undoes: 1, leaves: 1, examples: ['A'], moves: null })
  await send(workspace, [item({ sku: 'B', name: 'Another name' })])
  expect(await done(staff.post(`/edits/${edit}/undo`))).toEqual({ restored: 0, left: 2 })
  expect(await find(workspace, 'B')).toMatchObject({ minOrderQty: 6 })
})

test('of two who undo it at once, one does, and the other one is told who was faster', async () => {
  const { workspace, staff, owner, edit } = await editedShop()
  const answers = await Promise.all([staff, owner].map((person) => person.post(`/edits/${edit}/undo`)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const refused = answers.find(({ status }) => status === 400)!
  expect(refused.body.error.message).toMatch(/undone\. (Tom Hale|Olive Owner) already did this/)
  expect(await find(workspace, 'A')).toMatchObject({ minOrderQty: 1 })
})

test('after a day it cannot be undone, and nobody is offered to', async () => {
  const { staff, ids, edit, entry } = await editedShop()
  later(service, 24 * HOUR - 1)
  expect(await entry('product.bulk_update')).toMatchObject({ undo: { id: edit } })
  expectDone(await staff.get(`/edits/${edit}/undo`))
  service.later(1)
  // The list is cached until something changes: it says until when it holds.
  await newDraft(staff)
  expect(await entry('product.bulk_update')).toMatchObject({ undo: null, undone: null })
  expect((await done(staff.get(`/products/${ids[0]}/history`)))[0]).toMatchObject({ undo: null })
  expect((await staff.get(`/edits/${edit}/undo`)).status).toBe(404)
  expect((await staff.post(`/edits/${edit}/undo`)).status).toBe(404)
})

test.skipIf(inject('engine').name === 'pglite')('an act does not wait for the undo of one that it drops', async () => {
  const { workspace, staff } = await editedShop()
  const { id } = await done(staff.post('/customers', { name: 'Quay' }))
  const act = (value: number) =>
    editCustomers(workspace.context, { customers: { ids: [id] }, change: { field: 'paymentTermsDays', value } })
  const { undo: oldest } = await act(0)
  // As many as are kept.
  for (let value = 1; value < 200; value++) await act(value)
  await inTransaction(workspace.context, async (trx) => {
    await readUndoableEdit(trx, oldest!, 'locked')
    expect(await act(0)).toMatchObject({ changed: 1 })
  })
})

test('what edits keep is removed after a day, and not before', async () => {
  const { workspace, staff } = await editedShop()
  const { id } = await done(staff.post('/customers', { name: 'Quay', email: 'ann@quay.example' }))
  const change = { field: 'paymentTermsDays', value: 30 }
  const { undo } = await done(staff.post('/customers/bulk', { customers: { ids: [id] }, change }))
  const kept = async () => {
    const counts = (['record_edit_line', 'record_edit'] as const).map((table) =>
      service.context.db.selectFrom(table).selectAll().where('workspace_id', '=', workspace.id).execute(),
    )
    return (await Promise.all(counts)).map((rows) => rows.length)
  }
  later(service, 24 * HOUR - 1)
  await removeOldEdits(service.context)
  expect(await kept()).toEqual([3, 2])
  expect(await done(staff.get(`/edits/${undo}/undo`))).toMatchObject({ undoes: 1 })
  service.later(1)
  await removeOldEdits(service.context)
  expect(await kept()).toEqual([0, 0])
})

test('small changes do not push each other out: each of thirty can be undone', async () => {
  const { staff, ids, edit } = await editedShop()
  for (let value = 10; value < 40; value++) {
    const change = { field: 'minOrderQty', value }
    expectDone(await staff.post('/products/bulk', { products: { ids: ids.slice(0, 1) }, change }))
  }
  expect(await done(staff.get(`/edits/${edit}/undo`))).toEqual({
    undoes: 1,
    leaves: 1,
    examples: ['A'],
    moves: null,
  })
})

test('an edit of a draft is undone from the activity while it is a draft, once', async () => {
  const { staff, entry } = await editedShop()
  const id = await newDraft(staff)
  const set = async (sku: string, to: number) =>
    (await done(staff.post(`/price-changes/${id}/cells`, { cells: [{ sku, to }] }))).id
  const first = await done(
    staff.post(`/price-changes/${id}/cells`, { cells: ['A', 'B'].map((sku) => ({ sku, to: 500 })) }),
  )
  expect(await entry('price_change.edit')).toMatchObject({
    undo: { kind: 'price_change_edit', id: first.id, until: null },
  })
  const path = `/edits/${first.id}/undo`
  await set('B', 600)
  expect(await done(staff.get(path))).toEqual({ undoes: 1, leaves: 1, examples: ['B'], moves: null })
  expect(await done(staff.post(path))).toMatchObject({ restored: 1, left: 1 })
  expect(await staff.post(path)).toEqual(refusal(400, 'invalid_request'))
  const entries = await done(staff.get('/activity?what=price_change.edit'))
  expect(entries.map(({ undo, undone }: any) => [undo !== null, undone?.by.name ?? null])).toEqual([
    [true, null],
    [true, null],
    [false, 'Tom Hale'],
  ])
  await done(staff.post(`/price-changes/${id}/discard`))
  expect(await entry('price_change.edit')).toMatchObject({ undo: null })
})

test('an import is undone from the activity, which says who did, whoever imported it', async () => {
  const { owner, entry, upload, act } = await editedShop()
  const { id } = await upload('spring.csv', 'sku,name,price,unit\nD,New,1.00,each\n')
  await act(id, 'check')
  await act(id, 'start')
  const finished = await entry('import.finish')
  expect(finished).toMatchObject({ undo: { kind: 'import', id }, undone: null })
  expect(Date.parse(finished.undo.until) - service.time.now.getTime()).toBe(30 * 24 * HOUR)
  expectDone(await owner.post(`/imports/${id}/undo`))
  expect(await entry('import.finish')).toMatchObject({ undo: null, undone: { by: { name: 'Olive Owner' } } })
  expect(await owner.post(`/imports/${id}/undo`)).toEqual(refusal(400, 'invalid_request'))
  expect(await owner.get(`/imports/${id}/undo`)).toEqual(refusal(400, 'invalid_request'))
  await workOnAll(service)
  expect(await entry('import.undone')).toMatchObject({ actor: { name: 'Olive Owner' }, changes: { removed: 1 } })
})

test('once the plan has ended it can be looked at, and not undone; another workspace knows nothing of it', async () => {
  const { workspace, staff, edit } = await editedShop()
  const other = await editedShop()
  for (const answer of [await other.staff.get(`/edits/${edit}/undo`), await other.staff.post(`/edits/${edit}/undo`)]) {
    expect(answer.status).toBe(404)
  }
  await setPlan(workspace.context, { workspaceId: workspace.id, plan: 'lapsed' })
  expectDone(await staff.get(`/edits/${edit}/undo`))
  expect((await staff.post(`/edits/${edit}/undo`)).status).toBe(403)
})

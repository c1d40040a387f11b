import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKey } from '../../server/src/workspaces/keys.ts'
import { useService } from '../given/service.ts'
import { expectDone, invalidFields, refusal } from '../given/given.ts'
import { move, orderingShop, place, readOrder } from '../given/order.ts'

const service = useService()

test.each([
  ['{}', ['status']],
  ['[]', ['']],
  ['null', ['']],
  ['{"status":"shipped"}', ['status']],
  ['{"status":"CONFIRMED"}', ['status']],
  ['{"status":["confirmed"]}', ['status']],
  ['{"status":1,"note":2}', ['note', 'status']],
  ['{"note":2}', ['note', 'status']],
  ['{"reference":5}', ['reference']],
  ['{"reference":"SO-1","status":null}', ['status']],
  ['{"reference":"SO-1","note":"Why not"}', ['status']],
  ['{"reference":null,"liftCreditHold":true}', ['status']],
  ['{"reference":"\\u0000"}', ['reference']],
  [JSON.stringify({ reference: 'x'.repeat(65) }), ['reference']],
  [JSON.stringify({ status: 'confirmed', reference: 'x'.repeat(65) }), ['reference']],
  ['{"status":"confirmed","note":"\\u0000"}', ['note']],
  ['{"status":"confirmed","note":"\\ud800"}', ['note']],
  [JSON.stringify({ status: 'confirmed', note: 'x'.repeat(2001) }), ['note']],
])('%s is refused', async (body, paths) => {
  const { workspace } = await orderingShop(service)
  const { id } = await place(workspace)
  expect(invalidFields(await move(service, workspace, id, body))).toEqual(paths)
  expect(await readOrder(workspace, id)).toMatchObject({ status: 'new' })
})

test('a note may be as long as 2,000 characters of any kind', async () => {
  const { workspace } = await orderingShop(service)
  const { id } = await place(workspace)
  const note = '🙂'.repeat(2000)
  expectDone(await move(service, workspace, id, { status: 'confirmed', note }))
  expect((await readOrder(workspace, id)).history[1]).toMatchObject({ note })
})

test('a body that is not JSON is told as that', async () => {
  const { workspace } = await orderingShop(service)
  const { id } = await place(workspace)
  expect(await move(service, workspace, id, '{')).toEqual(refusal(400, 'invalid_json'))
})

test('bad input is told before an order that is not there', async () => {
  const { workspace } = await orderingShop(service)
  expect(await move(service, workspace, randomUUIDv7(), {})).toEqual(refusal(400, 'validation_error'))
  for (const id of [randomUUIDv7(), 'x', '%00']) {
    expect(await move(service, workspace, id, { status: 'confirmed' })).toEqual(refusal(404, 'not_found'))
  }
})

test('an order of another workspace is not found, and stays as it is', async () => {
  const { workspace } = await orderingShop(service)
  const { workspace: other } = await orderingShop(service)
  const { id } = await place(other)
  expect(await move(service, workspace, id, { status: 'confirmed' })).toEqual(refusal(404, 'not_found'))
  expect(await readOrder(other, id)).toMatchObject({ status: 'new' })
})

test('a move needs a key that may write, in a workspace that is not lapsed', async () => {
  const { workspace } = await orderingShop(service)
  const { id } = await place(workspace)
  const { key } = await createKey(workspace.context, { name: 'Reader', scope: 'read' })
  const reader = { ...workspace, key }
  expect((await service.call('GET', `/orders/${id}`, { key })).status).toBe(200)
  expect(await move(service, reader, id, { status: 'confirmed' })).toEqual(refusal(403, 'insufficient_scope'))
  await service.context.db.updateTable('workspace').set({ plan: 'lapsed' }).where('id', '=', workspace.id).execute()
  expect(await move(service, workspace, id, { status: 'confirmed' })).toEqual(refusal(403, 'read_only'))
  expect(await readOrder(workspace, id)).toMatchObject({ status: 'new' })
})

test('an order takes no other methods', async () => {
  const { workspace } = await orderingShop(service)
  const posted = await service.call('POST', '/orders', { key: workspace.key, body: '{}' })
  expect(posted).toEqual(refusal(405, 'method_not_allowed'))
  expect(posted.headers.get('allow')).not.toMatch(/PATCH|POST/)
  const deleted = await service.call('DELETE', `/orders/${randomUUIDv7()}`, { key: workspace.key })
  expect(deleted.headers.get('allow')).toMatch(/PATCH/)
})

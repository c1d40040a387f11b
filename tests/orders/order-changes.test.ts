import { expect, test } from 'vitest'
import { addOrderNote } from '../../server/src/orders/order-notes.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { done, expectDone, refusal } from '../given/given.ts'
import { givenMember } from '../given/member.ts'
import { move, orderActivity, orderingShop, place, readOrder } from '../given/order.ts'
import { useService } from '../given/service.ts'
import type { Answer, TestWorkspace } from '../given/service.ts'

const service = useService()

/** Changes an order if it is as its tag says. */
function changeIf({ key }: TestWorkspace, id: string | number, tag: string, body: object): Promise<Answer> {
  return service.call('PATCH', `/orders/${id}`, { key, body: JSON.stringify(body), headers: { 'if-match': tag } })
}

async function found(answer: Promise<Answer>): Promise<string[]> {
  return (await done(answer)).map((order: any) => order.reference)
}

async function tagOf(workspace: TestWorkspace, id: string | number): Promise<string> {
  return (await workspace.get(`/orders/${id}`)).headers.get('etag')!
}

test('the ERP gives an order its own number, alone or with a step, and takes it away again', async () => {
  const { workspace } = await orderingShop(service)
  const { id, number } = await place(workspace)
  const before = await readOrder(workspace, id)
  service.later(1000)
  const updatedAt = service.time.now.toISOString()
  const given = await done(move(service, workspace, id, { reference: ' SO-20417 ' }))
  expect(given).toEqual({ ...before, reference: 'SO-20417', updatedAt })
  service.later(1000)
  expect(await done(move(service, workspace, id, { reference: 'SO-20417' }))).toEqual(given)
  const step = { status: 'confirmed', note: 'Ships on Tuesday', reference: 'SO-20418' }
  expect(await done(move(service, workspace, id, step))).toMatchObject({ status: 'confirmed', reference: 'SO-20418' })
  expect(await done(move(service, workspace, id, { status: 'dispatched' }))).toMatchObject({ reference: 'SO-20418' })
  for (const blank of [null, '', ' ']) {
    expect(await done(move(service, workspace, id, { reference: 'SO-1' }))).toMatchObject({ reference: 'SO-1' })
    expect(await done(move(service, workspace, id, { reference: blank }))).toMatchObject({ reference: null })
  }
  const told = (await orderActivity(workspace)).slice(1)
  expect(told.map(({ action }) => action).slice(0, 4)).toEqual([
    'order.set_reference',
    'order.set_reference',
    'order.confirm',
    'order.dispatch',
  ])
  expect(told[1]).toMatchObject({
    subject: { type: 'order', id, label: String(number) },
    changes: { reference: { from: 'SO-20417', to: 'SO-20418' } },
  })
  expect(told).toHaveLength(4 + 6)
})

test('where the step is refused, the reference stays as it was', async () => {
  const { workspace } = await orderingShop(service)
  const { id } = await place(workspace)
  const before = await readOrder(workspace, id)
  const answer = await move(service, workspace, id, { status: 'completed', reference: 'SO-1' })
  expect(answer).toEqual(refusal(400, 'invalid_request'))
  expect(await readOrder(workspace, id)).toEqual(before)
})

test('an order is found by its reference: exactly by the API, by parts of it by staff and buyers', async () => {
  const { workspace, customerId } = await orderingShop(service)
  const staff = await givenMember(service, workspace, 'manager')
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  const [{ id }] = [await place(workspace), await place(workspace)]
  expectDone(await staff.put(`/orders/${id}/reference`, { reference: 'SO-20417' }))
  for (const [query, references] of [
    ['SO-20417', ['SO-20417']],
    ['so-20417', []],
    ['SO-2041', []],
  ] as const) {
    expect(await found(workspace.get(`/orders?reference=${query}`))).toEqual(references)
  }
  expect(await found(staff.get('/orders?q=so-204'))).toEqual(['SO-20417'])
  expect(await found(buyer.get('/orders?q=so-204'))).toEqual(['SO-20417'])
  expect(await found(buyer.get('/orders?q=so-205'))).toEqual([])
  expect((await done(buyer.get(`/orders/${id}`))).reference).toBe('SO-20417')
  expect((await done(staff.put(`/orders/${id}/reference`, { reference: '' }))).reference).toBeNull()
})

test('an order is changed only while it is as it was read; another order does not matter', async () => {
  const { workspace } = await orderingShop(service)
  const [{ id, number }, other] = [await place(workspace), await place(workspace)]
  const tag = await tagOf(workspace, id)
  expectDone(await move(service, workspace, other.id, { status: 'confirmed' }))
  expectDone(await workspace.put('/customers', { customers: [{ accountCode: 'QUAY', name: 'Renamed' }] }))
  await addOrderNote(workspace.context, { id, text: 'Staff alone see it' })
  expectDone(await changeIf(workspace, number, tag, { reference: 'SO-1' }))

  const before = await readOrder(workspace, id)
  for (const stale of [tag, `"x", ${tag}`, await tagOf(workspace, other.id), '"x"', 'x', '']) {
    const answer = await changeIf(workspace, id, stale, { status: 'confirmed', reference: 'SO-2' })
    expect(answer).toEqual(refusal(412, 'precondition_failed'))
  }
  expect(await readOrder(workspace, id)).toEqual(before)
  expect(await orderActivity(workspace)).toHaveLength(5)
  // By its number it has the same state, and another first part of the tag.
  expectDone(await changeIf(workspace, id, await tagOf(workspace, number), { status: 'confirmed' }))
})

test('a tag may be weak, one of several, or have the encoding of a proxy; * is any state', async () => {
  const { workspace } = await orderingShop(service)
  const { id } = await place(workspace)
  const forms = [
    (tag: string) => `W/${tag}`,
    (tag: string) => `"x", ${tag}`,
    (tag: string) => tag.replace(/"$/, '-gzip"'),
    (tag: string) => `W/${tag.replace(/"$/, '-br"')}`,
    () => '*',
  ]
  for (const [i, form] of forms.entries()) {
    expectDone(await changeIf(workspace, id, form(await tagOf(workspace, id)), { reference: `SO-${i}` }))
  }
  const tag = await tagOf(workspace, id)
  for (const same of [tag, `W/${tag}`, tag.replace(/"$/, '-gzip"')]) {
    const again = await workspace.get(`/orders/${id}`, { 'if-none-match': same })
    expect({ status: again.status, tag: again.headers.get('etag') }).toEqual({ status: 304, tag })
  }
  expect(await changeIf(workspace, '4711', '*', { reference: 'SO-1' })).toEqual(refusal(404, 'not_found'))
  expect(await changeIf(workspace, id, '"x"', { status: 'shipped' })).toEqual(refusal(400, 'validation_error'))
})

test('of changes that come at once with the same tag, one is made', async () => {
  const { workspace } = await orderingShop(service)
  const { id } = await place(workspace)
  const tag = await tagOf(workspace, id)
  const bodies = Array.from({ length: 8 }, (_, i) => ({ reference: `SO-${i}` }))
  const answers = await Promise.all(bodies.map((body) => changeIf(workspace, id, tag, body)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 412)])
  const made = answers.find(({ status }) => status === 200)!
  expect(await readOrder(workspace, id)).toEqual(made.body.data)
})

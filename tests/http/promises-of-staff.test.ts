import { expect, test } from 'vitest'
import { useService } from '../service.ts'
import { done, givenCustomer, item, refusal, send } from './given.ts'
import { importingStaff, workOnAll } from './given-import.ts'
import { breaksTold, broken, promisePresent, REASON } from './given-promise.ts'

const service = useService()

test('an import tells in its check what it would break, and begins only with a reason', async () => {
  const { workspace, staff, upload, act } = await importingStaff(service)
  await send(workspace, [item({ sku: 'A-1', brand: 'Denby' }), item({ sku: 'B-2' })])
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  await promisePresent(service, workspace, ['A-1'])
  const file = await upload('agreed.csv', 'Customer,SKU,Price\nQUAY,B-2,90.00\nQUAY,A-1,80.00\n', 'agreed_prices')
  const checked = await act(file.id, 'check')
  expect(checked.check.breaks).toMatchObject([
    { message: expect.stringMatching(/^A-1 for .+: £80\.00 instead of £25\.50\.$/) },
  ])
  expect((await done(workspace.get('/customers/QUAY'))).agreedPrices).toEqual([])
  expect(await staff.post(`/imports/${file.id}/start`)).toEqual(refusal(409, 'promise_broken'))
  await done(staff.post(`/imports/${file.id}/start`, undefined, { 'promise-reason': encodeURIComponent(REASON) }))
  await workOnAll(service)
  expect((await done(staff.get(`/imports/${file.id}`))).status).toBe('done')
  expect(await breaksTold(workspace)).toMatchObject([{ actor: { name: 'Tom Hale' }, changes: { reason: REASON } }])
})

test('an import that meets a promise made since its check stops before those rows, and goes on with a reason', async () => {
  const { workspace, staff, upload, act } = await importingStaff(service)
  await send(workspace, [item({ sku: 'A-1' })])
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  const file = await upload('agreed.csv', 'Customer,SKU,Price\nQUAY,A-1,80.00\n', 'agreed_prices')
  expect((await act(file.id, 'check')).check.breaks).toEqual([])
  await promisePresent(service, workspace, ['A-1'])
  const failed = await act(file.id, 'start')
  expect(failed).toMatchObject({
    status: 'failed',
    problem: expect.stringMatching(/^This would break 1 promise: .+ go on with a reason/),
  })
  expect(await broken(workspace)).toEqual([])
  expect(await staff.post(`/imports/${file.id}/start`)).toEqual(refusal(409, 'promise_broken'))
})

test('staff add, change and remove promises, and the second of two is told what the first did', async () => {
  const { workspace, staff } = await importingStaff(service)
  await send(workspace, [item({ sku: 'A-1' }), item({ sku: 'B-2', brand: 'Denby' })])
  const customer = await givenCustomer(workspace, { accountCode: 'QUAY' })
  const body = { customer, lines: [{ sku: 'A-1', qty: 1, unit: 2_600 }], untilOn: '2026-03-10', note: 'By telephone.' }
  await done(staff.post('/promises', body))
  const [promise] = await done(staff.get('/promises'))
  expect(promise).toMatchObject({
    state: 'ends_soon',
    until: '2026-03-11T00:00:00.000Z',
    untilOn: '2026-03-10',
    setBy: 'Tom Hale',
    note: 'By telephone.',
    reference: promise.id,
  })
  service.later()
  const changed = { ...body, lines: [{ sku: 'B-2', qty: 10 }], total: 100, untilOn: '2026-12-31' }
  await done(staff.put(`/promises/${promise.id}`, { ...changed, version: promise.version }))
  expect(await staff.put(`/promises/${promise.id}`, { ...body, version: promise.version })).toEqual(
    refusal(409, 'conflict'),
  )
  expect(
    (await staff.post('/promises', { ...body, lines: [{ sku: 'Z', qty: 1, unit: 1 }] })).body.error.issues,
  ).toMatchObject([{ path: 'lines.0.sku' }])
  const [again] = await done(staff.get('/promises?state=broken'))
  expect(again).toMatchObject({ id: promise.id, total: 100, broken: [{ sku: null, promised: 100, actual: 25_500 }] })
  await done(staff.delete(`/promises/${again.id}?version=${encodeURIComponent(again.version)}`))
  expect((await staff.get('/promises')).body).toMatchObject({ data: [], total: 0 })
  const told = await done(workspace.get('/activity?subject=promise'))
  expect(told.map(({ action, subject }: any) => [action, subject.label])).toEqual([
    ['promise.remove', expect.stringMatching(/^B-2 for /)],
    ['promise.set', expect.stringMatching(/^B-2 for /)],
    ['promise.set', expect.stringMatching(/^A-1 for /)],
  ])
})

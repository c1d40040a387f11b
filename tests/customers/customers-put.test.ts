import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { activityOf } from '../given/activity-of.ts'
import { done, expectDone, givenBuyer, givenCustomer, invalidFields, refusal } from '../given/given.ts'

const service = useService()

async function send(workspace: TestWorkspace, ...customers: Record<string, unknown>[]) {
  return done(workspace.put('/customers', { customers }))
}

async function all(workspace: TestWorkspace): Promise<any[]> {
  return done(workspace.get('/customers'))
}

const FULL = {
  accountCode: 'Quay-7',
  name: 'Quay Café',
  email: 'orders@quay.example',
  phone: '01632 960101',
  contactName: 'Isobel Grant',
  paymentTermsDays: 30,
  creditLimit: 500_000,
  openBalance: -1_250,
  minOrderValue: 15_000,
  poRequired: true,
  notes: 'Before 10 am.',
  active: false,
}

test('a new customer has what was sent', async () => {
  const workspace = await service.workspace()
  expect(await send(workspace, FULL)).toEqual({ created: 1, updated: 0 })
  const now = service.time.now.toISOString()
  const given = { id: expect.any(String), group: null, addresses: [], createdAt: now, updatedAt: now }
  expect(await all(workspace)).toEqual([{ ...FULL, ...given }])
})

test('a new customer needs no more than a name', async () => {
  const workspace = await service.workspace()
  await send(workspace, { name: 'Quay', accountCode: null, email: null, notes: null, id: 'passed over' })
  const [customer] = await all(workspace)
  expect(customer).toMatchObject({ name: 'Quay', accountCode: null, email: null, phone: null, contactName: null })
  expect(customer).toMatchObject({ paymentTermsDays: null, creditLimit: null, poRequired: false, notes: null })
  expect(customer).toMatchObject({ active: true })
})

test('a customer that is there keeps what is left out or blank, and loses what is null', async () => {
  const workspace = await service.workspace()
  await send(workspace, FULL)
  expect(await send(workspace, { accountCode: 'QUAY-7', name: 'Renamed', email: ' ', phone: null })).toEqual({
    created: 0,
    updated: 1,
  })
  expect(await all(workspace)).toMatchObject([{ ...FULL, name: 'Renamed', phone: null }])
  const cleared = { email: null, contactName: null, paymentTermsDays: null, creditLimit: null, notes: null }
  await send(workspace, { accountCode: 'Quay-7', name: 'Renamed', ...cleared, poRequired: false, active: true })
  const values = { ...FULL, ...cleared, name: 'Renamed', phone: null, poRequired: false, active: true }
  expect(await all(workspace)).toMatchObject([values])
  await send(workspace, { name: 'Renamed', accountCode: null })
  expect(await all(workspace)).toMatchObject([{ ...values, accountCode: null }])
})

test('a customer that is there is left alone by a row that changes nothing, which counts as updated all the same', async () => {
  const workspace = await service.workspace()
  await send(workspace, FULL, { name: 'Other' })
  const before = await all(workspace)
  service.later(3_600_000)
  const same = [
    { ...FULL, accountCode: ' QUAY-7 ', name: ' Quay Café', notes: undefined, creditLimit: undefined },
    { name: 'Other', email: null, active: true, paymentTermsDays: null },
  ]
  expect(await send(workspace, ...same)).toEqual({ created: 0, updated: 2 })
  expect(await all(workspace)).toEqual(before)
  expect(await activityOf(workspace, 'customer')).toHaveLength(1)
  await send(workspace, { ...FULL, phone: '1' }, { name: 'Other' })
  const now = service.time.now.toISOString()
  expect((await all(workspace)).map(({ updatedAt }) => updatedAt)).toEqual([before[0].updatedAt, now])
})

test.each(
  Object.entries({
    accountCode: null,
    name: 'quay café',
    email: 'new@quay.example',
    phone: '2',
    contactName: 'Bo',
    paymentTermsDays: 0,
    creditLimit: 0,
    poRequired: false,
    notes: 'x',
    active: true,
  }),
)('is dated and written down when %s changes, and nothing else of it does', async (field, value) => {
  const workspace = await service.workspace()
  await send(workspace, FULL)
  const [before] = await all(workspace)
  service.later(3_600_000)
  await send(workspace, { accountCode: 'Quay-7', name: 'Quay Café', [field]: value })
  expect(await all(workspace)).toEqual([{ ...before, [field]: value, updatedAt: service.time.now.toISOString() }])
  expect(await activityOf(workspace, 'customer')).toHaveLength(2)
})

test('the activity has one entry for a call, with its counts, under the name of the key', async () => {
  const workspace = await service.workspace({ keyName: 'Nightly ERP' })
  await send(workspace, { name: 'A' }, { name: 'B' }, { name: 'C' })
  await send(workspace, { name: 'A' }, { name: 'B', phone: '1' })
  const actor = { type: 'key', id: workspace.keyId, name: 'Nightly ERP' }
  const id = (await all(workspace))[1].id
  expect(await activityOf(workspace, 'customer')).toEqual([
    {
      actor,
      action: 'customer.upsert',
      subject: { type: 'customer', id: null, label: '3 customers' },
      changes: { created: 3, updated: 0 },
    },
    {
      actor,
      action: 'customer.upsert',
      subject: { type: 'customer', id, label: 'B' },
      changes: { created: 0, updated: 1 },
    },
  ])
})

test('calls at once that create the same customers make each of them once, with no error', async () => {
  const workspace = await service.workspace()
  const rows = Array.from({ length: 12 }, (_, i) =>
    i % 3 === 0 ? { name: `N${i}`, accountCode: `C${i}` } : { name: `N${i}`, ...(i % 3 === 1 && { email: `${i}@x` }) },
  )
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      workspace.put('/customers', { customers: i % 2 === 0 ? rows : rows.toReversed() }),
    ),
  )
  for (const answer of answers) expectDone(answer)
  expect(answers.map(({ body }) => body.data.created).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 12])
  expect(await all(workspace)).toHaveLength(12)
})

test('customers cannot be written with a key that may only read, nor in a workspace whose plan has ended', async () => {
  const reader = await service.workspace({ scope: 'read' })
  expect(await reader.put('/customers', { customers: [FULL] })).toEqual(refusal(403, 'insufficient_scope'))
  expect(await all(reader)).toEqual([])
  const lapsed = await service.workspace({ plan: 'lapsed' })
  expect(await lapsed.put('/customers', { customers: [FULL] })).toEqual(refusal(403, 'read_only'))
  expect(await all(lapsed)).toEqual([])
})

test('customers of another workspace are neither matched nor changed, whatever they have in common', async () => {
  const [mine, theirs] = [await service.workspace(), await service.workspace()]
  await send(theirs, FULL)
  expect(await send(mine, { ...FULL, phone: '2' })).toEqual({ created: 1, updated: 0 })
  expect(await all(theirs)).toMatchObject([FULL])
})

test('terms and orders of a customer stay when its code is given, and is found by it', async () => {
  const workspace = await service.workspace()
  const id = await givenCustomer(workspace, { email: 'quay@x.example' })
  await givenBuyer(workspace, id, 'bo@x.example')
  await send(workspace, { name: 'Quay Ltd', email: 'QUAY@x.example', accountCode: 'QUAY' })
  expect((await workspace.get('/customers/quay')).body.data).toMatchObject({
    id,
    buyers: [{ email: 'bo@x.example' }],
  })
})

test('a refused call changes nothing at all', async () => {
  const workspace = await service.workspace()
  const refused = await workspace.put('/customers', { customers: [FULL, { ...FULL, name: 'Twice' }] })
  expect(invalidFields(refused)).toEqual(['customers.1.accountCode'])
  expect(await all(workspace)).toEqual([])
  expect(await activityOf(workspace, 'customer')).toEqual([])
})

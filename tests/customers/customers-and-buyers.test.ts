import { expect, test } from 'vitest'
import { runOperation } from '../../server/src/ops/all-operations.ts'
import type { OperationInput } from '../../server/src/ops/all-operations.ts'
import { OPERATOR } from '../../server/src/ops/operations/operate.ts'
import { activityOf } from '../given/activity-of.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import {
  done,
  expectDone,
  givenAgreedPrice,
  givenBuyer,
  givenCustomer,
  givenDiscount,
  item,
  read,
  refusal,
  send,
  skus,
} from '../given/given.ts'

const service = useService()

const NOWHERE = '01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a'

const remove = (workspace: TestWorkspace, customer: string) =>
  runOperation(service.context, 'customer delete', { workspaceId: workspace.id, customer })

const invite = (workspace: TestWorkspace, fields: Partial<OperationInput<'buyer invite'>> = {}) =>
  runOperation(service.context, 'buyer invite', {
    workspaceId: workspace.id,
    customer: 'quay',
    name: 'Bo Buyer',
    email: 'Bo@x.example',
    ...fields,
  })

const set = (workspace: TestWorkspace, verb: 'enable' | 'disable', id: string) =>
  runOperation(service.context, `buyer ${verb}`, { workspaceId: workspace.id, id })

async function buyers(workspace: TestWorkspace, customer = 'quay') {
  return (await done(workspace.get(`/customers/${customer}`))).buyers
}

test('a customer that is deleted takes along its terms, its buyers and what it was chosen to see, and nothing of others', async () => {
  const workspace = await service.workspace()
  const [quay, pier] = [
    await givenCustomer(workspace, { accountCode: 'QUAY', email: 'q@x.example' }),
    await givenCustomer(workspace, { accountCode: 'PIER' }),
  ]
  await send(workspace, [item({ onlyFor: ['QUAY', 'PIER'] })])
  for (const customer of [quay, pier]) {
    await givenDiscount(workspace, customer, 1000)
    await givenAgreedPrice(workspace, customer, 'DEN-1042', { unit: 1, minQty: 10 })
    await givenBuyer(workspace, customer, `${customer}@x.example`)
  }
  const before = (await workspace.get('/customers/PIER')).body.data

  expect(await remove(workspace, 'quay')).toEqual({ ok: true })
  expect(await workspace.get('/customers/QUAY')).toEqual(refusal(404, 'not_found'))
  expect(await workspace.get(`/customers/${quay}`)).toEqual(refusal(404, 'not_found'))
  expect((await workspace.get('/customers/PIER')).body.data).toEqual(before)
  expect(await skus(workspace, 'customer=PIER')).toEqual(['DEN-1042'])
  for (const table of ['discount_rule', 'agreed_price', 'buyer', 'product_access'] as const) {
    const rows = await service.context.db
      .selectFrom(table)
      .select('customer_id')
      .where('workspace_id', '=', workspace.id)
      .execute()
    expect(rows).toEqual([{ customer_id: pier }])
  }
  expect(await activityOf(workspace, 'customer')).toEqual([
    {
      action: 'customer.delete',
      actor: OPERATOR,
      subject: { type: 'customer', id: quay, label: 'Quay Café' },
      changes: { accountCode: 'QUAY', discountRules: 1, agreedPrices: 1, buyers: 1 },
    },
  ])
})

test('a customer that is deleted leaves what it alone could see hidden from all', async () => {
  const workspace = await service.workspace()
  const id = await givenCustomer(workspace, { accountCode: 'QUAY' })
  await givenCustomer(workspace, { accountCode: 'PIER' })
  await send(workspace, [item({ onlyFor: ['QUAY'] })])
  await remove(workspace, id)
  expect(await skus(workspace, 'customer=PIER')).toEqual([])
  expect((await read(workspace, 'DEN-1042')).visibility).toBe('selected')
})

test('a customer that is deleted leaves its code to another', async () => {
  const workspace = await service.workspace()
  const id = await givenCustomer(workspace, { accountCode: 'QUAY' })
  await remove(workspace, 'QUAY')
  expectDone(await workspace.put('/customers', { customers: [{ accountCode: 'QUAY', name: 'Quay Café' }] }))
  expect((await workspace.get('/customers/QUAY')).body.data.id).not.toBe(id)
})

test('a customer that is deleted is not there twice, nor in another workspace', async () => {
  const [mine, theirs] = [await service.workspace(), await service.workspace()]
  const id = await givenCustomer(theirs, { accountCode: 'QUAY' })
  for (const who of ['QUAY', id, NOWHERE]) {
    await expect(remove(mine, who)).rejects.toThrow(`There is no customer with the account code or id "${who}".`)
  }
  await remove(theirs, 'QUAY')
  await expect(remove(theirs, 'QUAY')).rejects.toMatchObject({ code: 'not_found' })
})

test('a buyer is invited, and found by e-mail from then on', async () => {
  const workspace = await service.workspace()
  const customerId = await givenCustomer(workspace, { accountCode: 'QUAY' })
  const { id } = await invite(workspace)
  expect(await buyers(workspace)).toEqual([
    {
      id,
      name: 'Bo Buyer',
      email: 'Bo@x.example',
      status: 'invited',
      invitedAt: service.time.now.toISOString(),
      lastSeenAt: null,
      orderLimit: null,
      costCentre: null,
    },
  ])
  await send(workspace, [item({ onlyFor: ['bo@X.example'] })])
  expect(await skus(workspace, 'customer=QUAY')).toEqual(['DEN-1042'])
  expect(await activityOf(workspace, 'buyer')).toEqual([
    {
      action: 'buyer.invite',
      actor: OPERATOR,
      subject: { type: 'buyer', id, label: 'Bo Buyer', customerId },
      changes: { customer: 'Quay Café', email: 'Bo@x.example' },
    },
  ])
  const shown = (await workspace.get('/activity?subject=buyer')).body.data
  expect(shown[0].subject).toEqual({ type: 'buyer', id, label: 'Bo Buyer' })
})

test('a buyer is refused where someone in the workspace has the e-mail, naming who', async () => {
  const workspace = await service.workspace()
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  await givenCustomer(workspace, { accountCode: 'PIER' })
  const { id } = await invite(workspace)
  for (const customer of ['QUAY', 'PIER']) {
    const again = invite(workspace, { customer, name: 'Else', email: 'BO@x.example' })
    await expect(again).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(again).rejects.toThrow(new RegExp(`Bo Buyer, a buyer of Quay Café \\(invited, id ${id}\\)`))
  }
  expect(await buyers(workspace, 'PIER')).toEqual([])
  expect(await activityOf(workspace, 'buyer')).toHaveLength(1)
  const elsewhere = await service.workspace()
  await givenCustomer(elsewhere, { accountCode: 'QUAY' })
  await invite(elsewhere)
  expect(await buyers(elsewhere)).toHaveLength(1)
})

test('a buyer whom several invite at once is invited once', async () => {
  const workspace = await service.workspace()
  const codes = ['A', 'B', 'C', 'D']
  for (const accountCode of codes) await givenCustomer(workspace, { accountCode })
  const settled = await Promise.allSettled(codes.map((customer) => invite(workspace, { customer })))
  const refused = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(refused).toEqual(['invalid_request', 'invalid_request', 'invalid_request'])
})

test('a buyer is disabled and enabled, each written down once', async () => {
  const workspace = await service.workspace()
  const customerId = await givenCustomer(workspace, { accountCode: 'QUAY' })
  const { id } = await invite(workspace)
  const statuses = []
  for (const verb of ['disable', 'disable', 'enable', 'enable'] as const) {
    expect(await set(workspace, verb, id)).toEqual({ ok: true })
    statuses.push((await buyers(workspace))[0].status)
  }
  expect(statuses).toEqual(['disabled', 'disabled', 'active', 'active'])
  const subject = { type: 'buyer', id, label: 'Bo Buyer', customerId }
  expect((await activityOf(workspace, 'buyer')).slice(1)).toEqual([
    { action: 'buyer.disable', actor: OPERATOR, subject, changes: { status: { from: 'invited', to: 'disabled' } } },
    { action: 'buyer.enable', actor: OPERATOR, subject, changes: { status: { from: 'disabled', to: 'active' } } },
  ])
})

test('a buyer who has only been invited is active once enabled', async () => {
  const workspace = await service.workspace()
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  await set(workspace, 'enable', (await invite(workspace)).id)
  expect(await buyers(workspace)).toMatchObject([{ status: 'active' }])
})

test('a buyer of another workspace, or of none, is not found', async () => {
  const [mine, theirs] = [await service.workspace(), await service.workspace()]
  await givenCustomer(theirs, { accountCode: 'QUAY' })
  const { id } = await invite(theirs)
  for (const unknown of [id, NOWHERE, 'nonsense']) {
    for (const verb of ['enable', 'disable'] as const) {
      await expect(set(mine, verb, unknown)).rejects.toThrow(`There is no buyer with the id "${unknown}".`)
    }
  }
  await expect(invite(mine)).rejects.toThrow('There is no customer with the account code or id "quay".')
  expect(await buyers(theirs)).toMatchObject([{ status: 'invited' }])
})

test.each([
  [{ email: 'bo' }, 'email'],
  [{ email: `${'x'.repeat(250)}@x.uk` }, 'email'],
  [{ email: '' }, 'email'],
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(201) }, 'name'],
  [{ customer: '' }, 'customer'],
])('a buyer with %j is refused', async (fields, path) => {
  const workspace = await service.workspace()
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  const refused = invite(workspace, fields).catch((error) => error.issues.map((issue: any) => issue.path))
  expect(new Set(await refused)).toEqual(new Set([path]))
})

import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import {
  done,
  expectDone,
  givenAgreedPrice,
  givenDiscount,
  invalidFields,
  item,
  refusal,
  send,
} from '../given/given.ts'
import { givenMember } from '../given/member.ts'
import type { TestMember } from '../given/member.ts'

const service = useService()

async function desk() {
  const workspace = await service.workspace()
  const staff = await givenMember(service, workspace, 'manager')
  return { workspace, staff }
}

async function add(member: TestMember, fields: Record<string, unknown>): Promise<string> {
  return (await done(member.post('/customers', fields))).id
}

async function read(member: TestMember, id: string) {
  return done(member.get(`/customers/${id}`))
}

async function names(member: TestMember, query: string): Promise<string[]> {
  return (await done(member.get(`/customers?${query}`))).map(({ name }: { name: string }) => name)
}

test('customers are found by words of their name, code and e-mail, whatever the case and the accents', async () => {
  const { staff } = await desk()
  await add(staff, { name: 'Castle Lane Cafés', accountCode: 'CASTLE01', email: 'orders@castlelane.example' })
  await add(staff, { name: 'Thornbury & Sons', accountCode: 'B-1007' })
  expect(await names(staff, 'q=cafes+LANE')).toEqual(['Castle Lane Cafés'])
  expect(await names(staff, 'q=1007')).toEqual(['Thornbury & Sons'])
  expect(await names(staff, 'q=castlelane.ex')).toEqual(['Castle Lane Cafés'])
  expect(await names(staff, 'q=%25')).toEqual([])
  expect(await names(staff, 'q=castle+thornbury')).toEqual([])
})

test('the list is sorted, filtered and counted, a page at a time', async () => {
  const { workspace, staff } = await desk()
  for (const [name, accountCode] of [
    ['Bay', 'C'],
    ['Ash', 'B'],
    ['Cove', null],
  ] as const)
    await add(staff, { name, accountCode })
  const closed = await add(staff, { name: 'Dale', accountCode: 'A', active: false })
  await send(workspace, [item({ brand: 'Denby' })])
  await givenDiscount(workspace, closed, 500)
  await givenAgreedPrice(workspace, closed, 'DEN-1042', { unit: 2_000 })
  expect(await names(staff, '')).toEqual(['Ash', 'Bay', 'Cove', 'Dale'])
  expect(await names(staff, 'descending=true')).toEqual(['Dale', 'Cove', 'Bay', 'Ash'])
  expect(await names(staff, 'sort=accountCode')).toEqual(['Dale', 'Ash', 'Bay', 'Cove'])
  expect(await names(staff, 'active=true&sort=accountCode&descending=true')).toEqual(['Bay', 'Ash', 'Cove'])
  const page = await staff.get('/customers?limit=1&offset=3')
  expect(page.body).toMatchObject({
    data: [{ id: closed, discountCount: 1, agreedPriceCount: 1, buyerCount: 0 }],
    total: 4,
    nextOffset: 4,
  })
  expect((await staff.get('/customers?offset=9')).body).toEqual({ data: [], total: 4, nextOffset: null })
})

test('a field that is saved is told with what it was, under the name of who saved it', async () => {
  const { staff, workspace } = await desk()
  const id = await add(staff, { name: 'Castle Lane', creditLimit: 500_000, notes: 'Before ten' })
  const { version } = await read(staff, id)
  const saved = await staff.patch(`/customers/${id}`, {
    version,
    creditLimit: 600_000,
    notes: null,
    email: 'a@b.example',
  })
  expectDone(saved)
  expect(saved.body.data).toMatchObject({
    name: 'Castle Lane',
    creditLimit: 600_000,
    notes: null,
    email: 'a@b.example',
  })
  const { body } = await workspace.get(`/activity?subject=${id}`)
  expect(body.data[0]).toMatchObject({
    action: 'customer.update',
    actor: { type: 'staff', id: staff.id, name: 'Sam Staff' },
    changes: {
      creditLimit: { from: 500_000, to: 600_000 },
      notes: { from: 'Before ten', to: null },
      email: { from: null, to: 'a@b.example' },
    },
  })
})

test('a save that changes nothing writes nothing', async () => {
  const { staff } = await desk()
  const id = await add(staff, { name: 'Castle Lane' })
  const before = await read(staff, id)
  expectDone(await staff.patch(`/customers/${id}`, { version: before.version, name: 'Castle Lane' }))
  expect(await read(staff, id)).toEqual(before)
  expect((await staff.get(`/customers/${id}/history`)).body.data).toHaveLength(1)
})

test('the second of two who edit a customer is told, and nothing of the first is lost', async () => {
  const { staff, workspace } = await desk()
  const owner = await givenMember(service, workspace, 'owner')
  const id = await add(staff, { name: 'Castle Lane' })
  const { version } = await read(staff, id)
  expectDone(await owner.patch(`/customers/${id}`, { version, phone: '01632 960101' }))
  const second = await staff.patch(`/customers/${id}`, { version, notes: 'Mine' })
  expect(second).toEqual(refusal(409, 'conflict'))
  expect(second.body.error.message).toContain('Olive Owner changed this')
  expect(await read(staff, id)).toMatchObject({ phone: '01632 960101', notes: null })
})

test('an account code that another customer has is refused at its field', async () => {
  const { staff } = await desk()
  await add(staff, { name: 'Castle Lane', accountCode: 'CASTLE01' })
  const id = await add(staff, { name: 'Quay', accountCode: 'QUAY' })
  const { version } = await read(staff, id)
  const edited = await staff.patch(`/customers/${id}`, { version, accountCode: 'castle01' })
  expect(invalidFields(edited)).toEqual(['accountCode'])
  expect(edited.body.error.message).toContain('Castle Lane')
  expect(invalidFields(await staff.post('/customers', { name: 'New', accountCode: 'castle01' }))).toEqual([
    'accountCode',
  ])
  // The spelling of its own code is for it to change.
  expectDone(await staff.patch(`/customers/${id}`, { version, accountCode: 'Quay' }))
})

test('every wrong field of a customer is named', async () => {
  const { staff } = await desk()
  const answer = await staff.post('/customers', { name: ' ', email: 'no', creditLimit: -1, paymentTermsDays: 1.5 })
  expect(invalidFields(answer)).toEqual(['creditLimit', 'email', 'name', 'paymentTermsDays'])
})

test('owners and managers delete a customer, the desk of orders does not', async () => {
  const { staff, workspace } = await desk()
  const owner = await givenMember(service, workspace, 'owner')
  const id = await add(staff, { name: 'Castle Lane' })
  const orders = await givenMember(service, workspace, 'orders')
  expect(await orders.delete(`/customers/${id}`)).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } })
  expectDone(await owner.delete(`/customers/${id}`))
  expect(await staff.get(`/customers/${id}`)).toEqual(refusal(404, 'not_found'))
})

test('the history of a customer has what happened to its terms and buyers, newest first', async () => {
  const { staff, workspace } = await desk()
  await send(workspace, [item({ brand: 'Denby' })])
  const id = await add(staff, { name: 'Castle Lane' })
  const other = await add(staff, { name: 'Quay' })
  const on = { appliesTo: 'brand', name: 'Denby' }
  const { body } = await staff.put(`/customers/${id}/discounts`, { on, discountBp: 1_000, seenBp: null })
  expectDone(await staff.put(`/customers/${other}/discounts`, { on, discountBp: 2_000, seenBp: null }))
  const price = { sku: 'DEN-1042', unit: 2_000, minQty: 1, startsOn: null, endsOn: null }
  expectDone(await staff.post(`/customers/${id}/agreed-prices`, price))
  expectDone(await staff.post(`/customers/${id}/buyers`, { name: 'Isobel', email: 'isobel@castle.example' }))
  expectDone(await staff.delete(`/discounts/${body.data.id}?seenBp=1000`))
  const history = await staff.get(`/customers/${id}/history`)
  expect(history.body.data.map(({ action }: { action: string }) => action)).toEqual([
    'discount_rule.remove',
    'buyer.invite',
    'agreed_price.set',
    'discount_rule.set',
    'customer.create',
  ])
  const page = await staff.get(`/customers/${id}/history?limit=2&offset=2`)
  expect(page.body.data).toEqual(history.body.data.slice(2, 4))
})

test('a buyer is invited, disabled and enabled', async () => {
  const { staff } = await desk()
  const id = await add(staff, { name: 'Castle Lane' })
  const buyer = { name: 'Isobel Grant', email: 'isobel@castle.example' }
  const invited = await staff.post(`/customers/${id}/buyers`, buyer)
  expectDone(invited)
  const status = async () => (await read(staff, id)).buyers.map((one: { status: string }) => one.status)
  expect(await status()).toEqual(['invited'])
  expectDone(await staff.post(`/buyers/${invited.body.data.id}/disable`))
  expect(await status()).toEqual(['disabled'])
  expectDone(await staff.post(`/buyers/${invited.body.data.id}/enable`))
  expect(await status()).toEqual(['active'])
  expect(invalidFields(await staff.post(`/customers/${id}/buyers`, { ...buyer, email: 'a b' }))).toEqual(['email'])
  expect(await staff.post(`/customers/${id}/buyers`, buyer)).toEqual(refusal(400, 'invalid_request'))
})

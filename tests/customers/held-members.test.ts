import { randomUUIDv7 } from 'node:crypto'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { HELD, lackOf } from '../../server/src/shared/rights.ts'
import { pageOperations } from '../given/app-api-operations.ts'
import type { PageOperation } from '../given/app-api-operations.ts'
import { callAppApi, FROM_PAGE } from '../given/app-api-calls.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import {
  done,
  expectDone,
  givenAgreedPrice,
  givenDiscount,
  invalidFields,
  item,
  raiseRevision,
  send,
} from '../given/given.ts'
import { givenMember } from '../given/member.ts'
import type { TestMember } from '../given/member.ts'
import { orderingShop } from '../given/order.ts'
import { useService } from '../given/service.ts'
import type { Answer, TestWorkspace } from '../given/service.ts'

const service = useService()

/** All that tells of the customer of somebody else has this in it. */
const MARK = /zwyn/i

let workspace: TestWorkspace
let manager: TestMember
let own: Record<Named, string>
let others: Record<Named, string>
let plate: string

type Named = 'customer' | 'order' | 'quote' | 'buyer' | 'discount' | 'agreedPrice'

beforeAll(async () => {
  const shop = await orderingShop(service)
  workspace = shop.workspace
  manager = await givenMember(service, workspace, 'manager', { name: 'Tom Ashby' })
  own = await givenAccount(shop.customerId, 'Quay')
  const fields = { name: 'Zwyndale Stores', accountCode: 'ZWYN', email: 'buying@zwyn.example', contactName: 'Zed Zwyn' }
  others = await givenAccount((await done(manager.post('/customers', fields))).id, 'Zwyn')
  await send(workspace, [item({ sku: 'VASE', name: 'Vase', onlyFor: ['ZWYN', 'QUAY'] })])
  plate = (await done(manager.get('/products?q=PLATE')))[0].id
  await done(manager.post('/views', { list: 'orders', name: 'Zwyndale', isShared: true, query: 'q=zwyn' }))
})

/** An order, a quote, a buyer and terms of a customer. */
async function givenAccount(customer: string, word: string): Promise<Record<Named, string>> {
  const lines = [{ sku: 'PLATE', qty: 12 }]
  await givenDiscount(workspace, customer, 500)
  await givenAgreedPrice(workspace, customer, 'BOWL', { unit: 1_000 })
  const placed = { customer, lines, poNumber: `PO ${word}`, token: customer }
  return {
    customer,
    order: (await done(manager.post('/orders', placed))).id,
    quote: (await done(manager.post('/quotes', { customer, lines, note: `Asked by ${word}` }))).id,
    buyer: (await givenSignedInBuyer(service, workspace, customer, { name: `Bo ${word}` })).id,
    discount: await idOfTerm('discount_rule', customer),
    agreedPrice: await idOfTerm('agreed_price', customer),
  }
}

async function idOfTerm(table: 'discount_rule' | 'agreed_price', customer: string): Promise<string> {
  const term = workspace.context.db.selectFrom(table).select('id').where('workspace_id', '=', workspace.id)
  return (await term.where('customer_id', '=', customer).executeTakeFirstOrThrow()).id
}

/** A member who is held to QUAY, or who is not. */
async function givenSales(role: 'orders' | 'pricing' | 'viewer', { isHeld = true } = {}): Promise<TestMember> {
  const member = await givenMember(service, workspace, role, { name: 'Sam Sales' })
  const { db } = workspace.context
  await db
    .updateTable('member')
    .set({ only_own_customers: isHeld })
    .where('workspace_id', '=', workspace.id)
    .where('person_id', '=', member.id)
    .execute()
  await db
    .updateTable('customer')
    .set({ contact_id: member.id })
    .where('workspace_id', '=', workspace.id)
    .where('id', '=', own.customer)
    .execute()
  await raiseRevision(workspace)
  return member
}

/** What lists and files can be asked with, to find the customer of somebody else. */
const queryFor = (ids: Record<Named, string>, word: string) =>
  new URLSearchParams({
    q: word,
    code: word,
    customer: ids.customer,
    customers: ids.customer,
    ids: ids.order,
    product: plate,
    format: 'csv',
    rows: 'lines',
    by: 'week',
    list: 'orders',
    views: `customer=${ids.customer}`,
    seenBp: '500',
    version: '1',
  })

/** Every call of the console with the ids of a customer: in its path, its query and its body. */
function callsWith(operation: PageOperation, ids: Record<Named, string>, word: string) {
  const body = operation.body?.((field) => (field === 'id' ? ids.order : ids.customer))
  const named = JSON.parse(JSON.stringify(body ?? {}), (key, value) => {
    if (key === 'customer') return ids.customer
    if (key === 'fromOrder') return ids.order
    if (key === 'sku') return 'PLATE'
    return value
  })
  const paths = /\{id\}/.test(operation.path) ? [...Object.values(ids), plate] : ['']
  return paths.map((id) => ({
    path: operation.path.replaceAll('{id}', id).replaceAll(/\{\w+\}/g, plate),
    query: operation.method === 'GET' || operation.method === 'DELETE' ? `?${queryFor(ids, word)}` : '',
    body: named,
  }))
}

async function ask(member: TestMember, { method }: PageOperation, call: ReturnType<typeof callsWith>[number]) {
  return callAppApi(service, member.token, method, call.path + call.query, {
    headers: FROM_PAGE,
    ...(method !== 'GET' && { body: JSON.stringify(call.body) }),
  })
}

function walked(): PageOperation[] {
  const left = new Set(['leaveWorkspace', 'saveView'])
  return pageOperations(service)
    .filter(({ path, id }) => path.startsWith('/console/{slug}/') && !left.has(id))
    .map((operation) => ({ ...operation, path: operation.path.replace('{slug}', manager.slug) }))
}

/** An answer as text, without what the caller has sent. */
function textOf({ status, body }: Answer, ids: Record<Named, string>): string {
  let text = `${status} ${JSON.stringify(body)}`
  for (const id of Object.values(ids)) text = text.replaceAll(id, '…')
  return text
}

/** The operations that tell something of the customer of somebody else. */
async function leaks(member: TestMember, operations = walked()): Promise<string[]> {
  const found = []
  for (const operation of operations) {
    for (const call of callsWith(operation, others, 'ZWYN')) {
      const answer = await ask(member, operation, call)
      if (MARK.test(JSON.stringify(answer.body))) found.push(operation.id)
    }
  }
  return [...new Set(found)]
}

/** What is to stay as it is. */
function seen() {
  const paths = [`/customers/${others.customer}`, `/orders/${others.order}`, `/quotes/${others.quote}`]
  return Promise.all(paths.map((path) => done(manager.get(path))))
}

const reads = () => walked().filter(({ method }) => method === 'GET')

test('the walk finds what somebody sees who is not held', async () => {
  expect((await leaks(await givenSales('viewer', { isHeld: false }), reads())).length).toBeGreaterThan(20)
})

test.each(['orders', 'pricing', 'viewer'] as const)(
  'no operation tells a held member with the role %s anything of the customer of somebody else, or changes it',
  async (role) => {
    const before = await seen()
    expect(await leaks(await givenSales(role))).toEqual([])
    expect(await seen()).toEqual(before)
  },
)

test('what is of somebody else is to a held member as if it did not exist', async () => {
  const member = await givenSales('orders')
  const nothing = Object.fromEntries(Object.keys(others).map((kind) => [kind, randomUUIDv7()])) as typeof others
  const different = []
  for (const operation of walked()) {
    const [theirs, none] = [others, nothing].map((ids) => callsWith(operation, ids, 'nothing'))
    for (const [at, call] of theirs!.entries()) {
      const [told, expected] = [
        textOf(await ask(member, operation, call), others),
        textOf(await ask(member, operation, none![at]!), nothing),
      ]
      if (told !== expected)
        different.push(`${operation.id}: ${told.slice(0, 150)} instead of ${expected.slice(0, 150)}`)
    }
  }
  expect(different).toEqual([])
})

test('a held member works for their own customers, and is told of the rest whom to ask', async () => {
  const member = await givenSales('orders')
  expect(await done(member.get('/customers'))).toMatchObject([{ accountCode: 'QUAY' }])
  expect(await done(member.get('/orders'))).toMatchObject([{ customer: { accountCode: 'QUAY' } }])
  expect(await done(member.get('/quotes'))).toMatchObject([{ customer: { accountCode: 'QUAY' } }])
  expect(await done(member.get('/orders/counts'))).toMatchObject({ new: 1 })
  expect(await done(member.get('/home'))).toMatchObject({ newOrders: { total: 1 }, askedQuotes: { total: 1 } })
  expect((await done(member.get('/orders/turnover'))).at(-1)).toMatchObject({ orders: 1 })
  expect(await done(member.get('/find?code=ZWYN'))).toEqual([])
  const { number } = await done(manager.get(`/orders/${others.order}`))
  for (const path of [`/prices?customer=zwyn&product=${plate}`, '/quotes?customer=ZWYN', `/orders/${number}`]) {
    expect([path, (await member.get(path)).status]).toEqual([path, 404])
  }
  const lines = [{ sku: 'PLATE', qty: 1 }]
  expect((await member.post('/orders', { customer: 'ZWYN', lines, token: 'theirs' })).status).toBe(404)
  const [vase] = await done(member.get('/products?q=VASE'))
  expect((await done(member.get(`/products/${vase.id}`))).customers).toMatchObject([{ accountCode: 'QUAY' }])
  expectDone(await member.patch(`/orders/${own.order}`, { status: 'confirmed', seen: 'new' }))
  expectDone(await member.put(`/orders/${own.order}/reference`, { reference: 'S-1' }))
  for (const path of [
    '/activity',
    '/imports',
    '/price-changes',
    '/price-groups',
    '/mails',
    '/products/export?format=csv',
  ]) {
    const { status, body } = await member.get(path)
    expect([path, status, body.error.message]).toEqual([path, 403, HELD])
  }
  expect((await member.post('/price-changes', { name: 'Spring' })).body.error.message).toBe(
    lackOf('orders', 'priceChanges'),
  )
})

test('an owner holds a member to their own customers, and a role that sees all lets go', async () => {
  const owner = await givenMember(service, workspace, 'owner')
  const member = await givenMember(service, workspace, 'orders')
  const set = (body: object) => owner.put(`/people/${member.id}/role`, body)
  const held = async () => (await done(member.get('/workspace'))).me.onlyOwnCustomers
  expectDone(await set({ role: 'orders', onlyOwnCustomers: true }))
  expect(await held()).toBe(true)
  expect(await done(member.get('/customers'))).toEqual([])
  expectDone(await set({ role: 'viewer' }))
  expect(await held()).toBe(true)
  expect(invalidFields(await set({ role: 'manager', onlyOwnCustomers: true }))).toEqual(['onlyOwnCustomers'])
  expectDone(await set({ role: 'manager' }))
  expect(await held()).toBe(false)
  expect((await done(member.get('/customers'))).length).toBe(2)
  const email = 'new@harbour.example'
  expect(
    invalidFields(await owner.post('/people/invitations', { email, role: 'owner', onlyOwnCustomers: true })),
  ).toEqual(['onlyOwnCustomers'])
  expectDone(await owner.post('/people/invitations', { email, role: 'orders', onlyOwnCustomers: true }))
  expect((await done(owner.get('/people'))).invitations).toMatchObject([{ email, onlyOwnCustomers: true }])
})

/** Does something once the next write is admitted and its input judged, before its transaction begins. */
function beforeNextWrite(act: () => Promise<unknown>): void {
  const { db } = workspace.context
  const begin = db.transaction.bind(db)
  const late = { execute: async (work: never) => act().then(() => begin().execute(work)) }
  vi.spyOn(db, 'transaction').mockImplementationOnce(() => late as never)
}

afterEach(() => void vi.restoreAllMocks())

test('a write is refused whose member is held meanwhile', async () => {
  const owner = await givenMember(service, workspace, 'owner')
  const member = await givenMember(service, workspace, 'orders')
  const before = await seen()
  beforeNextWrite(() => owner.put(`/people/${member.id}/role`, { role: 'orders', onlyOwnCustomers: true }))
  const { status, body } = await member.put(`/orders/${others.order}/reference`, { reference: 'S-2' })
  expect([status, body.error?.message]).toEqual([403, 'Your access was changed meanwhile: load the page again.'])
  expect(await seen()).toEqual(before)
})

test('a write for a customer is refused whose contact becomes somebody else meanwhile', async () => {
  const member = await givenSales('orders')
  const reference = async () => (await done(manager.get(`/orders/${own.order}`))).reference
  const before = await reference()
  const change = { field: 'contact', value: manager.id }
  beforeNextWrite(() => manager.post('/customers/bulk', { customers: { ids: [own.customer] }, change }))
  expect((await member.put(`/orders/${own.order}/reference`, { reference: 'S-3' })).status).toBe(404)
  expect(await reference()).toBe(before)
})

test('new orders are mailed to a held member only if they are of their own customers', async () => {
  const member = await givenSales('orders')
  expectDone(await member.put('/staff-mails/me', { mailMe: true }))
  for (const customer of [own.customer, others.customer]) {
    await done(manager.post('/orders', { customer, lines: [{ sku: 'PLATE', qty: 1 }], token: randomUUIDv7() }))
  }
  const mails = await workspace.context.db
    .selectFrom('mail')
    .select('subject')
    .where('recipient', '=', member.email)
    .execute()
  expect(mails.map(({ subject }) => subject.split(' · ')[0]!.replace(/\d+/, 'N'))).toEqual(['New order N: Quay Café'])
})

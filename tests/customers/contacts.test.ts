import { expect, test } from 'vitest'
import { done, expectDone, invalidFields } from '../given/given.ts'
import { givenMember } from '../given/member.ts'
import type { TestMember } from '../given/member.ts'
import { orderingShop } from '../given/order.ts'
import { useService } from '../given/service.ts'

const service = useService()

/** A shop whose customer QUAY has Sam as its contact, and BAY nobody; an order and a quote of each. */
async function givenContacts() {
  const shop = await orderingShop(service)
  const manager = await givenMember(service, shop.workspace, 'manager', { name: 'Tom Ashby' })
  const sam = await givenMember(service, shop.workspace, 'orders', { name: 'Sam Sales' })
  const quay = shop.customerId
  const bay: string = (await done(manager.post('/customers', { name: 'Bay Stores', accountCode: 'BAY' }))).id
  const lines = [{ sku: 'PLATE', qty: 12 }]
  for (const customer of [quay, bay]) {
    await done(manager.post('/orders', { customer, lines, token: customer }))
    await done(manager.post('/quotes', { customer, lines }))
  }
  await setContact(manager, [quay], sam.id)
  return { ...shop, manager, sam, quay, bay }
}

function setContact(member: TestMember, ids: string[], value: string | null) {
  return done(member.post('/customers/bulk', { customers: { ids }, change: { field: 'contact', value } }))
}

const isContact = async (member: TestMember) => (await done(member.get('/workspace'))).me.isContact
const customersOf = (rows: any[]) => rows.map(({ customer }) => customer.accountCode)

test('a member is the contact of customers, which the list shows and is filtered by', async () => {
  const { manager, sam, quay, bay } = await givenContacts()
  const contact = { id: sam.id, name: 'Sam Sales', email: sam.email }
  expect((await done(manager.get(`/customers/${quay}`))).contact).toEqual(contact)
  expect((await done(manager.get(`/customers/${bay}`))).contact).toBeNull()
  expect(await done(manager.get(`/customers?contact=${sam.id}`))).toMatchObject([{ accountCode: 'QUAY', contact }])
  expect(await done(manager.get('/customers?contact=none'))).toMatchObject([{ accountCode: 'BAY', contact: null }])
  expect(await done(manager.get('/customers?contact=nobody'))).toEqual([])
  expect(await done(manager.get('/contacts'))).toContainEqual({ id: sam.id, name: 'Sam Sales' })
})

test('orders and quotes are filtered by the contact of their customers', async () => {
  const { manager, sam } = await givenContacts()
  const query = `contact=${sam.id}`
  expect(customersOf(await done(manager.get(`/orders?${query}`)))).toEqual(['QUAY'])
  expect(customersOf(await done(manager.get(`/quotes?${query}`)))).toEqual(['QUAY'])
  expect(await done(manager.get(`/orders/counts?${query}`))).toMatchObject({ new: 1 })
  expect(await done(manager.get(`/orders/counts/views?views=${encodeURIComponent(query)}&views=status%3Dnew`))).toEqual(
    [1, 2],
  )
})

test('who is the contact of nobody is told so', async () => {
  const { manager, sam, quay } = await givenContacts()
  expect(await isContact(sam)).toBe(true)
  expect(await isContact(manager)).toBe(false)
  await setContact(manager, [quay], null)
  expect(await isContact(sam)).toBe(false)
})

test('the contact of many customers is set at once, by a filter, and stands in the activity', async () => {
  const { manager, sam } = await givenContacts()
  const change = { field: 'contact', value: manager.id }
  const customers = { filter: { contact: sam.id }, expected: 1 }
  expect(await done(manager.post('/customers/bulk', { customers, change }))).toEqual({
    found: 1,
    changed: 1,
    undo: null,
  })
  expect((await done(manager.get('/activity')))[0]).toMatchObject({
    action: 'customer.bulk_update',
    changes: { contact: 'Tom Ashby', customers: 1 },
    undo: null,
  })
})

test('a stranger cannot be a contact, and "Orders" cannot set one', async () => {
  const { manager, sam, quay } = await givenContacts()
  const stranger = await givenMember(service, await service.workspace(), 'owner')
  const set = (member: TestMember, value: unknown) =>
    member.post('/customers/bulk', { customers: { ids: [quay] }, change: { field: 'contact', value } })
  expect(invalidFields(await set(manager, stranger.id))).toEqual(['change.value'])
  expect(invalidFields(await set(manager, 'Sam'))).toEqual(['change.value'])
  expect((await set(sam, sam.id)).status).toBe(403)
})

test('an ERP that writes the customer keeps its contact, and a removed member is the contact of nobody', async () => {
  const { workspace, manager, sam, quay } = await givenContacts()
  const contactOf = async () => (await done(manager.get(`/customers/${quay}`))).contact
  await done(workspace.put('/customers', { customers: [{ name: 'Quay', accountCode: 'QUAY', contactName: null }] }))
  expect(await contactOf()).toMatchObject({ name: 'Sam Sales' })
  expect(await done(workspace.get(`/customers/${quay}`))).not.toHaveProperty('contact')
  expectDone(await sam.post('/people/leave'))
  expect(await contactOf()).toBeNull()
})

import { givenSignedInBuyer } from './buyer.ts'
import { done } from './given.ts'
import { givenMember } from './member.ts'
import { orderingShop } from './order.ts'
import type { TestMember } from './member.ts'
import type { TestService } from './service.ts'

/** A day of the test service's first month, and the time at which it is over in London. */
export const LAST_DAY = '2026-03-20'
export const AFTER = new Date('2026-03-21T00:00:00.000Z')
export const BEFORE = new Date('2026-03-20T23:59:59.999Z')

/** A shop with staff and a buyer. `quote` is sent: 12 plates at 22.00, and 4 boxes of bowls or more at 11.00. */
export async function givenQuotes(service: TestService) {
  const shop = await orderingShop(service)
  const staff = await givenMember(service, shop.workspace, 'manager', { name: 'Ruth Calder' })
  const buyer = await givenSignedInBuyer(service, shop.workspace, shop.customerId, { name: 'Bo Buyer' })
  const mails = () =>
    shop.workspace.context.db
      .selectFrom('mail')
      .select(['subject', 'text', 'quote_id as quoteId'])
      .where('recipient', '=', buyer.email)
      .orderBy('number')
      .execute()
  return { ...shop, staff, buyer, mails, begin: () => begin(staff), sent: () => sent(staff) }
}

export const PRICED = [
  { sku: 'PLATE', qty: 12, unit: 2200, orMore: false },
  { sku: 'BOWL', qty: 4, unit: 1100, orMore: true },
]

/** Begins a quote for QUAY, and returns what staff see of it. */
export async function begin(staff: TestMember): Promise<any> {
  const lines = PRICED.map(({ sku, qty }) => ({ sku, qty }))
  const { id } = await done(staff.post('/quotes', { customer: 'QUAY', lines }))
  return done(staff.get(`/quotes/${id}`))
}

/** The same at those prices, and sent. */
export async function sent(staff: TestMember, lines: object[] = PRICED): Promise<any> {
  const { id, version } = await begin(staff)
  const edit = { version, lines, validUntil: LAST_DAY, message: 'As on the telephone.' }
  const priced = await done(staff.put(`/quotes/${id}`, edit))
  return done(staff.post(`/quotes/${id}/send`, { version: priced.version }))
}

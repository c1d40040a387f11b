import type { TestService } from './service.ts'
import { item, send } from './given.ts'
import { givenSignedInBuyer } from './buyer.ts'
import { givenMember } from './member.ts'
import type { TestMember } from './member.ts'
import { orderingShop, place, readOrder } from './order.ts'

export const LINES = [
  { sku: 'PLATE', qty: 2 },
  { sku: 'BOWL', qty: 3 },
]

/** An order of a buyer, of 2 plates at 25.50 and 3 bowls at 12.00, and what staff do to it. */
export async function givenChangeable(service: TestService, token?: string) {
  const { workspace, customerId } = await orderingShop(service)
  await send(workspace, [item({ sku: 'CUP', name: 'Cup', listPrice: 333 })])
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  const staff = await givenMember(service, workspace, 'manager')
  const { id, number } = await place(workspace, { buyer: buyer.email, lines: LINES, token })
  const { lines } = await readOrder(workspace, id)
  const [plate, bowl] = lines.map((line: { id: string }) => line.id)
  const change = (changes: object[], { seen = 1, by = staff }: { seen?: number; by?: TestMember } = {}) =>
    by.post(`/orders/${id}/lines`, { seen, lines: changes })
  const preview = (changes: object[], seen = 1) => staff.post(`/orders/${id}/lines/preview`, { seen, lines: changes })
  const mails = async () => {
    const { db } = workspace.context
    return db
      .selectFrom('mail')
      .select(['subject', 'text', 'order_id'])
      .where('recipient', '=', buyer.email)
      .orderBy('number')
      .execute()
  }
  return { workspace, customerId, buyer, staff, id, number, placed: lines, plate, bowl, change, preview, mails }
}

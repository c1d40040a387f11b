import { expect } from 'vitest'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import type { NewOrder } from '../../server/src/orders/new-order.ts'
import type { NewRow } from '../../server/src/database/tables.ts'
import type { Answer, TestService, TestWorkspace } from './service.ts'
import { activityOf } from './activity-of.ts'
import { done, givenCustomer, item, send } from './given.ts'

/** A workspace with a customer, QUAY, and two products: PLATE at 25.50 and BOWL at 12.00. */
export async function orderingShop(service: TestService, options: Parameters<TestService['workspace']>[0] = {}) {
  const workspace = await service.workspace(options)
  const customerId = await givenCustomer(workspace, { accountCode: 'QUAY' })
  await send(workspace, [
    item({ sku: 'PLATE', name: 'Azure plate', listPrice: 2550, brand: 'Hollin', category: 'Tableware' }),
    item({ sku: 'BOWL', name: 'Azure bowl', listPrice: 1200, unitLabel: 'box of 6', brand: 'Hollin' }),
  ])
  return { workspace, customerId }
}

/** Places an order as the operator: one plate for QUAY, unless said. */
export function place({ context }: TestWorkspace, order: Partial<NewOrder> = {}) {
  return placeOrder(context, { customer: 'QUAY', lines: [{ sku: 'PLATE', qty: 1 }], ...order })
}

/** What the API says of an order. */
export async function readOrder(workspace: TestWorkspace, id: string): Promise<any> {
  return done(workspace.get(`/orders/${id}`))
}

/** Asks the API to move an order on. */
export function move(service: TestService, { key }: TestWorkspace, id: string, body: unknown): Promise<Answer> {
  return service.call('PATCH', `/orders/${id}`, { key, body: typeof body === 'string' ? body : JSON.stringify(body) })
}

/** Changes the customer, as no order's doing. */
export async function alterCustomer(
  { id, context }: TestWorkspace,
  customerId: string,
  values: Partial<NewRow<'customer'>>,
): Promise<void> {
  await context.db
    .updateTable('customer')
    .set(values)
    .where('workspace_id', '=', id)
    .where('id', '=', customerId)
    .execute()
}

/** The activity of a workspace that is about orders, the oldest first. */
export async function orderActivity(workspace: Pick<TestWorkspace, 'id' | 'context'>) {
  const entries = await activityOf(workspace, 'order')
  for (const { subject } of entries) expect(subject.type).toBe('order')
  return entries
}

/** What placing an order is refused with; nothing is placed or recorded, and no number is used up. */
export async function refusedOrder(workspace: TestWorkspace, order: Partial<NewOrder>): Promise<Error> {
  const before = [await workspace.get('/orders'), await orderActivity(workspace)].map((value) => JSON.stringify(value))
  const error = await place(workspace, order).then(
    () => {
      throw new Error('It was placed.')
    },
    (error: Error) => error,
  )
  const after = [await workspace.get('/orders'), await orderActivity(workspace)].map((value) => JSON.stringify(value))
  expect(after).toEqual(before)
  return error
}

import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { textArray } from '../database/rowset.ts'
import type { OrderChanges } from '../database/column-values.ts'
import type { OrderStatus } from '../shared/order-steps.ts'
import { isUuid } from '../lib/uuid.ts'
import { orderNotFound } from './read-order.ts'

/** What a move needs of an order; locked, until the transaction ends. Throws NotFound. */
export async function orderToMove({ db, workspaceId }: WorkspaceContext, id: string, mode?: 'locked') {
  if (!isUuid(id)) throw orderNotFound(id)
  const order = await db
    .selectFrom('sales_order')
    .select(['id', 'number', 'status', 'customer_id as customerId', 'tracking'])
    .select(['buyer_id as buyerId', 'requested_by_id as requestedById', 'currency', 'credit_hold as creditHold'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .$if(mode === 'locked', (query) => query.forUpdate())
    .executeTakeFirst()
  if (!order) throw orderNotFound(id)
  return order
}

type Step = {
  status: OrderStatus
  note?: string | null | undefined
  /** The ids of those that tell of it. */
  mails?: string[]
  /** Of lines, within the same status. */
  changes?: OrderChanges
  /** Left out: what was there stays. */
  tracking?: string | null | undefined
}

/** Writes the next step of a locked order. */
export async function writeStep(
  { db, workspaceId, actor, clock }: WorkspaceContext,
  orderId: string,
  { status, note = null, mails = [], changes, tracking }: Step,
): Promise<void> {
  const at = clock()
  await db
    .updateTable('sales_order')
    .set({ status, updated_at: at, ...(tracking !== undefined && { tracking }) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', orderId)
    .execute()
  await sql`
    insert into sales_order_history (workspace_id, order_id, step, status, at, actor, note, mails, changes)
    select ${workspaceId}, ${orderId}, count(*) + 1, ${status}, ${at}, ${JSON.stringify(actor)}, ${note},
      ${textArray(mails)}::uuid[], ${changes ? JSON.stringify(changes) : null}::jsonb
    from sales_order_history where workspace_id = ${workspaceId} and order_id = ${orderId}`.execute(db)
}

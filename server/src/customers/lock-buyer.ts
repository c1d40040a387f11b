import type { WorkspaceContext } from '../context.ts'
import { closeAccess } from '../database/access-lock.ts'
import type { Row } from '../database/tables.ts'
import { NotFound } from '../errors.ts'
import { isUuid } from '../lib/uuid.ts'

/** `customerId`: the buyer must be one of this customer. */
export type WhichBuyer = { id: string; customerId?: string }

export type LockedBuyer = Pick<
  Row<'buyer'>,
  'id' | 'name' | 'status' | 'customer_id' | 'disabled_from' | 'order_limit' | 'cost_centre'
>

/** The same, after the writes in progress of whoever is this buyer: for what takes something away from them. */
export async function closeBuyer(trx: WorkspaceContext, which: WhichBuyer): Promise<LockedBuyer> {
  const { db, workspaceId } = trx
  const person = isUuid(which.id)
    ? await db
        .selectFrom('buyer')
        .select('person_id as id')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', which.id)
        .executeTakeFirst()
    : undefined
  if (person?.id) await closeAccess(db, person.id)
  return lockBuyer(trx, which)
}

/** Locks a buyer until the transaction ends. Throws NotFound. */
export async function lockBuyer(trx: WorkspaceContext, { id, customerId }: WhichBuyer): Promise<LockedBuyer> {
  const buyers = trx.db
    .selectFrom('buyer')
    .select(['id', 'name', 'status', 'customer_id', 'disabled_from', 'order_limit', 'cost_centre'])
    .where('workspace_id', '=', trx.workspaceId)
    .where('id', '=', id)
    .$if(customerId !== undefined, (query) => query.where('customer_id', '=', customerId!))
    .forNoKeyUpdate()
  const buyer = isUuid(id) ? await buyers.executeTakeFirst() : undefined
  if (!buyer) throw new NotFound(`There is no buyer with the id "${id}".`)
  return buyer
}

import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { NotFound } from '../errors.ts'
import { isUuid } from '../lib/uuid.ts'
import type { BuyerContext } from './buyer-context.ts'

/** A customer for whom the person who asks may act here, as the buyer with that id. */
type OwnCustomer = { buyerId: string; name: string }

/** The customers of the person, by name; most people have one. */
export async function listOwnCustomers(context: Pick<BuyerContext, 'db' | 'workspaceId' | 'buyerId'>) {
  const rows = await selectOwn(context).orderBy('c.name').orderBy('b.id').execute()
  return rows.map(({ buyerId, name }): OwnCustomer => ({ buyerId, name }))
}

/** From now on, the person acts for that customer here, in every browser. Throws NotFound. */
export async function chooseCustomer(context: BuyerContext, buyerId: string): Promise<void> {
  await inTransaction(context, async (trx) => {
    const own = isUuid(buyerId) ? await selectOwn(trx).where('b.id', '=', buyerId).executeTakeFirst() : undefined
    if (!own) throw new NotFound('You do not act for this customer.')
    await trx.db
      .updateTable('buyer')
      .set({ chosen_at: sql`case when id = ${buyerId} then ${trx.clock()}::timestamptz end` })
      .where('workspace_id', '=', trx.workspaceId)
      .where('person_id', '=', own.personId)
      .execute()
  })
}

function selectOwn({ db, workspaceId, buyerId }: Pick<Context, 'db'> & { workspaceId: string; buyerId: string }) {
  return db
    .selectFrom('buyer as me')
    .innerJoin('buyer as b', (join) =>
      join.onRef('b.workspace_id', '=', 'me.workspace_id').onRef('b.person_id', '=', 'me.person_id'),
    )
    .innerJoin('customer as c', (join) =>
      join.onRef('c.workspace_id', '=', 'b.workspace_id').onRef('c.id', '=', 'b.customer_id'),
    )
    .select(['b.id as buyerId', 'c.name', 'b.person_id as personId'])
    .where('me.workspace_id', '=', workspaceId)
    .where('me.id', '=', buyerId)
    .where('b.status', '=', 'active')
    .where('c.active', '=', true)
}

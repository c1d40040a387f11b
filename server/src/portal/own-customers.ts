import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { NotFound, InvalidRequest, Refused } from '../errors.ts'
import { uuidOf } from '../lib/uuid.ts'
import type { BuyerContext } from './buyer-context.ts'
import { differences } from '../workspaces/activity/differences.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { OrderMails, Address } from '../database/column-values.ts'
import { readBuyer } from './read-buyer.ts'
import { withIds } from '../customers/addresses.ts'
import type { SentAddress } from '../customers/addresses.ts'
import { lockCustomerList } from '../customers/customer-rows.ts'
import { editableCustomer, editCustomer } from '../customers/edit-customer.ts'
import { readOrderSettings } from '../orders/order-settings.ts'
import { MAX_ADDRESSES } from '../shared/limits.ts'

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
    const own = await selectOwn(trx).where('b.id', '=', uuidOf(buyerId)).executeTakeFirst()
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

/** Which mails a buyer wants: about which orders, and weekly about changed prices. */
type OwnMails = { orderMails: OrderMails; priceMails: boolean }

/** Sets which mails the buyer wants. */
export async function setOwnMails(context: BuyerContext, { orderMails, priceMails }: OwnMails): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { db, workspaceId, buyerId, customerId } = trx
    await db
      .selectFrom('buyer')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', buyerId)
      .forNoKeyUpdate()
      .execute()
    const { me } = await readBuyer(trx)
    const changes = differences(me, { orderMails, priceMails }, ['orderMails', 'priceMails'])
    if (Object.keys(changes).length === 0) return
    await db
      .updateTable('buyer')
      .set({ order_mails: orderMails, price_mails: priceMails })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', buyerId)
      .execute()
    if (!priceMails) await forgetToldPrices(trx)
    await recordActivity(trx, {
      action: 'buyer.set_mails',
      subject: { type: 'buyer', id: buyerId, label: me.name, customerId },
      changes,
    })
  })
}

/** Once no buyer of the customer wants the mail, the next one who does is told what changes from then on. */
async function forgetToldPrices({ db, workspaceId, customerId }: BuyerContext): Promise<void> {
  const other = await db
    .selectFrom('buyer')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .where('price_mails', '=', true)
    .executeTakeFirst()
  if (other) return
  await db
    .deleteFrom('price_watch')
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .execute()
}

/** Adds a delivery address to the buyer's customer. Throws Refused where buyers may not, and InvalidRequest. */
export async function addAddress(context: BuyerContext, address: SentAddress): Promise<Address> {
  const after = await change(context, (present) => {
    if (present.length >= MAX_ADDRESSES) {
      throw new InvalidRequest(`There are ${MAX_ADDRESSES} delivery addresses: remove one first.`)
    }
    return [...present, ...withIds([address], [], 'buyer')]
  })
  return after.at(-1)!
}

/** Changes an address; null removes it. Orders keep the one that they were placed with. Throws as above, and NotFound. */
export async function changeAddress(context: BuyerContext, id: string, address: SentAddress | null): Promise<void> {
  await change(context, (present) => {
    if (!present.some((one) => one.id === id)) {
      throw new NotFound('This delivery address no longer exists: somebody has removed it.')
    }
    return present.flatMap((one) => (one.id !== id ? [one] : address ? [{ ...address, id }] : []))
  })
}

/** One change at a time, so that no colleague's is lost. */
async function change(context: BuyerContext, to: (present: Address[]) => SentAddress[]): Promise<Address[]> {
  return inTransaction(context, async (trx) => {
    if (!(await readOrderSettings(trx)).allowAddresses) {
      throw new Refused('forbidden', 'Your wholesaler keeps the delivery addresses: ask them for a change.')
    }
    await lockCustomerList(trx)
    const { id, version, addresses } = await editableCustomer(trx, trx.customerId)
    return (await editCustomer(trx, { id, version, addresses: to(addresses) })).addresses
  })
}

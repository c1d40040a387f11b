import { recordActivity } from '../activity/record-activity.ts'
import { joinedBuyers } from '../customers/joined-buyers.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidRequest, NotFound } from '../errors.ts'
import { countAttempt } from '../people/attempts.ts'
import type { BuyerContext } from './buyer-context.ts'
import { keptLines, lockBasket } from './basket-rows.ts'
import { mailColleagues, mailPreparer } from './mail-colleagues.ts'
import { lockPreparedBasket, NOT_PREPARED, requireMayOrder } from './prepared-baskets.ts'
import { readBuyer } from './read-portal.ts'

/** How many colleagues get a mail about one basket. */
const MAX_MAILS = 20
/** How often a buyer may ask, in 15 minutes. */
const MAX_ASKED = 10

/**
 * Asks the colleagues who may order to order the buyer's basket. It cannot be changed until it is taken back.
 * Idempotent. Throws InvalidRequest for an empty basket, and where nobody else may order; RateLimited.
 */
export async function askToOrder(context: BuyerContext): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { askedAt } = await lockBasket(trx)
    if (askedAt !== null) return
    const lines = await keptLines(trx)
    if (lines.length === 0) throw new InvalidRequest('The basket is empty: there is nothing to order.')
    const approvers = await findApprovers(trx)
    if (approvers.length === 0) {
      throw new InvalidRequest('None of your colleagues can order here yet: ask your wholesaler.')
    }
    await countAttempt(trx, [{ subject: `baskets of ${trx.buyerId}`, limit: MAX_ASKED }])
    await setAsked(trx, { asked_at: trx.clock(), sent_back_by: null, sent_back_note: null })
    const path = `colleagues/${trx.buyerId}`
    await mailColleagues(trx, approvers, { what: 'asks you to order a basket', path })
    await record(trx, 'buyer.ask_to_order', trx.actor.name, { lineCount: lines.length })
  })
}

/** Takes the basket back, so that it can be changed again. Idempotent. */
export async function takeBasketBack(context: BuyerContext): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { askedAt } = await lockBasket(trx)
    if (askedAt === null) return
    await setAsked(trx, { asked_at: null })
    await record(trx, 'buyer.take_back_basket', trx.actor.name, {})
  })
}

/** Sends the basket of a colleague back unordered. Throws Refused for a buyer who may only prepare, and NotFound. */
export async function sendBasketBack(
  context: BuyerContext,
  { preparedBy, note }: { preparedBy: string; note: string | null },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    requireMayOrder((await readBuyer(trx)).me)
    const basket = await lockPreparedBasket(trx, preparedBy)
    if (!basket) throw new NotFound(NOT_PREPARED)
    const owner = { ...trx, buyerId: preparedBy }
    const { me: preparer } = await readBuyer(owner)
    await setAsked(owner, { asked_at: null, sent_back_by: trx.actor.name, sent_back_note: note })
    await mailPreparer(owner, { what: 'has sent your basket back', note, path: 'basket' })
    await record(owner, 'buyer.send_back_basket', preparer.name, { note })
  })
}

/** Those who may order and have joined, without the buyer who asks. */
function findApprovers(context: BuyerContext) {
  return joinedBuyers(context, context.customerId)
    .where('id', '!=', context.buyerId)
    .where('may_order', '=', true)
    .orderBy('last_seen_at', (order) => order.desc().nullsLast())
    .limit(MAX_MAILS)
    .execute()
}

type Asked = { asked_at: Date | null; sent_back_by?: string | null; sent_back_note?: string | null }

async function setAsked({ db, workspaceId, buyerId }: BuyerContext, asked: Asked): Promise<void> {
  await db
    .updateTable('basket')
    .set(asked)
    .where('workspace_id', '=', workspaceId)
    .where('buyer_id', '=', buyerId)
    .execute()
}

/** The buyer whose basket it is, is the subject. */
async function record(
  trx: BuyerContext,
  action: string,
  label: string,
  changes: Record<string, unknown>,
): Promise<void> {
  await recordActivity(trx, {
    action,
    subject: { type: 'buyer', id: trx.buyerId, label, customerId: trx.customerId },
    changes,
  })
}

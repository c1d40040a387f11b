import { recordActivity } from '../activity/record-activity.ts'
import { joinedBuyers } from '../customers/joined-buyers.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidInput, InvalidRequest, NotFound, Refused } from '../errors.ts'
import type { Issue } from '../errors.ts'
import { poNumberIssues } from '../orders/place-order.ts'
import { countAttempt } from '../people/attempts.ts'
import { isWithinLimit } from '../rules/order-limit.ts'
import { moneyOf } from '../workspaces/money-of.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { basketStatement } from './basket-statement.ts'
import type { BuyerContext } from './buyer-context.ts'
import { lockBasket } from './basket-rows.ts'
import { mailColleagues, mailPreparer } from './mail-colleagues.ts'
import { lockPreparedBasket, NOT_PREPARED } from './prepared-baskets.ts'
import { readBasket } from './read-basket.ts'
import { readBuyer } from './read-buyer.ts'

/** How many colleagues get a mail about one basket. */
const MAX_MAILS = 20
/** How often a buyer may ask, in 15 minutes. */
const MAX_ASKED = 10

/**
 * Asks the colleagues who may order so much to approve the buyer's basket. It cannot be changed until it is taken back.
 * Idempotent. Throws InvalidRequest for an empty basket, and where nobody else may order so much; InvalidInput with the
 * lines that cannot be ordered, and without a purchase order number that is needed; RateLimited.
 */
export async function askToOrder(context: BuyerContext): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { askedAt } = await lockBasket(trx)
    if (askedAt !== null) return
    const basket = await readBasket(trx)
    const { customer } = await readBuyer(trx)
    requireOrderable(basket, poNumberIssues(customer, basket.poNumber))
    const { subtotal } = basket
    const workspace = await readWorkspace(trx, trx.workspaceId)
    const sum = `${moneyOf(workspace)(subtotal)} ${workspace.taxLabel}`
    const approvers = await findApprovers(trx, subtotal)
    if (approvers.length === 0) {
      throw new InvalidRequest(`None of your colleagues may order ${sum} here yet: ask your wholesaler.`)
    }
    await countAttempt(trx, [{ subject: `baskets of ${trx.buyerId}`, limit: MAX_ASKED }])
    await setAsked(trx, { asked_at: trx.clock(), asked_subtotal: subtotal, sent_back_by: null, sent_back_note: null })
    await mailColleagues(trx, approvers, {
      what: `asks you to approve an order of ${sum}`,
      statement: basketStatement(trx, basket, workspace),
      label: 'Approve or send back',
      path: `colleagues/${trx.buyerId}`,
    })
    await record(trx, 'buyer.ask_to_order', trx.actor.name, { lineCount: basket.lines.length, subtotal })
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

/** Sends the basket of a colleague back unordered. Throws Refused for who was not asked for so much, and NotFound. */
export async function sendBasketBack(
  context: BuyerContext,
  { preparedBy, note }: { preparedBy: string; note: string | null },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { me } = await readBuyer(trx)
    const basket = await lockPreparedBasket(trx, preparedBy)
    if (!basket) throw new NotFound(NOT_PREPARED)
    if (!isWithinLimit(me.orderLimit, basket.askedSubtotal!)) {
      throw new Refused('forbidden', 'Only somebody who may approve the basket can send it back.')
    }
    const owner = { ...trx, buyerId: preparedBy }
    const { me: preparer } = await readBuyer(owner)
    await setAsked(owner, { asked_at: null, sent_back_by: trx.actor.name, sent_back_note: note })
    await mailPreparer(owner, { what: 'has sent your basket back', note, path: 'basket' })
    await record(owner, 'buyer.send_back_basket', preparer.name, { note })
  })
}

type Asking = { lines: readonly { problem: string | null }[]; subtotal: number }

function requireOrderable({ lines, subtotal }: Asking, others: Issue[]): void {
  if (lines.length === 0) throw new InvalidRequest('The basket is empty: there is nothing to order.')
  const ofLines = lines.flatMap(({ problem }, i) =>
    problem === null ? [] : [{ path: `lines.${i}`, message: problem }],
  )
  const issues = [...ofLines, ...others]
  if (issues.length > 0) throw new InvalidInput(issues)
  if (!Number.isSafeInteger(subtotal)) throw new InvalidRequest('The total is too large to be exact: split the order.')
}

/** Those who may order so much and have joined, without the buyer who asks. */
function findApprovers(context: BuyerContext, subtotal: number) {
  return joinedBuyers(context, context.customerId)
    .where('id', '!=', context.buyerId)
    .where((is) =>
      is.or([is('order_limit', 'is', null), is.and([is('order_limit', '>', 0), is('order_limit', '>=', subtotal)])]),
    )
    .orderBy('last_seen_at', (order) => order.desc().nullsLast())
    .limit(MAX_MAILS)
    .execute()
}

type Asked = {
  asked_at: Date | null
  asked_subtotal?: number
  sent_back_by?: string | null
  sent_back_note?: string | null
}

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

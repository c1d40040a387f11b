import { recordActivity } from '../workspaces/activity/record-activity.ts'
import { joinedBuyers } from '../customers/buyers.ts'
import { inTransaction } from '../database/transaction.ts'
import { Conflict, InvalidInput, InvalidRequest, NotFound, Refused } from '../errors.ts'
import type { Issue } from '../errors.ts'
import { poNumberIssues } from '../orders/place-order.ts'
import { countAttempt } from '../people/attempts.ts'
import { isWithinLimit } from '../shared/order-quantity.ts'
import { uuidOf } from '../lib/uuid.ts'
import { moneyOf } from '../workspaces/money-of.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import type { Workspace } from '../workspaces/workspaces.ts'
import { BASKET_COLUMNS, lockBasket, readBasket, showBasket } from './read-basket.ts'
import type { BuyerContext } from './buyer-context.ts'
import { mergeIntoBasket, setBasket } from './change-basket.ts'
import { mailColleagues, mailRequester } from './colleagues.ts'
import { readBuyer } from './read-buyer.ts'
import type { WorkspaceContext } from '../context.ts'
import { nameInMail } from '../jobs/mail/mail-layout.ts'
import type { Statement } from '../jobs/mail/mail-layout.ts'
import { stateOrder } from '../orders/order-statement.ts'
import { addressInWords, dayInWords } from '../shared/read-day.ts'

/** How many requests a buyer may have, those that were sent back among them. */
const MAX_REQUESTS = 20
/** How many colleagues get a mail about one request. */
const MAX_MAILS = 20
/** How often a buyer may ask, in 15 minutes. */
const MAX_ASKED = 10

/**
 * The requests for approval that concern the buyer, the oldest first: all own ones, and those of colleagues that wait and
 * that the buyer may approve.
 */
export async function listRequests(context: BuyerContext) {
  const rows = await selectRequests(context)
    .innerJoin('buyer as me', (join) =>
      join.onRef('me.workspace_id', '=', 'k.workspace_id').on('me.id', '=', context.buyerId),
    )
    .where((is) =>
      is.or([
        is('k.buyer_id', '=', context.buyerId),
        is('me.order_limit', 'is', null),
        is.and([is('me.order_limit', '>', 0), is('me.order_limit', '>=', is.ref('k.asked_subtotal'))]),
      ]),
    )
    .orderBy('k.asked_at')
    .orderBy('k.id')
    .execute()
  return rows.map((row) => shapeRequest(context, row))
}

/** One of them at the present prices; also one of a colleague that the buyer may not approve. Throws NotFound. */
export async function readRequest(context: BuyerContext, id: string) {
  const found = await selectRequests(context).where('k.id', '=', uuidOf(id)).executeTakeFirst()
  if (!found) throw notWaiting()
  return {
    ...shapeRequest(context, found),
    basket: await showBasket({ ...context, buyerId: found.buyerId }, found),
  }
}

/**
 * Asks the colleagues who may order so much to approve what is in the buyer's basket, which is a request from then on;
 * the buyer fills another basket. Safe to repeat: a basket that was asked for before is not asked for again. Throws
 * InvalidRequest for an empty basket, past the credit limit where that is refused, with too many requests, and where
 * nobody else may order so much; InvalidInput with the lines that cannot be ordered, and without a purchase order number
 * that is needed; Conflict for any other basket; RateLimited.
 */
export async function askForApproval(context: BuyerContext, token: string): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { id } = await lockBasket(trx)
    const own = (await listRequests(trx)).filter(({ isOwn }) => isOwn)
    if (own.some((request) => request.id === token)) return
    if (id !== token) throw new Conflict('The basket has changed since it was shown: look at it again, then ask.')
    if (own.length >= MAX_REQUESTS) {
      throw new InvalidRequest(`You have ${MAX_REQUESTS} requests for approval: take one back or remove it first.`)
    }
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
    await setBasket(trx, id, { asked_at: trx.clock(), asked_subtotal: subtotal })
    await mailColleagues(trx, approvers, {
      what: `asks you to approve an order of ${sum}`,
      statement: async (wholesaler) => basketStatement(trx, basket, wholesaler),
      link: { label: 'Approve or send back', path: `colleagues/${id}` },
    })
    await record(trx, 'buyer.ask_to_order', trx.actor.name, { lineCount: basket.lines.length, subtotal })
  })
}

/** Puts an own request into the basket, beside what is in it. Throws NotFound, and InvalidInput for too many lines. */
export async function takeRequestBack(context: BuyerContext, id: string): Promise<void> {
  await inTransaction(context, async (trx) => {
    await lockBasket(trx)
    const request = await lockRequest(trx, id, 'own')
    if (!request) throw notWaiting()
    await mergeIntoBasket(trx, request)
    await record(trx, 'buyer.take_back_basket', trx.actor.name, {})
  })
}

/** Removes an own request, with its lines. Throws NotFound. */
export async function removeRequest(context: BuyerContext, id: string): Promise<void> {
  await inTransaction(context, async (trx) => {
    if (!(await lockRequest(trx, id, 'own'))) throw notWaiting()
    await deleteBasket(trx, id)
    await record(trx, 'buyer.remove_request', trx.actor.name, {})
  })
}

/** Sends a request back to the colleague who made it. Throws Refused for who may not approve it, and NotFound. */
export async function sendRequestBack(
  context: BuyerContext,
  { id, note }: { id: string; note: string | null },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { me } = await readBuyer(trx)
    const request = await lockRequest(trx, id, 'of a colleague')
    if (!request) throw notWaiting()
    if (!isWithinLimit(me.orderLimit, request.subtotal!)) {
      throw new Refused('forbidden', 'Only somebody who may approve the order can send it back.')
    }
    await setBasket(trx, id, { sent_back_by: trx.actor.name, sent_back_note: note })
    const requester = { ...trx, buyerId: request.buyerId }
    await mailRequester(requester, {
      what: 'has sent your basket back',
      note,
      link: { label: 'Look at it', path: `colleagues/${id}` },
    })
    await record(requester, 'buyer.send_back_basket', request.name, { note })
  })
}

/** Locks an own request, or one of a colleague that waits, until the transaction ends; undefined where there is none. */
export async function lockRequest(context: BuyerContext, id: string, whose: 'own' | 'of a colleague') {
  return selectRequests(context)
    .where('k.id', '=', uuidOf(id))
    .where('k.buyer_id', whose === 'own' ? '=' : '!=', context.buyerId)
    .forUpdate('k')
    .executeTakeFirst()
}

export function notWaiting(): NotFound {
  return new NotFound('This order no longer waits for an approval: it was approved, taken back or sent back.')
}

/** Removes a basket that was ordered, or a request. */
export async function deleteBasket({ db, workspaceId }: BuyerContext, id: string): Promise<void> {
  await db.deleteFrom('basket').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
}

type Asking = Awaited<ReturnType<typeof readBasket>>

function requireOrderable({ lines, subtotal, creditHold, creditPolicy }: Asking, others: Issue[]): void {
  if (lines.length === 0) throw new InvalidRequest('The basket is empty: there is nothing to order.')
  const ofLines = lines.flatMap(({ problem }, i) =>
    problem === null ? [] : [{ path: `lines.${i}`, message: problem }],
  )
  const issues = [...ofLines, ...others]
  if (issues.length > 0) throw new InvalidInput(issues)
  if (!Number.isSafeInteger(subtotal)) throw new InvalidRequest('The total is too large to be exact: split the order.')
  if (creditHold && creditPolicy === 'refuse') {
    throw new InvalidRequest('The order passes your credit limit: order less, or ask your wholesaler.')
  }
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

/** Those of the customer that wait, and all own ones. */
function selectRequests({ db, workspaceId, customerId, buyerId }: BuyerContext) {
  return db
    .selectFrom('basket as k')
    .innerJoin('buyer as b', (join) =>
      join.onRef('b.workspace_id', '=', 'k.workspace_id').onRef('b.id', '=', 'k.buyer_id'),
    )
    .select(BASKET_COLUMNS.map((column) => `k.${column}` as const))
    .select(['b.name', 'k.asked_at as askedAt', 'k.asked_subtotal as subtotal'])
    .select(['k.sent_back_by as sentBackBy', 'k.sent_back_note as sentBackNote'])
    .select((is) =>
      is
        .selectFrom('basket_line as l')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('l.workspace_id', '=', workspaceId)
        .whereRef('l.basket_id', '=', 'k.id')
        .where('l.emptied', '=', false)
        .as('lineCount'),
    )
    .where('k.workspace_id', '=', workspaceId)
    .where('b.customer_id', '=', customerId)
    .where('k.asked_at', 'is not', null)
    .where((is) => is.or([is('k.buyer_id', '=', buyerId), is('k.sent_back_by', 'is', null)]))
}

type RequestRow = Awaited<ReturnType<ReturnType<typeof selectRequests>['execute']>>[number]

function shapeRequest({ buyerId }: BuyerContext, row: RequestRow) {
  return {
    id: row.id,
    name: row.name,
    isOwn: row.buyerId === buyerId,
    askedAt: row.askedAt!.toISOString(),
    subtotal: row.subtotal!,
    lineCount: Number(row.lineCount),
    sentBack: row.sentBackBy === null ? null : { by: row.sentBackBy, note: row.sentBackNote },
  }
}

/** The buyer who made the request is the subject. */
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

/** A basket in which every line can be ordered, as mails show it: in the way of orders. */
function basketStatement(
  { actor }: WorkspaceContext,
  basket: Awaited<ReturnType<typeof readBasket>>,
  { taxLabel, ...workspace }: Workspace,
): Statement {
  const address = basket.delivery.addresses.find(({ id }) => id === basket.deliverTo)
  return stateOrder(
    {
      facts: [
        ['Asked by', nameInMail(actor.name)],
        ['PO number', basket.poNumber],
        ['Cost centre', basket.costCentre],
        ['Deliver to', address && addressInWords(address)],
        ['Wanted on', basket.wantedOn && dayInWords(basket.wantedOn)],
        ['Note', basket.note],
      ],
      lines: basket.lines.map(({ picture, price, ...line }) => ({
        ...line,
        price: price!,
        picture: picture?.image?.digest ?? null,
      })),
      totals: basket,
      whole: 'the page',
    },
    moneyOf(workspace),
    taxLabel,
  )
}

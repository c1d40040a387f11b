import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { Conflict, InvalidRequest, NotFound, PreconditionFailed } from '../errors.ts'
import { ORDER_STATUSES, ORDER_STEPS } from '../shared/order-steps.ts'
import type { OrderStatus } from '../shared/order-steps.ts'
import { creditInWords } from '../shared/credit.ts'
import type { CreditHold } from '../shared/credit.ts'
import { moneyIn } from '../workspaces/money-of.ts'
import { mailBuyers } from './order-mails.ts'
import type { OrderWithLines } from './order-rows.ts'
import { isOrder, orderNotFound, readOrder } from './read-order.ts'
import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import { textArray } from '../database/rowset.ts'
import { isUuid } from '../lib/uuid.ts'
import { matchingOrders } from './search-orders.ts'
import type { OrderSearch } from './search-orders.ts'
import type { OrderChanges } from '../database/column-values.ts'
import type { OrderTables } from '../database/order-tables.ts'

export type OrderTransition = {
  id: string
  status: OrderStatus
  note?: string | undefined
  seen?: OrderStatus | undefined
  /** With a dispatch: where the customer can follow the goods, a link or a text. */
  tracking?: string | undefined
  /** The caller knows that the order is held by the credit limit, and confirms it. */
  liftCreditHold?: boolean | undefined
}

/**
 * Moves an order to its next status and returns it. Of two concurrent calls, the second is refused.
 * `seen` is the status that the caller was shown.
 * Throws NotFound; InvalidRequest if the present status does not allow the move, or a confirmation does not say that it
 * lifts the hold of an order; Conflict if it is not the one shown.
 */
export async function transitionOrder(context: WorkspaceContext, input: OrderTransition): Promise<OrderWithLines> {
  return inTransaction(context, async (trx) => {
    const before = await orderToTransition(trx, input.id, 'locked')
    if (input.seen !== undefined && input.seen !== before.status) throw await movedMeanwhile(trx, before)
    return moveOn(trx, before, input)
  })
}

/** The same for an order that the transaction has locked. */
export async function moveOn(
  trx: WorkspaceContext,
  before: LockedOrder,
  input: Omit<OrderTransition, 'seen'>,
): Promise<OrderWithLines> {
  requireMove(before.status, input.status, input.note)
  requireDispatch(input)
  if (before.creditHold) await liftHold(trx, { ...before, creditHold: before.creditHold }, input)
  const mails = await mailBuyers(trx, { ...before, ...input, id: before.id })
  await writeStep(trx, before.id, { ...input, mails })
  const order = await readOrder(trx, before.id)
  await recordActivity(trx, {
    action: `order.${ORDER_STEPS[input.status].verb.toLowerCase()}`,
    subject: { type: 'order', id: order.id, label: String(order.number) },
    changes: {
      status: { from: before.status, to: input.status },
      ...(input.note && { note: input.note }),
      ...(before.creditHold && { creditHold: { from: before.creditHold, to: null } }),
      ...(input.tracking && { tracking: input.tracking }),
    },
  })
  return order
}

type Held = { id: string; number: number; currency: string; creditHold: CreditHold }

/** An order that moves on is not held any more. Throws InvalidRequest for a confirmation that does not say so. */
async function liftHold(
  trx: WorkspaceContext,
  order: Held,
  { status, liftCreditHold }: OrderTransition,
): Promise<void> {
  if (status === 'confirmed' && !liftCreditHold) {
    const words = creditInWords(order.creditHold, moneyIn(order.currency))
    throw new InvalidRequest(
      `Order ${order.number} waits: ${words}. Confirm it with \`liftCreditHold\`, or on its page, to let it pass.`,
      'credit_hold',
    )
  }
  await updateOrder(trx, order.id, { credit_hold: null })
}

function requireDispatch({ status, tracking }: OrderTransition): void {
  if (tracking === undefined || status === 'dispatched') return
  throw new InvalidRequest('Give `tracking` with the dispatch only: before, nothing is on its way.', 'not_dispatched')
}

/** Says who moved the order to its present status. */
async function movedMeanwhile(
  { db, workspaceId }: WorkspaceContext,
  { id, number, status }: { id: string; number: number; status: OrderStatus },
): Promise<Conflict> {
  const { actor } = await db
    .selectFrom('sales_order_history')
    .select('actor')
    .where('workspace_id', '=', workspaceId)
    .where('order_id', '=', id)
    .orderBy('step', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return new Conflict(`Order ${number} is ${status}. ${actor.name} already did this.`)
}

/** The most orders that one call moves. */
export const MAX_MOVES = 1_000

/** An order with the status that the caller was shown. */
type SeenOrder = { id: string; seen: OrderStatus }

/** Single orders; or all that match a search, with the number of orders that was shown. */
type OrdersToMove = { orders: readonly SeenOrder[] } | { matching: OrderSearch; expected: number }

/**
 * Moves each of the orders to its next status, in its own transaction. An order that cannot be moved keeps none of the
 * others from it: `problems` says which were not, and why. Throws Conflict if another number of orders matches, and moves none.
 */
export async function transitionOrders(
  context: WorkspaceContext,
  input: OrdersToMove & { status: OrderStatus; note?: string | undefined },
) {
  const { status, note } = input
  const orders = 'orders' in input ? input.orders : await expectedOrders(context, input)
  const numbers = await readNumbers(context, orders)
  const problems: { id: string; number: number | null; message: string }[] = []
  for (const { id, seen } of orders) {
    const message = await problemOf(transitionOrder(context, { id, seen, status, note }))
    if (message !== null) problems.push({ id, number: numbers.get(id) ?? null, message })
  }
  return { moved: orders.length - problems.length, problems }
}

async function expectedOrders(
  context: WorkspaceContext,
  { matching, expected }: { matching: OrderSearch; expected: number },
): Promise<SeenOrder[]> {
  if (expected > MAX_MOVES) throw new InvalidRequest(`At most ${MAX_MOVES} orders can be moved at a time.`)
  const found = await matchingOrders(context, matching, MAX_MOVES + 1)
  if (found.length === expected) return found
  const now = found.length > MAX_MOVES ? `More than ${MAX_MOVES}` : String(found.length)
  throw new Conflict(`${now} orders match by now, and ${expected} were shown. None was moved: look at the list again.`)
}

async function readNumbers({ db, workspaceId }: WorkspaceContext, orders: readonly SeenOrder[]) {
  const ids = textArray(orders.map(({ id }) => id).filter(isUuid))
  const rows = await db
    .selectFrom('sales_order')
    .select(['id', 'number'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** What keeps the order from being moved; null once it is. */
async function problemOf(move: Promise<unknown>): Promise<string | null> {
  try {
    await move
    return null
  } catch (error) {
    if (error instanceof Conflict || error instanceof InvalidRequest || error instanceof NotFound) return error.message
    throw error
  }
}

/** Throws InvalidRequest if the move is not allowed. The message names the allowed moves. */
function requireMove(from: OrderStatus, to: OrderStatus, note: string | undefined): void {
  if (to === 'cancelled' && note === undefined) {
    throw new InvalidRequest('Give a reason in `note`: an order is only cancelled with one.', 'note_required')
  }
  if (ORDER_STEPS[from].next.includes(to)) return
  const present = from === 'new' ? 'received' : from
  const refusal = from === to ? `The order is ${to} already.` : `A ${present} order cannot be marked ${to}.`
  const isPast = from !== 'cancelled' && ORDER_STATUSES.indexOf(to) < ORDER_STATUSES.indexOf(from)
  throw new InvalidRequest(`${refusal} ${whatNext(from)}`, from === to || isPast ? 'already_moved' : 'not_movable')
}

function whatNext(from: OrderStatus): string {
  const words = ORDER_STEPS[from].next.map((to) => (to === 'cancelled' ? 'cancelled with a reason' : `marked ${to}`))
  return words.length === 0 ? 'Nothing comes after that.' : `It can be ${words.join(', or ')}.`
}

/** What a move needs of an order, by id or number; locked, until the transaction ends. Throws NotFound. */
export async function orderToTransition({ db, workspaceId }: WorkspaceContext, idOrNumber: string, mode?: 'locked') {
  const order = await db
    .selectFrom('sales_order')
    .select(['id', 'number', 'status', 'customer_id as customerId', 'tracking', 'reference'])
    .select(['buyer_id as buyerId', 'requested_by_id as requestedById', 'currency', 'credit_hold as creditHold'])
    .where('workspace_id', '=', workspaceId)
    .where(isOrder(idOrNumber))
    .$if(mode === 'locked', (query) => query.forUpdate())
    .executeTakeFirst()
  if (!order) throw orderNotFound(idOrNumber)
  return order
}

export type LockedOrder = Awaited<ReturnType<typeof orderToTransition>>

/** Writes columns of a locked order. */
export async function updateOrder(
  { db, workspaceId, clock }: WorkspaceContext,
  id: string,
  columns: Updateable<OrderTables['sales_order']>,
): Promise<void> {
  await db
    .updateTable('sales_order')
    .set({ ...columns, updated_at: clock() })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
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
  context: WorkspaceContext,
  orderId: string,
  { status, note = null, mails = [], changes, tracking }: Step,
): Promise<void> {
  const { db, workspaceId, actor, clock } = context
  await updateOrder(context, orderId, { status, ...(tracking !== undefined && { tracking }) })
  await sql`
    insert into sales_order_history (workspace_id, order_id, step, status, at, actor, note, mails, changes)
    select ${workspaceId}, ${orderId}, count(*) + 1, ${status}, ${clock()}, ${JSON.stringify(actor)}, ${note},
      ${textArray(mails)}::uuid[], ${changes ? JSON.stringify(changes) : null}::jsonb
    from sales_order_history where workspace_id = ${workspaceId} and order_id = ${orderId}`.execute(db)
}

type OrderChange = Omit<OrderTransition, 'status'> & {
  /** The next status; left out, it stays. */
  status?: OrderStatus | undefined
  /** The wholesaler's own number for the order; null removes it, left out it stays. */
  reference?: string | null | undefined
  /** Whether the order, which is locked by then, is still as the caller has read it. */
  isAsRead?: ((order: OrderWithLines) => boolean) | undefined
}

/**
 * Sets the reference of an order, or moves it on, or both or nothing. Returns it as it is then. Throws
 * PreconditionFailed where it is no longer as it was read, and else what transitionOrder throws.
 */
export async function changeOrder(
  context: WorkspaceContext,
  { reference, status, isAsRead, ...step }: OrderChange,
): Promise<OrderWithLines> {
  return inTransaction(context, async (trx) => {
    const before = await orderToTransition(trx, step.id, 'locked')
    if (isAsRead && !isAsRead(await readOrder(trx, before.id))) {
      throw new PreconditionFailed(`Order ${before.number} has changed since you read it: read it again, then decide.`)
    }
    if (reference !== undefined) await setReference(trx, before, reference)
    return status === undefined ? readOrder(trx, before.id) : moveOn(trx, before, { ...step, status })
  })
}

async function setReference(
  trx: WorkspaceContext,
  { id, number, reference: before }: LockedOrder,
  reference: string | null,
): Promise<void> {
  if (reference === before) return
  await updateOrder(trx, id, { reference })
  await recordActivity(trx, {
    action: 'order.set_reference',
    subject: { type: 'order', id, label: String(number) },
    changes: { reference: { from: before, to: reference } },
  })
}

import { presentSkus } from '../pricing/find-product.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import type { OrderChanges } from '../database/column-values.ts'
import { inTransaction } from '../database/transaction.ts'
import { Conflict, InvalidInput, InvalidRequest, NotFound } from '../errors.ts'
import { ORDER_LIMITS } from '../shared/limits.ts'
import { CHANGEABLE, ORDER_STEPS, listInWords, statusInWords } from '../shared/order-steps.ts'
import { moneyOf } from '../workspaces/money-of.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { mailChange } from './order-mails.ts'
import type { OrderStep, OrderWithLines, OrderLine } from './order-rows.ts'
import { orderToTransition, updateOrder, writeStep } from './transition-order.ts'
import { isPricedToday, planChange, isChanged } from './plan-changes.ts'
import type { LineChange, PlannedChange } from './plan-changes.ts'
import { readOrder } from './read-order.ts'
import { sql } from 'kysely'
import { textArray, rowset } from '../database/rowset.ts'
import { findOrderingCustomer } from './find-orderer.ts'
import { assessLines } from './price-lines.ts'
import { refuseLowPrices } from './price-by-hand.ts'
import type { AssessedLine } from './price-lines.ts'
import { taxOn } from '../shared/tax.ts'
import { readAccount, readCreditHold } from './check-credit.ts'
import { readOrderSettings } from './order-settings.ts'
import { refuseOtherPrices, writeLines } from './place-order.ts'

type ChangeOfLines = {
  id: string
  /** How many entries the history had that was shown: with another number, somebody else was there meanwhile. */
  seen: number
  lines: readonly LineChange[]
  /** Prices by hand that are far below those by the rules are meant. */
  lowPrices?: boolean | undefined
}

/** Entries of a change that the activity keeps. The history of the order has all. */
const MOST_RECORDED = 50

/**
 * Changes, adds, removes and re-prices lines of an order that is new or confirmed, all or none. Lines that are not
 * named stay as they are. The history keeps what was changed, and buyers are mailed. Of two concurrent calls, the second
 * is refused. Throws NotFound; Conflict if the order was changed or moved since it was shown, or a line was shown at
 * another price; InvalidRequest if the order has moved on, or nothing would change; InvalidInput with what is wrong with
 * each line.
 */
export async function changeLines(
  context: WorkspaceContext,
  { seen, lines, lowPrices, ...asked }: ChangeOfLines,
): Promise<void> {
  await inTransaction(context, async (trx) => {
    const locked = await orderToTransition(trx, asked.id, 'locked')
    const { id } = locked
    const order = await readOrder(trx, id)
    requireSeen(order, seen)
    const today = await priceToday(trx, order, lines.filter(isPricedToday))
    const plan = planChange(order, lines, { today, at: trx.clock(), by: trx.actor.name })
    refuseProblems(plan)
    await refusePrices(trx, plan, lowPrices)
    requireChange(order, plan.changes)

    await writeChangedLines(trx, order, plan)
    const mails = await mailChange(trx, { ...locked, currency: order.currency, changes: plan.changes })
    await writeStep(trx, id, { status: order.status, mails, changes: plan.changes })
    await recordActivity(trx, {
      action: 'order.change_lines',
      subject: { type: 'order', id, label: String(order.number) },
      changes: inShort(plan.changes),
    })
  })
}

/** What `changeLines` would make of the order, with the prices of today of all named lines. Throws as it does. */
export async function previewChange(
  context: WorkspaceContext,
  { id, seen, lines }: ChangeOfLines,
): Promise<PlannedChange> {
  const order = await readOrder(context, id)
  requireSeen(order, seen)
  const today = await priceToday(
    context,
    order,
    lines.filter(({ qty }) => qty > 0),
  ).catch((error: unknown) => {
    // Without prices, lines can still be changed that keep theirs.
    const isNoPrice = error instanceof InvalidRequest || error instanceof NotFound
    if (!isNoPrice || lines.some(isPricedToday)) throw error
    return new Map()
  })
  return planChange(order, lines, { today, at: context.clock(), by: context.actor.name })
}

function requireSeen({ number, status, history }: OrderWithLines, seen: number): void {
  const missed = history.slice(seen)
  if (missed.length > 0 || history.length < seen) {
    throw new Conflict(`Order ${number} is not as it was shown. ${missed.map(inWords).join(' ')}`.trim())
  }
  if (CHANGEABLE.includes(status)) return
  const allowed = listInWords(CHANGEABLE, 'disjunction')
  throw new InvalidRequest(`The order is ${statusInWords(status)}: lines can only be changed while it is ${allowed}.`)
}

/** Lines that a message names. */
const MOST_NAMED = 5

function inWords({ status, by, changes }: OrderStep): string {
  if (changes === null) return `${by.name} has ${ORDER_STEPS[status].done} it.`
  const named = changes.lines.slice(0, MOST_NAMED).map(({ sku, from, to, isPricedAgain, reason }) => {
    if (from === null) return `added ${to!.qty} of ${sku}`
    if (to === null) return `removed ${sku}`
    if (from.qty === to.qty && reason !== undefined) return `set the price of ${sku} by hand`
    if (from.qty === to.qty && isPricedAgain) return `priced ${sku} again`
    return `changed ${sku} from ${from.qty} to ${to.qty}`
  })
  const rest = changes.lines.length - named.length
  return `${by.name} has ${listInWords([...named, ...(rest > 0 ? [`changed ${rest} more lines`] : [])], 'conjunction')}.`
}

function refuseProblems({ lines, problem }: PlannedChange): void {
  const issues = lines.flatMap((line, i) =>
    line.problem === null ? [] : [{ path: `lines.${i}`, message: line.problem }],
  )
  if (problem !== null && issues.length === 0) issues.push({ path: 'lines', message: problem })
  if (issues.length > 0) throw new InvalidInput(issues)
}

async function refusePrices(
  context: WorkspaceContext,
  { lines }: PlannedChange,
  lowPrices: boolean | undefined,
): Promise<void> {
  const money = moneyOf(await readWorkspace(context, context.workspaceId))
  refuseOtherPrices(
    lines.map(({ asked }) => asked),
    lines.map(({ after }) => after),
    money,
  )
  refuseLowPrices(
    lines.map(({ asked, after }) => (asked.manual ? after : null)),
    { lowPrices, money },
  )
}

function requireChange({ history }: OrderWithLines, { lines }: OrderChanges): void {
  if (lines.length === 0) throw new InvalidRequest('Nothing would change: the lines are like that already.')
  const kept = history.reduce((sum, { changes }) => sum + (changes?.lines.length ?? 0), 0)
  if (kept + lines.length > ORDER_LIMITS.changedLines) {
    throw new InvalidRequest('The history of this order is full: cancel it, and place a new order instead.')
  }
}

/** The activity tells quantities and prices apart. */
function inShort({ lines, subtotal }: OrderChanges) {
  const named = lines.slice(0, MOST_RECORDED)
  const differences = (value: 'qty' | 'unit') =>
    named.flatMap(({ sku, from, to, reason }) => {
      const [before, after] = [from?.[value] ?? null, to?.[value] ?? null]
      const why = value === 'unit' && reason !== undefined && { reason }
      return before === after && !why ? [] : [{ sku, from: before, to: after, ...why }]
    })
  const [quantity, unit] = [
    differences('qty'),
    differences('unit').filter(({ from, to, reason }) => (from !== null || reason) && to !== null),
  ]
  return {
    lineCount: lines.length,
    ...(quantity.length > 0 && { quantity }),
    ...(unit.length > 0 && { unit }),
    subtotal,
  }
}

/**
 * What lines of an order, and new ones, would cost in a new order; without those whose product was deleted. With a line
 * to price it throws NotFound, and InvalidRequest if the customer may not order, or the order has another currency.
 */
async function priceToday(
  context: WorkspaceContext,
  order: OrderWithLines,
  asked: readonly LineChange[],
): Promise<Map<LineChange, AssessedLine>> {
  if (asked.length === 0) return new Map()
  const { currency } = await readWorkspace(context, context.workspaceId)
  if (currency !== order.currency) {
    throw new InvalidRequest(`The order is in ${order.currency}, and prices are in ${currency} now: place a new order.`)
  }
  const customer = await findOrderingCustomer(context, order.customer.id)
  const products = new Map(order.lines.map(({ id, productId }) => [id, productId]))
  const changed = asked.flatMap(({ id }) => (id && products.get(id)) || [])
  const skus = await presentSkus(context, changed)
  const found = asked.flatMap((change) => {
    const sku = change.id === undefined ? change.sku : skus.get(products.get(change.id) ?? '')
    return sku === undefined ? [] : [{ change, sku, qty: change.qty }]
  })
  const assessed = await assessLines(context, customer, found)
  return new Map(found.map(({ change }, i) => [change, assessed[i]!]))
}

/** Writes the lines of a locked order that a change is about, with the order's number of lines, subtotal and tax. */
async function writeChangedLines(
  context: WorkspaceContext,
  { id, status, customer, lineCount, taxRateBp }: OrderWithLines,
  { lines, changes }: PlannedChange,
): Promise<void> {
  const changed = lines.filter(isChanged)
  const removed = changed.flatMap(({ before, after }) => (before && !after ? [before.id] : []))
  const kept = changed.flatMap(({ before, after }) => (before && after ? [after] : []))
  const added = changed.flatMap(({ before, after }) => (!before && after ? [after] : []))
  await removeLines(context, id, removed)
  await updateLines(context, id, kept)
  await addLines(context, id, added)
  const { tax, total } = taxOn(changes.subtotal.to, taxRateBp)
  await updateOrder(context, id, {
    line_count: lineCount - removed.length + added.length,
    subtotal: changes.subtotal.to,
    tax,
    ...(status === 'new' && {
      credit_hold: await holdOf(context, { id, customer, amount: total ?? changes.subtotal.to }),
    }),
  })
}

/** A new order waits, or waits no more, as its new total has it. Staff decide about a confirmed one. */
async function holdOf(
  context: WorkspaceContext,
  { id, customer, amount }: Pick<OrderWithLines, 'id' | 'customer'> & { amount: number },
): Promise<string | null> {
  const { creditPolicy: policy } = await readOrderSettings(context)
  const hold = await readCreditHold(context, await readAccount(context, customer.id), { id, amount, policy })
  return hold && JSON.stringify(hold)
}

async function removeLines({ db, workspaceId }: WorkspaceContext, orderId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    delete from sales_order_line
    where workspace_id = ${workspaceId} and order_id = ${orderId} and id = any(${textArray(ids)}::uuid[])`.execute(db)
}

async function updateLines({ db, workspaceId }: WorkspaceContext, orderId: string, lines: OrderLine[]): Promise<void> {
  if (lines.length === 0) return
  await sql`
    update sales_order_line l
    set qty = made.qty, price = made.price, candidates = made.candidates, priced_at = made."pricedAt",
      priced_qty = made."pricedQty"
    from ${rowset(
      lines,
      'id uuid, qty integer, price jsonb, candidates jsonb, "pricedAt" timestamptz, "pricedQty" integer',
      'made',
    )}
    where l.workspace_id = ${workspaceId} and l.order_id = ${orderId} and l.id = made.id`.execute(db)
}

/** Behind the other lines. */
async function addLines(context: WorkspaceContext, orderId: string, lines: OrderLine[]): Promise<void> {
  if (lines.length === 0) return
  const { db, workspaceId } = context
  const { last } = await db
    .selectFrom('sales_order_line')
    .select(({ fn }) => fn.coalesce(fn.max('position'), sql<number>`-1`).as('last'))
    .where('workspace_id', '=', workspaceId)
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  await writeLines(context, orderId, lines, last + 1)
}

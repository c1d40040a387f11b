import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { Conflict, invalidField, InvalidInput, InvalidRequest, quoted } from '../errors.ts'
import type { Issue } from '../errors.ts'
import { moneyOf } from '../workspaces/money-of.ts'
import { readMailSender } from '../workspaces/mail-sender.ts'
import { pickCustomer } from '../customers/find-customer.ts'
import { findOrderingBuyer, mayOrder, selectOrdering } from './find-orderer.ts'
import type { OrderingCustomer } from './find-orderer.ts'
import type { NewLine, NewOrder, OrderOf, PlacedOrder, OrderToWrite } from './new-order.ts'
import { checkCredit } from './check-credit.ts'
import { checkDelivery } from './delivery.ts'
import { readOrderSettings, totalsOf } from './order-settings.ts'
import type { Totals } from './order-settings.ts'
import { priceLines } from './price-lines.ts'
import type { PricedLine } from './price-lines.ts'
import { refuseLowPrices } from './price-by-hand.ts'
import { mailBuyers, mailStaff } from './order-mails.ts'
import { orderStatement } from './order-statement.ts'
import { shortfallInWords, shortfallOf } from '../shared/minimum-order.ts'
import { matchingKey } from '../lib/matching-key.ts'
import type { Order, OrderWithLines, OrderLine } from './order-rows.ts'
import { readOrder } from './read-order.ts'
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { rowset } from '../database/rowset.ts'

/**
 * Places an order at the present prices. The order keeps the prices and their explanation. With a token, placing is
 * idempotent: a repeat returns the first order. Throws NotFound for the customer or the buyer; InvalidRequest if they
 * may not order, or the order stays below the minimum and does not say that it may; InvalidInput with all errors of the lines, or where the token belongs to another order; Conflict if a
 * line was shown at another price.
 */
export async function placeOrder(context: WorkspaceContext, input: NewOrder): Promise<PlacedOrder> {
  return inTransaction(context, async (trx) => {
    const found = await selectOrdering(trx, input.customer).forNoKeyUpdate().execute()
    const earlier = input.token === undefined ? undefined : await findOrderByToken(trx, input.token, input)
    if (earlier) return earlier
    const customer = mayOrder(pickCustomer(found, input.customer))
    const buyer = input.buyer === undefined ? null : await findOrderingBuyer(trx, customer, input.buyer)
    return placeOrderOf(trx, { ...input, customer, buyer })
  })
}

/** The same for a customer and a buyer that the transaction has read, with the customer locked; the token is new. */
export async function placeOrderOf(trx: WorkspaceContext, input: OrderOf): Promise<PlacedOrder> {
  const { customer, buyer } = input
  const sender = await readMailSender(trx)
  const { currency, timezone } = sender.wholesaler
  const money = moneyOf(sender.wholesaler)
  const settings = await readOrderSettings(trx)
  const { lines, issues } = await priceLines(trx, customer, input.lines)
  const subtotal = lines.reduce((sum, { price }) => sum + price.line, 0)
  const totals = totalsOf(subtotal, settings)
  const { delivery, issues: refused } = checkDelivery(trx, customer, input, { rule: settings, timezone })
  refuse([...issues, ...orderIssues(customer, input, totals), ...refused])
  refuseOtherPrices(input.lines, lines, money)
  refuseLowPrices(lines, { lowPrices: input.lowPrices, money })
  requireMinimum(trx, input, subtotal, money)
  const amount = totals.total ?? subtotal
  const creditHold = await checkCredit(trx, customer, { amount, policy: settings.creditPolicy, money })
  const order = {
    ...input,
    currency,
    lines,
    ...totals,
    ...delivery,
    costCentre: input.costCentre === undefined ? buyer?.costCentre : input.costCentre,
    creditHold,
  }
  const { id, number } = await writeOrder(trx, order)
  const placed = { ...order, number, placedAt: trx.clock().toISOString() }
  const statement = await orderStatement(trx, placed, sender.wholesaler)
  // Who asked for approval is mailed that it was given.
  const addressed = { id, number, customerId: customer.id, buyerId: buyer?.id ?? null, requestedById: null }
  await mailBuyers(trx, { ...addressed, status: 'new' }, { sender, statement: async () => statement })
  await mailStaff(trx, { id, number, customer }, { sender, statement })
  await recordActivity(trx, {
    action: 'order.place',
    subject: { type: 'order', id, label: String(number) },
    changes: {
      customer: customer.name,
      lineCount: lines.length,
      subtotal,
      currency,
      ...(input.requestedBy && { requestedBy: input.requestedBy.name }),
      ...(creditHold && { creditHold }),
    },
  })
  return { id, number }
}

type Money = ReturnType<typeof moneyOf>

function orderIssues(
  customer: OrderingCustomer,
  { poNumber }: Pick<NewOrder, 'poNumber'>,
  { subtotal, total }: Totals,
): Issue[] {
  return [
    ...poNumberIssues(customer, poNumber ?? null),
    ...(Number.isSafeInteger(total ?? subtotal)
      ? []
      : [{ path: 'lines', message: 'The total of the order is too large to be exact: split the order.' }]),
  ]
}

/** What is wrong with the purchase order number of an order: it is missing where the customer needs one. */
export function poNumberIssues(
  { name, poRequired }: Pick<OrderingCustomer, 'name' | 'poRequired'>,
  poNumber: string | null,
): Issue[] {
  if (!poRequired || poNumber !== null) return []
  return [{ path: 'poNumber', message: `${name} needs a purchase order number for each order: give it here.` }]
}

/** Throws Conflict if a line no longer costs what was shown: `unit` of each, where one was. */
export function refuseOtherPrices(
  asked: readonly Pick<NewLine, 'unit'>[],
  lines: readonly (Pick<PricedLine, 'sku' | 'price'> | null)[],
  money: Money,
): void {
  const issues = asked.flatMap(({ unit }, position) => {
    const line = lines[position]
    if (unit === undefined || !line || unit === line.price.unit) return []
    const message = `"${line.sku}" costs ${money(line.price.unit ?? 0)} now, and was shown at ${money(unit)}.`
    return [{ path: `lines.${position}`, message }]
  })
  if (issues.length > 0) throw new Conflict('Prices have changed since they were shown.', issues)
}

/** Throws InvalidRequest for an order below the minimum order value of its customer, unless staff allow it. */
function requireMinimum(
  { actor }: WorkspaceContext,
  { customer, belowMinimum = false }: OrderOf,
  subtotal: number,
  money: Money,
): void {
  const shortfall = shortfallOf(customer.minOrderValue, subtotal)
  if (shortfall === null || belowMinimum) return
  const advice = actor.type === 'buyer' ? '' : ` Say that it may stay below, if ${customer.name} is to have it so.`
  throw new InvalidRequest(`The order cannot be placed yet: ${shortfallInWords(shortfall, money)}.${advice}`)
}

function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw new InvalidInput(issues)
}

type Lines = NewOrder['lines']

/** The order with this idempotency token. Throws InvalidInput, at `token`, if its content differs from this call. */
async function findOrderByToken(
  context: WorkspaceContext,
  token: string,
  input: NewOrder,
): Promise<PlacedOrder | undefined> {
  const { db, workspaceId } = context
  const found = await db
    .selectFrom('sales_order')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('token', '=', token)
    .executeTakeFirst()
  if (!found) return undefined
  const order = await readOrder(context, found.id)
  if (!isSame(order, linesAsPlaced(order), input) || !hasSameByHand(order, input)) {
    const message = `The token ${quoted(token)} belongs to another order already: use a new token for this one.`
    throw invalidField('token', message)
  }
  return { id: order.id, number: order.number }
}

/** Compares with the copies in the order, so later changes of customer and products do not matter. */
function isSame(order: Order, lines: Lines, input: NewOrder): boolean {
  return (
    [order.customer.id, matchingKey(order.customer.accountCode ?? '')].includes(matchingKey(input.customer)) &&
    matchingKey(order.buyer?.email ?? '') === matchingKey(input.buyer ?? '') &&
    order.poNumber === (input.poNumber ?? null) &&
    order.note === (input.note ?? null) &&
    matchingKey(order.deliverTo?.id ?? '') === matchingKey(input.deliverTo ?? '') &&
    order.wantedOn === (input.wantedOn ?? null) &&
    fingerprint(lines) === fingerprint(input.lines)
  )
}

/** Of lines that were changed since, it is not known any more which price they were placed at. */
function hasSameByHand({ lines, history }: OrderWithLines, input: NewOrder): boolean {
  const changed = new Set(history.flatMap(({ changes }) => changes?.lines ?? []).map(({ sku }) => matchingKey(sku)))
  const byHand = new Map(
    lines.flatMap(({ sku, price }) => (price.source === 'manual' ? [[matchingKey(sku), price.unit]] : [])),
  )
  return input.lines.every(({ sku, manual }) => {
    const key = matchingKey(sku)
    return changed.has(key) || byHand.get(key) === manual?.unit
  })
}

function fingerprint(lines: Lines): string {
  return JSON.stringify(lines.map(({ sku, qty }) => JSON.stringify([matchingKey(sku), qty])).toSorted())
}

/** The SKUs and quantities with which an order was placed: its changes taken back, the latest first. */
export function linesAsPlaced({
  lines,
  history,
}: Pick<OrderWithLines, 'history'> & { lines: readonly { sku: string; qty: number }[] }): {
  sku: string
  qty: number
}[] {
  const placed = new Map(lines.map(({ sku, qty }) => [matchingKey(sku), { sku, qty }]))
  const changes = history.flatMap((step) => step.changes?.lines ?? [])
  for (const { sku, from } of changes.toReversed()) {
    if (from === null) placed.delete(matchingKey(sku))
    else placed.set(matchingKey(sku), { sku, qty: from.qty })
  }
  return [...placed.values()]
}

/** What a line has once it was written. */
type Made = Pick<OrderLine, 'id' | 'pricedAt' | 'pricedQty'>

/** The number of the first order of a workspace. */
const FIRST_NUMBER = 1001

/** Writes a checked order with the status new and the next number. */
async function writeOrder(context: WorkspaceContext, order: OrderToWrite): Promise<PlacedOrder> {
  const { db, workspaceId, actor, clock } = context
  const id = randomUUIDv7()
  const number = await nextNumber(context, 'order_counter', FIRST_NUMBER)
  const now = clock()
  await db
    .insertInto('sales_order')
    .values({
      workspace_id: workspaceId,
      id,
      number,
      status: 'new',
      customer_id: order.customer.id,
      customer_account_code: order.customer.accountCode,
      customer_name: order.customer.name,
      buyer_name: order.buyer?.name ?? null,
      buyer_email: order.buyer?.email ?? null,
      buyer_id: order.buyer?.id ?? null,
      requested_by_name: order.requestedBy?.name ?? null,
      requested_by_email: order.requestedBy?.email ?? null,
      requested_by_id: order.requestedBy?.id ?? null,
      po_number: order.poNumber ?? null,
      cost_centre: order.costCentre ?? null,
      note: order.note ?? null,
      currency: order.currency,
      line_count: order.lines.length,
      subtotal: order.subtotal,
      tax_rate_bp: order.taxRateBp,
      tax: order.tax,
      terms: order.terms,
      deliver_to: order.deliverTo && JSON.stringify(order.deliverTo),
      wanted_on: order.wantedOn,
      credit_hold: order.creditHold && JSON.stringify(order.creditHold),
      token: order.token ?? null,
      placed_at: now,
      updated_at: now,
    })
    .execute()
  await writeLines(context, id, order.lines)
  await db
    .insertInto('sales_order_history')
    .values({
      workspace_id: workspaceId,
      order_id: id,
      step: 1,
      status: 'new',
      at: now,
      actor: JSON.stringify(actor),
      note: order.requestedBy ? `Requested by ${order.requestedBy.name}.` : null,
    })
    .execute()
  return { id, number }
}

/**
 * The number of the next order or quote. The counter stays locked until the transaction ends: so numbers have no gaps, and come
 * in the order of commits.
 */
export async function nextNumber(
  { db, workspaceId }: WorkspaceContext,
  counter: 'order_counter' | 'quote_counter',
  first: number,
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    insert into ${sql.table(counter)} as c (workspace_id, last_number) values (${workspaceId}, ${first})
    on conflict (workspace_id) do update set last_number = c.last_number + 1
      returning last_number as number`.execute(db)
  return rows[0]!.number
}

/** Writes new lines of an order, from a position on. When and for how many they were priced: at first as ordered. */
export async function writeLines(
  { db, workspaceId }: WorkspaceContext,
  orderId: string,
  lines: readonly (Omit<OrderLine, keyof Made> & Partial<Made>)[],
  from = 0,
): Promise<void> {
  const rows = lines.map((line, i) => ({ id: randomUUIDv7(), ...line, position: from + i }))
  await sql`
    insert into sales_order_line (workspace_id, order_id, position, id, product_id, sku, name, unit_label, qty, availability,
      lead_time_note, customer_code, price, candidates, priced_at, priced_qty)
    select ${workspaceId}, ${orderId}, position, id, "productId", sku, name, "unitLabel", qty, availability,
      "leadTimeNote", "customerCode", price, candidates, "pricedAt", "pricedQty"
    from ${rowset(
      rows,
      `position integer, id uuid, "productId" uuid, sku text, name text, "unitLabel" text, qty integer, availability text,
      "leadTimeNote" text, "customerCode" text, price jsonb, candidates jsonb, "pricedAt" timestamptz, "pricedQty" integer`,
    )}`.execute(db)
}

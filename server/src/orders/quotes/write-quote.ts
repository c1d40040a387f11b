import { presentSkus } from '../../pricing/find-product.ts'
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { Candidate } from '../../database/column-values.ts'
import type { QuoteTables } from '../../database/order-tables.ts'
import type { CustomerRef } from '../../customers/find-customer.ts'
import { rowset, textArray } from '../../database/rowset.ts'
import { inTransaction } from '../../database/transaction.ts'
import { invalidField, InvalidInput, InvalidRequest, quoted, Refused } from '../../errors.ts'
import type { Issue } from '../../errors.ts'
import { addDays } from '../../lib/local-time.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { notOwnQuote } from '../../shared/rights.ts'
import { QUOTE_DAYS } from '../../shared/quote-statuses.ts'
import type { StoredQuoteStatus } from '../../shared/quote-statuses.ts'
import { changedMeanwhile } from '../../workspaces/activity/changed-meanwhile.ts'
import { differences } from '../../workspaces/activity/differences.ts'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import { maySetPrices } from '../order-settings.ts'
import { requireRight } from '../../workspaces/caller.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { findOrderingCustomer } from '../find-orderer.ts'
import type { OrderingBuyer } from '../find-orderer.ts'
import { nextNumber } from '../place-order.ts'
import { assessLines } from '../price-lines.ts'
import { isOrder, readOrder } from '../read-order.ts'
import { quoteNotFound, readQuote, todayOf } from './read-quote.ts'
import type { QuoteLine, QuoteWithLines } from './read-quote.ts'

/** A line of a quote that is being prepared. `unit` in minor units. */
export type DraftLine = { sku: string; qty: number; unit?: number | null | undefined; orMore?: boolean | undefined }

/** A new quote. `left` are the SKUs of lines whose products are gone, and which it does not have. */
export type BegunQuote = { id: string; number: number; left: string[] }

/**
 * Begins a quote for a customer, by staff: of these lines, or of those of an order. With a token, a repeat begins no
 * second one. Throws NotFound, InvalidRequest if the customer may not order, InvalidInput with all errors of the lines, and
 * Refused for prices that the person may not set.
 */
export async function createQuote(
  context: WorkspaceContext,
  input: { customer: string; lines?: DraftLine[]; fromOrder?: string; note?: string; token?: string },
): Promise<BegunQuote> {
  return inTransaction(context, async (trx) => {
    const customer = await findOrderingCustomer(trx, input.customer)
    const { fromOrder, note, token } = input
    const { lines, left } = fromOrder
      ? await linesAgain(trx, (await readOrder(trx, fromOrder)).lines)
      : { lines: input.lines ?? [], left: [] }
    const { id, number } = await beginQuote(trx, { customer, buyer: null, lines, note, token })
    return { id, number, left }
  })
}

/** Begins another quote of the same lines and prices, for staff to check and send. Throws as `createQuote` does. */
export async function copyQuote(context: WorkspaceContext, input: { id: string; token?: string }): Promise<BegunQuote> {
  return inTransaction(context, async (trx) => {
    const before = await readQuote(trx, input.id)
    const customer = await findOrderingCustomer(trx, before.customer.id)
    const { lines, left } = await linesAgain(trx, before.lines)
    // Who may not set prices does not give old ones again.
    const mayPrice = await maySetPrices(trx)
    const again = mayPrice ? lines : lines.map(({ sku, qty }) => ({ sku, qty }))
    const { id, number } = await beginQuote(trx, { customer, buyer: null, lines: again, token: input.token })
    return { id, number, left }
  })
}

type KeptLine = { productId: string; sku: string; qty: number; unit?: number | null; orMore?: boolean }

/** Lines that were kept, with the present SKUs of their products. Of an order, they have no prices yet. */
export async function linesAgain(context: WorkspaceContext, kept: readonly KeptLine[]) {
  const ids = kept.map(({ productId }) => productId)
  const skus = await presentSkus(context, ids)
  const there = kept.filter(({ productId }) => skus.has(productId))
  const left = kept.filter(({ productId }) => !skus.has(productId)).map(({ sku }) => sku)
  const lines = there.map(({ productId, qty, unit = null, orMore = false }) => ({
    qty,
    unit,
    orMore,
    sku: skus.get(productId)!,
  }))
  if (lines.length === 0) throw new InvalidRequest('None of its products is there any more: nothing can be quoted.')
  return { lines, left }
}

type NewQuote = {
  customer: CustomerRef
  /** Who asks for it; null where staff begin it. */
  buyer: Omit<OrderingBuyer, 'costCentre'> | null
  lines: readonly DraftLine[]
  note?: string | null | undefined
  token?: string | undefined
}

/** Writes a quote that waits for prices, with the next number; or finds the one of the token. */
export async function beginQuote(
  trx: WorkspaceContext,
  { customer, buyer, lines, note = null, token }: NewQuote,
): Promise<{ id: string; number: number; isNew: boolean }> {
  const { db, workspaceId, clock } = trx
  const earlier = token === undefined ? undefined : await findByToken(trx, token, customer)
  if (earlier) return { ...earlier, isNew: false }
  const drafted = await draftedLines(trx, lines)
  await requirePrices(trx, customer, drafted)
  const { currency } = await readWorkspace(trx, workspaceId)
  const quote = { id: randomUUIDv7(), number: await nextNumber(trx, 'quote_counter', 1) }
  await db
    .insertInto('quote')
    .values({
      workspace_id: workspaceId,
      ...quote,
      status: 'asked',
      customer_id: customer.id,
      customer_account_code: customer.accountCode,
      customer_name: customer.name,
      buyer_id: buyer?.id ?? null,
      buyer_name: buyer?.name ?? null,
      buyer_email: buyer?.email ?? null,
      note,
      currency,
      line_count: drafted.length,
      total: totalOf(drafted),
      token: token ?? null,
      created_at: clock(),
      updated_at: clock(),
    })
    .execute()
  await writeLines(trx, quote.id, drafted)
  await writeStep(trx, quote.id, 'asked')
  await recordActivity(trx, {
    action: 'quote.ask',
    subject: { type: 'quote', id: quote.id, label: String(quote.number) },
    changes: { customer: customer.name, lineCount: drafted.length, ...(note && { note }) },
  })
  return { ...quote, isNew: true }
}

async function findByToken({ db, workspaceId }: WorkspaceContext, token: string, customer: CustomerRef) {
  const found = await db
    .selectFrom('quote')
    .select(['id', 'number', 'customer_id as customerId'])
    .where('workspace_id', '=', workspaceId)
    .where('token', '=', token)
    .executeTakeFirst()
  if (!found) return undefined
  const { customerId, ...quote } = found
  if (customerId === customer.id) return quote
  const message = `The token ${quoted(token)} belongs to another quote already: use a new token for this one.`
  throw invalidField('token', message)
}

/** The lines with their products. Throws InvalidInput for a SKU that is unknown or comes twice. */
async function draftedLines({ db, workspaceId }: WorkspaceContext, lines: readonly DraftLine[]): Promise<QuoteLine[]> {
  const keys = lines.map(({ sku }) => matchingKey(sku))
  const rows = await db
    .selectFrom('product')
    .select(['id as productId', 'sku', 'sku_key as key', 'name', 'unit_label as unitLabel'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`sku_key = any(${textArray([...new Set(keys)])})`)
    .execute()
  const products = new Map(rows.map(({ key, ...product }) => [key, product]))
  const issues = lines.flatMap(({ sku }, i): Issue[] => {
    const path = `lines.${i}`
    if (!products.has(keys[i]!)) return [{ path, message: `There is no product with the SKU "${sku}".` }]
    if (keys.indexOf(keys[i]!) === i) return []
    return [{ path, message: `The SKU "${sku}" is in this call more than once.` }]
  })
  if (issues.length > 0) throw new InvalidInput(issues)
  return lines.map(({ qty, unit = null, orMore = false }, i) => ({
    ...products.get(keys[i]!)!,
    qty,
    unit,
    orMore,
    list: null,
    candidates: null,
  }))
}

/** The sum of the lines, in minor units; null while one has no price. */
function totalOf(lines: readonly { qty: number; unit: number | null }[]): number | null {
  if (lines.some(({ unit }) => unit === null)) return null
  return lines.reduce((sum, { qty, unit }) => sum + qty * unit!, 0)
}

/** Writes the lines of a quote in place of those that it has. */
export async function writeLines(
  { db, workspaceId }: WorkspaceContext,
  quoteId: string,
  lines: readonly (QuoteLine & { candidates: Candidate[] | null })[],
): Promise<void> {
  await db.deleteFrom('quote_line').where('workspace_id', '=', workspaceId).where('quote_id', '=', quoteId).execute()
  const rows = lines.map((line, position) => ({ ...line, position }))
  await sql`
    insert into quote_line (workspace_id, quote_id, position, product_id, sku, name, unit_label, qty, unit, or_more, list,
      candidates)
    select ${workspaceId}, ${quoteId}, position, "productId", sku, name, "unitLabel", qty, unit, "orMore", list, candidates
    from ${rowset(
      rows,
      `position integer, "productId" uuid, sku text, name text, "unitLabel" text, qty integer, unit bigint,
      "orMore" boolean, list bigint, candidates jsonb`,
    )}`.execute(db)
}

/** Moves a locked quote to another status, with what else it writes of it, and says so in its history and in the activity. */
export async function moveQuote(
  trx: WorkspaceContext,
  { id, number, status: from }: QuoteWithLines,
  move: {
    to: StoredQuoteStatus
    action: `quote.${string}`
    note?: string | null
    columns?: QuoteColumns
    changes?: Record<string, unknown>
  },
): Promise<void> {
  const { to, action, note = null, columns, changes } = move
  await updateQuote(trx, id, { ...columns, status: to })
  await writeStep(trx, id, to, note)
  await recordActivity(trx, {
    action,
    subject: { type: 'quote', id, label: String(number) },
    changes: { status: { from, to }, ...changes, ...(note && { note }) },
  })
}

async function writeStep(
  { db, workspaceId, actor, clock }: WorkspaceContext,
  quoteId: string,
  status: StoredQuoteStatus,
  note: string | null = null,
): Promise<void> {
  await sql`
    insert into quote_history (workspace_id, quote_id, step, status, at, actor, note)
    select ${workspaceId}, ${quoteId}, count(*) + 1, ${status}, ${clock()}, ${JSON.stringify(actor)}, ${note}
    from quote_history where workspace_id = ${workspaceId} and quote_id = ${quoteId}`.execute(db)
}

/** One quote, by id or number, locked until the transaction ends. Throws NotFound. */
export async function lockQuote(trx: WorkspaceContext, idOrNumber: string): Promise<QuoteWithLines> {
  const found = await trx.db
    .selectFrom('quote')
    .select('id')
    .where('workspace_id', '=', trx.workspaceId)
    .where(isOrder(idOrNumber))
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw quoteNotFound(idOrNumber)
  return readQuote(trx, found.id)
}

/** The same for staff who work on it. Throws Refused if it is not for them. */
export async function lockOwnQuote(trx: WorkspaceContext, idOrNumber: string): Promise<QuoteWithLines> {
  const quote = await lockQuote(trx, idOrNumber)
  const reason = trx.role && trx.actor.id !== null && notOwnQuote({ id: trx.actor.id, role: trx.role }, quote)
  if (reason) throw new Refused('forbidden', reason)
  return quote
}

type QuoteEdit = {
  id: string
  version: number
  lines: readonly DraftLine[]
  /** A day: 2027-06-30. */
  validUntil?: string | null | undefined
  message?: string | null | undefined
}

/**
 * Sets lines, prices, the last day and the word of a quote that was not sent yet. Throws NotFound; InvalidRequest once it
 * is sent; Conflict if somebody changed it since `version`; and InvalidInput.
 */
export async function editQuote(context: WorkspaceContext, { id, version, ...edit }: QuoteEdit): Promise<void> {
  await inTransaction(context, async (trx) => {
    const before = await lockOwnQuote(trx, id)
    requireAsked(before)
    if (before.version !== version) throw await changedMeanwhile(trx, before.id)
    const { validUntil = null, message = null } = edit
    const issues = dayIssues(await todayOf(trx), validUntil)
    if (issues.length > 0) throw new InvalidInput(issues)
    const lines = await draftedLines(trx, edit.lines)
    const present = new Set(before.lines.map(offerOf))
    const changed = lines.filter((line) => !present.has(offerOf(line)))
    await requirePrices(trx, before.customer, changed)
    const after = { validUntil, message, lineCount: lines.length, total: totalOf(lines) }
    await writeLines(trx, before.id, lines)
    await updateQuote(trx, before.id, {
      valid_until: validUntil,
      message,
      line_count: lines.length,
      total: after.total,
    })
    await recordActivity(trx, {
      action: 'quote.change',
      subject: { type: 'quote', id: before.id, label: String(before.number) },
      changes: differences(before, after, ['validUntil', 'message', 'lineCount', 'total']),
    })
  })
}

/** Throws Refused where a line gets another price than that of the rules, and who asks may not set prices by hand. */
async function requirePrices(trx: WorkspaceContext, customer: CustomerRef, lines: readonly QuoteLine[]): Promise<void> {
  const set = lines.filter(({ unit }) => unit !== null)
  if (set.length === 0 || (await maySetPrices(trx))) return
  const assessed = await assessLines(trx, customer, set)
  if (assessed.some(({ rules }, i) => rules?.price.unit !== set[i]!.unit)) requireRight(trx, 'pricesByHand')
}

function offerOf({ productId, qty, unit, orMore }: QuoteLine): string {
  return [productId, qty, unit, orMore].join(' ')
}

export function requireAsked({ number, status }: QuoteWithLines): void {
  if (status === 'asked') return
  throw new InvalidRequest(`Quote ${number} is ${status} already, and stays as it is: copy it to change something.`)
}

/** What is wrong with the last day of a quote: it is past, or too far ahead. */
export function dayIssues(today: string, validUntil: string | null): Issue[] {
  const last = addDays(today, QUOTE_DAYS)
  if (validUntil === null || (validUntil >= today && validUntil <= last)) return []
  return [{ path: 'validUntil', message: `Must be a day from today, ${today}, to ${last}.` }]
}

type QuoteColumns = Updateable<QuoteTables['quote']>

/** Writes columns of a locked quote, and raises its version. */
async function updateQuote(
  { db, workspaceId, clock }: WorkspaceContext,
  id: string,
  columns: QuoteColumns,
): Promise<void> {
  await db
    .updateTable('quote')
    .set({ ...columns, version: sql`version + 1`, updated_at: clock() })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

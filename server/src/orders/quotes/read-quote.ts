import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { Actor, Candidate } from '../../database/column-values.ts'
import { NotFound, quoted } from '../../errors.ts'
import { ofContact } from '../../customers/contacts.ts'
import { findCustomer } from '../../customers/find-customer.ts'
import { dayOf, isoInstant } from '../../lib/local-time.ts'
import { ORDERS_COUNTED } from '../../shared/limits.ts'
import type { QuoteStatus } from '../../shared/quote-statuses.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { isOrder } from '../read-order.ts'

/** A line of a quote. Amounts in minor units. */
export type QuoteLine = {
  productId: string
  sku: string
  name: string
  unitLabel: string
  qty: number
  /** Null until staff have set it. */
  unit: number | null
  /** Whether a larger quantity has the price, too. */
  orMore: boolean
  /** As it was when the quote was sent; null before. */
  list: number | null
  candidates: Candidate[] | null
}

export type QuoteStep = { status: Exclude<QuoteStatus, 'expired'>; at: string; by: Actor; note: string | null }

/** The day on which it is decided whether a quote is still valid: today, in the time zone of the workspace. */
export async function todayOf(context: WorkspaceContext): Promise<string> {
  const { timezone } = await readWorkspace(context, context.workspaceId)
  return dayOf(context.clock(), timezone)
}

/** SQL: whether a quote has this status on that day. */
function hasStatus(status: QuoteStatus, today: string): RawBuilder<boolean> {
  if (status === 'expired') return sql`(status = 'sent' and valid_until < ${today})`
  if (status === 'sent') return sql`(status = 'sent' and valid_until >= ${today})`
  return sql`status = ${status}`
}

/** The quotes of the workspace, as lists show them. */
async function selectQuotes(context: WorkspaceContext) {
  const { db, workspaceId } = context
  const today = await todayOf(context)
  const query = db
    .selectFrom('quote as q')
    .where('q.workspace_id', '=', workspaceId)
    .select(['q.id', 'q.number', 'q.customer_id', 'q.customer_account_code', 'q.customer_name'])
    .select([
      'q.buyer_id as buyerId',
      'q.buyer_name',
      'q.buyer_email',
      'q.note',
      'q.message',
      'q.valid_until as validUntil',
      'q.currency',
    ])
    .select(['q.line_count as lineCount', 'q.total', 'q.version', 'q.order_id as orderId'])
    .select(['q.created_at', 'q.sent_at', 'q.updated_at'])
    .select(sql<QuoteStatus>`case when ${hasStatus('expired', today)} then 'expired' else status end`.as('status'))
    .select(({ selectFrom }) =>
      selectFrom('sales_order as o')
        .select('o.number')
        .where('o.workspace_id', '=', workspaceId)
        .whereRef('o.id', '=', 'q.order_id')
        .as('orderNumber'),
    )
  return { query, today }
}

type QuoteRow = Awaited<ReturnType<Awaited<ReturnType<typeof selectQuotes>>['query']['execute']>>[number]

/** A quote as lists show it. `total`: minor units, before tax; null while a line has no price. */
export type Quote = ReturnType<typeof shapeQuote>

function shapeQuote({
  customer_id: id,
  customer_account_code: accountCode,
  customer_name: name,
  buyer_name: buyer,
  buyer_email: email,
  created_at: createdAt,
  sent_at: sentAt,
  updated_at: updatedAt,
  ...quote
}: QuoteRow) {
  return {
    ...quote,
    customer: { id, accountCode, name },
    /** Null if staff began it. */
    askedBy: buyer === null ? null : { name: buyer, email: email! },
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  }
}

/** A quote with its lines and its history, oldest first. */
export type QuoteWithLines = Quote & { lines: QuoteLine[]; history: QuoteStep[] }

/** One quote, by id or number. Throws NotFound. */
export async function readQuote(context: WorkspaceContext, idOrNumber: string): Promise<QuoteWithLines> {
  const { workspaceId } = context
  const { query } = await selectQuotes(context)
  const found = await query
    .select(
      sql<QuoteLine[]>`(
        select json_agg(json_build_object('productId', product_id, 'sku', sku, 'name', name, 'unitLabel', unit_label,
          'qty', qty, 'unit', unit, 'orMore', or_more, 'list', list, 'candidates', candidates) order by position)
        from quote_line l where l.workspace_id = ${workspaceId} and l.quote_id = q.id)`.as('lines'),
    )
    .select(
      sql<QuoteStep[]>`(
        select json_agg(json_build_object('status', h.status, 'at', h.at, 'by', h.actor, 'note', h.note) order by step)
        from quote_history h where h.workspace_id = ${workspaceId} and h.quote_id = q.id)`.as('history'),
    )
    .where(isOrder(idOrNumber))
    .executeTakeFirst()
  if (!found) throw quoteNotFound(idOrNumber)
  const { lines, history, ...row } = found
  const steps = history.map((step) => ({ ...step, at: isoInstant(step.at) }))
  return { ...shapeQuote(row), lines, history: steps }
}

export function quoteNotFound(idOrNumber: string): NotFound {
  return new NotFound(`There is no quote with the id or number ${quoted(idOrNumber)}.`, 'unknown_quote')
}

export type QuoteSearch = {
  /** Each word must be part of the number, of the customer's name or code, or of the name of who asked. */
  q?: string | undefined
  status?: QuoteStatus | undefined
  /** Id or account code. */
  customer?: string | undefined
  /** Id of the member of the staff who is the contact of their customers. */
  contact?: string | undefined
}

/**
 * A page of the quotes that match, newest first. Buyers see those of their customer, without what staff still prepare.
 * Throws NotFound for an unknown customer.
 */
export async function listQuotes(
  context: WorkspaceContext,
  {
    q = '',
    status,
    customer,
    contact,
    limit,
    offset,
    seenBy,
  }: QuoteSearch & { limit: number; offset: number; seenBy?: string },
): Promise<Quote[]> {
  const customerId = customer === undefined ? seenBy : (await findCustomer(context, customer)).id
  const words = q.split(/\s+/).filter((word) => word !== '')
  const { query, today } = await selectQuotes(context)
  const rows = await query
    .$if(status !== undefined, (all) => all.where(hasStatus(status!, today)))
    .$if(customerId !== undefined, (all) => all.where('q.customer_id', '=', customerId!))
    .where(({ and }) => and(ofContact(context, 'q.customer_id', contact)))
    .$if(seenBy !== undefined, (all) =>
      all.where((is) => is.or([is('q.sent_at', 'is not', null), is('q.buyer_id', 'is not', null)])),
    )
    .where(({ and }) =>
      and(words.map((word) => sql<boolean>`position((select order_search_text(${word})) in q.search) > 0`)),
    )
    .orderBy('q.number', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(shapeQuote)
}

/** How many quotes wait for prices, and how many are valid; each counted up to `ORDERS_COUNTED`. */
export async function countQuotes(context: WorkspaceContext): Promise<{ asked: number; sent: number }> {
  const { db, workspaceId } = context
  const today = await todayOf(context)
  const count = (status: QuoteStatus) => {
    const conditions = [hasStatus(status, today), ...ofContact(context, 'customer_id')]
    return sql<number>`(
      select count(*)::integer from (
        select from quote where workspace_id = ${workspaceId} and ${sql.join(conditions, sql` and `)}
        limit ${sql.lit(ORDERS_COUNTED)}) q)`
  }
  return db.selectNoFrom([count('asked').as('asked'), count('sent').as('sent')]).executeTakeFirstOrThrow()
}

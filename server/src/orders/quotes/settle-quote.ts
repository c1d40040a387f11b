import type { WorkspaceContext } from '../../context.ts'
import { joinedBuyers } from '../../customers/buyers.ts'
import { linePictures, shownImages } from '../../catalogue/shown-images.ts'
import { inTransaction } from '../../database/transaction.ts'
import { invalidField, InvalidInput, InvalidRequest } from '../../errors.ts'
import type { Issue } from '../../errors.ts'
import { addDays } from '../../lib/local-time.ts'
import { nameInMail } from '../../jobs/mail/mail-layout.ts'
import { mailPortalNews } from '../../people/mail-portal-news.ts'
import { assignAgreedPrices } from '../../pricing/terms/assign-agreed-prices.ts'
import { quoteLabel } from '../../shared/quote-statuses.ts'
import { dayInWords } from '../../shared/read-day.ts'
import { changedMeanwhile } from '../../workspaces/activity/changed-meanwhile.ts'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import { moneyIn, moneyOf } from '../../workspaces/money-of.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { pickCustomer } from '../../customers/find-customer.ts'
import type { AskedDelivery } from '../delivery.ts'
import { findOrderingCustomer, mayOrder, selectOrdering } from '../find-orderer.ts'
import type { OrderOf, PlacedOrder } from '../new-order.ts'
import { placeOrderOf } from '../place-order.ts'
import { readOrderSettings, totalsOf } from '../order-settings.ts'
import { stateOrder } from '../order-statement.ts'
import { refuseLowPrices } from '../price-by-hand.ts'
import type { PricedByHand } from '../price-by-hand.ts'
import { assessLines } from '../price-lines.ts'
import { readQuote, todayOf } from './read-quote.ts'
import type { QuoteLine, QuoteWithLines } from './read-quote.ts'
import { dayIssues, linesAgain, lockOwnQuote, lockQuote, moveQuote, requireAsked, writeLines } from './write-quote.ts'

/** A quote with all that staff see: beside each line its price of today, and what keeps it from being ordered. */
export async function readQuoteForStaff(context: WorkspaceContext, id: string) {
  const quote = await readQuote(context, id)
  const productIds = quote.lines.map(({ productId }) => productId)
  const pictures = await linePictures(context, productIds)
  const assessed = await assess(context, quote)
  const isOpen = quote.status === 'asked' || quote.status === 'sent'
  const lines = quote.lines.map((line, i) => {
    const { product, rules, problem } = assessed[i]!
    const isThere = product?.id === line.productId
    const { unit, source, label } = rules?.price ?? {}
    return {
      ...line,
      list: line.list ?? (isThere ? product.listPrice : null),
      today: isThere && source !== undefined ? { unit: unit ?? null, source, label: label! } : null,
      candidates: line.candidates ?? (isThere ? rules!.candidates : []),
      problem: isOpen ? problem : null,
      picture: pictures.get(line.productId) ?? null,
    }
  })
  return { ...quote, lines }
}

/** The lines as an order of today would have them, at the quoted prices where these are set. */
async function assess(context: WorkspaceContext, { number, validUntil, customer, lines }: QuoteWithLines) {
  const label = quoteLabel(number, validUntil ?? (await todayOf(context)))
  const asked = lines.map(({ sku, qty, unit }) => ({ sku, qty, ...(unit !== null && { quoted: { unit, label } }) }))
  return (await assessLines(context, customer, asked)).map((line, i) => {
    const { productId, sku } = lines[i]!
    const isOther = line.product !== undefined && line.product.id !== productId
    const problem = isOther ? `"${sku}" is another product by now: choose it again.` : line.obstacle
    return { ...line, problem }
  })
}

/**
 * Sends a quote: from now on its customer can order it at its prices, until the end of its last day. Each line keeps what
 * its prices of now are. A repeat sends no second mail. Throws NotFound; InvalidRequest if it was sent or withdrawn, or the
 * customer may not order; Conflict if somebody changed it since `version`; and InvalidInput for lines without a price or
 * that cannot be ordered, and for prices far below the rules' that nobody has confirmed.
 */
export async function sendQuote(
  context: WorkspaceContext,
  { id, version, lowPrices }: { id: string; version: number; lowPrices?: boolean | undefined },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    const quote = await lockOwnQuote(trx, id)
    if (quote.status === 'sent' && quote.version === version + 1) return
    requireAsked(quote)
    if (quote.version !== version) throw await changedMeanwhile(trx, quote.id)
    const { customer, validUntil } = quote
    await findOrderingCustomer(trx, customer.id)
    const assessed = await assess(trx, quote)
    const issues: Issue[] = [
      ...assessed.flatMap(({ problem }, i): Issue[] => {
        const { sku, unit } = quote.lines[i]!
        if (problem !== null && unit !== null) return [{ path: `lines.${i}`, message: problem }]
        return unit === null ? [{ path: `lines.${i}.unit`, message: `"${sku}" has no price yet: give one.` }] : []
      }),
      ...(validUntil === null ? [{ path: 'validUntil', message: 'The quote has no last day yet: give one.' }] : []),
      ...dayIssues(await todayOf(trx), validUntil),
      ...(Number.isSafeInteger(quote.total ?? 0)
        ? []
        : [{ path: 'lines', message: 'The total of the quote is too large to be exact: split it.' }]),
    ]
    if (issues.length > 0) throw new InvalidInput(issues)
    const wholesaler = await readWorkspace(trx, trx.workspaceId)
    const priced = assessed.map(({ asked, evaluation }) => ({ sku: asked.sku, ...evaluation! }))
    refuseLowPrices(priced, { lowPrices, money: moneyOf(wholesaler) })
    const frozen = quote.lines.map((line, i) => {
      const { product, evaluation } = assessed[i]!
      const { sku, name, unitLabel, listPrice } = product!
      return { ...line, sku, name, unitLabel, list: listPrice, candidates: evaluation!.candidates }
    })
    await writeLines(trx, quote.id, frozen)
    await mailQuote(trx, await readQuote(trx, quote.id))
    await moveQuote(trx, quote, {
      to: 'sent',
      action: 'quote.send',
      columns: { sent_at: trx.clock() },
      changes: { customer: customer.name, total: quote.total, validUntil },
    })
  })
}

/**
 * Withdraws a quote that waits or is valid: from now on nothing can be ordered from it. Its buyers are told, if they know of
 * it. A repeat does nothing. Throws NotFound, and InvalidRequest once it is over.
 */
export async function withdrawQuote(
  context: WorkspaceContext,
  { id, note = null }: { id: string; note?: string | null | undefined },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    const quote = await lockOwnQuote(trx, id)
    const { number, status, sentAt, askedBy } = quote
    if (status === 'withdrawn') return
    if (status !== 'asked' && status !== 'sent') {
      throw new InvalidRequest(`Quote ${number} is ${status} already, and cannot be withdrawn.`)
    }
    if (sentAt !== null || askedBy !== null) await mailWithdrawn(trx, quote, note)
    await moveQuote(trx, quote, { to: 'withdrawn', action: 'quote.withdraw', note })
  })
}

/** Throws InvalidRequest for a quote that cannot be ordered. */
export function requireValid({ actor }: WorkspaceContext, { number, status }: QuoteWithLines): void {
  if (status === 'sent') return
  if (status === 'asked') throw new InvalidRequest(`Quote ${number} has no prices yet, and cannot be ordered.`)
  const advice = actor.type === 'buyer' ? 'Ask again.' : 'Copy it, and send the copy.'
  throw new InvalidRequest(`Quote ${number} is ${status}, and cannot be ordered. ${advice}`)
}

/** Places the order of a locked quote that is valid, and closes it. */
export async function placeQuote(
  trx: WorkspaceContext,
  quote: QuoteWithLines,
  order: Omit<OrderOf, 'token' | 'lowPrices'>,
): Promise<PlacedOrder> {
  const placed = await placeOrderOf(trx, { ...order, token: quote.id, lowPrices: true })
  await moveQuote(trx, quote, {
    to: 'ordered',
    action: 'quote.order',
    columns: { order_id: placed.id },
    changes: { order: placed.number },
  })
  return placed
}

/**
 * Orders all of a valid quote for its customer, who has told staff so; this closes it. Such an order may stay below the
 * minimum order value: it is what was offered. A quote that was ordered answers with that order, whoever placed it. Throws
 * NotFound; InvalidRequest for a quote that is not valid, or whose products are gone; and what placing an order throws.
 */
export async function orderForCustomer(
  context: WorkspaceContext,
  { id, ...order }: { id: string; poNumber?: string | undefined; note?: string | undefined } & AskedDelivery,
): Promise<PlacedOrder> {
  return inTransaction(context, async (trx) => {
    const { customer } = await readQuote(trx, id)
    const locked = await selectOrdering(trx, customer.id).forNoKeyUpdate().execute()
    const quote = await lockQuote(trx, id)
    const { orderId, orderNumber, number, validUntil } = quote
    if (orderId !== null) return { id: orderId, number: orderNumber! }
    requireValid(trx, quote)
    const { lines, left } = await linesAgain(trx, quote.lines)
    if (left.length > 0) throw new InvalidRequest(`Of quote ${number} these products are gone: ${left.join(', ')}.`)
    const label = quoteLabel(number, validUntil!)
    return placeQuote(trx, quote, {
      ...order,
      customer: mayOrder(pickCustomer(locked, customer.id)),
      buyer: null,
      lines: lines.map(({ sku, qty, unit }) => ({ sku, qty, quoted: { unit: unit!, label } })),
      belowMinimum: true,
    })
  })
}

/**
 * Makes the prices of a quote that was sent agreed prices of its customer, from today through a day: each from the quantity
 * of its line. All or none. Throws NotFound; InvalidRequest for a quote that was not sent; InvalidInput for the day, and
 * for each line that does not fit beside the agreed prices that are there.
 */
export async function agreeQuote(
  context: WorkspaceContext,
  { id, until }: { id: string; until: string },
): Promise<{ agreed: number }> {
  return inTransaction(context, async (trx) => {
    const quote = await readQuote(trx, id)
    const { number, customer, sentAt } = quote
    if (sentAt === null) throw new InvalidRequest(`Quote ${number} has to be sent first: then its prices are agreed.`)
    const today = await todayOf(trx)
    if (until < today || until > addDays(today, 3_660)) {
      throw invalidField('until', `Must be a day from today, ${today}, within ten years.`)
    }
    const present = await assess(trx, quote)
    const items = quote.lines.map(({ sku, qty, unit, productId }, line) => ({
      line,
      sku,
      unit: unit!,
      minQty: qty,
      startsOn: today,
      endsOn: until,
      customer: customer.id,
      isThere: present[line]!.product?.id === productId,
    }))
    const { placed, refused } = await assignAgreedPrices(trx, items)
    const issues = [
      ...refused.map(({ line, reason }) => ({ path: `lines.${line}`, message: reason })),
      ...items
        .filter(({ isThere }) => !isThere)
        .map(({ line, sku }) => ({
          path: `lines.${line}`,
          message: `"${sku}" is no longer the product of this quote: choose another quote.`,
        })),
    ]
    if (issues.length > 0) throw new InvalidInput(issues)
    await recordActivity(trx, {
      action: 'quote.agree',
      subject: { type: 'quote', id: quote.id, label: String(number), customerId: customer.id },
      changes: { customer: customer.name, lineCount: items.length, until },
    })
    return { agreed: placed.filter(({ kind }) => kind !== 'same').length }
  })
}

/** Pictures in a mail. */
const MAX_PICTURES = 20

/** A quote as mails and its PDF head it. Those with nothing to say are left out. */
export function quoteFacts({ number, askedBy, note, message, validUntil }: QuoteWithLines) {
  const facts: [string, string | false | null][] = [
    ['Quote', String(number)],
    ['Valid until', validUntil && dayInWords(validUntil)],
    ['Asked by', askedBy && nameInMail(askedBy.name)],
    ['Your note', note],
    ['Our note', message],
  ]
  return facts
}

/** A line of a quote as mails and its PDF have it: in the way of orders, where "or more" stands beside the name. */
export function asPrinted({ productId, sku, name, unitLabel, qty, unit, orMore }: QuoteLine) {
  const price: PricedByHand = { unit, line: unit! * qty, ...(orMore && { source: 'quote', label: 'or more' }) }
  return { productId, sku, name, unitLabel, qty, price, availability: null, leadTimeNote: null, customerCode: null }
}

/** Mails the buyers a quote that was sent, with its PDF. */
async function mailQuote(trx: WorkspaceContext, quote: QuoteWithLines): Promise<void> {
  const { id, number, validUntil, lines, customer, currency } = quote
  await mailPortalNews(trx, await recipientsOf(trx, quote), {
    subject: `Quote ${number}`,
    paragraphs: ({ name }) => [
      `here is quote ${number} of ${name}. You can order it at these prices until the end of ${dayInWords(validUntil!)}.`,
    ],
    statement: async ({ taxLabel }) => {
      const pictured = lines.slice(0, MAX_PICTURES).map(({ productId }) => productId)
      const pictures = await shownImages(trx, pictured, { seenBy: customer.id })
      const stated = lines.map((line) => ({
        ...asPrinted(line),
        picture: pictures.get(line.productId)?.digest ?? null,
      }))
      const totals = totalsOf(quote.total!, await readOrderSettings(trx))
      const facts = quoteFacts(quote)
      return stateOrder({ facts, lines: stated, totals, whole: 'the PDF' }, moneyIn(currency), taxLabel)
    },
    quoteId: id,
    link: { label: 'See the quote, and order', path: `quotes/${id}` },
  })
}

async function mailWithdrawn(trx: WorkspaceContext, quote: QuoteWithLines, note: string | null): Promise<void> {
  const { id, number } = quote
  await mailPortalNews(trx, await recipientsOf(trx, quote), {
    subject: `Quote ${number} was withdrawn`,
    paragraphs: ({ name }) => [
      `quote ${number} of ${name} was withdrawn, and cannot be ordered.`,
      ...(note ? [note] : []),
    ],
    link: { label: 'See the quote', path: `quotes/${id}` },
  })
}

/** As each wants mails about orders: who asked, or all of them where staff began it. */
async function recipientsOf(trx: WorkspaceContext, { customer, buyerId }: QuoteWithLines) {
  return joinedBuyers(trx, customer.id)
    .where((is) =>
      is.or([
        is('order_mails', '=', 'all'),
        is.and([is('order_mails', '=', 'own'), ...(buyerId === null ? [] : [is('id', '=', buyerId)])]),
      ]),
    )
    .execute()
}

import { linePictures } from '../catalogue/shown-images.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidInput, InvalidRequest } from '../errors.ts'
import type { Issue } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { mayOrder } from '../orders/find-orderer.ts'
import { readDeliveryChoice } from '../orders/delivery.ts'
import type { AskedDelivery } from '../orders/delivery.ts'
import type { NewLine, PlacedOrder } from '../orders/new-order.ts'
import { mailAskedQuote } from '../orders/order-mails.ts'
import { readOrderSettings } from '../orders/order-settings.ts'
import { listQuotes, quoteNotFound, readQuote } from '../orders/quotes/read-quote.ts'
import type { Quote, QuoteLine, QuoteSearch, QuoteWithLines } from '../orders/quotes/read-quote.ts'
import { placeQuote, requireValid } from '../orders/quotes/settle-quote.ts'
import { beginQuote, linesAgain, lockQuote, moveQuote } from '../orders/quotes/write-quote.ts'
import type { BegunQuote, DraftLine } from '../orders/quotes/write-quote.ts'
import { countAttempt } from '../people/attempts.ts'
import { isQuoted, quoteLabel } from '../shared/quote-statuses.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import type { BuyerContext } from './buyer-context.ts'
import { requireNotes, requireWithinLimit } from './place-basket.ts'
import { readPortalSettings } from './portal-settings.ts'
import { notAvailable, priceLines, seenIds, withPresentNames, requireSeen } from './product-lines.ts'
import { findBasket, storedLines } from './read-basket.ts'
import { readBuyer } from './read-buyer.ts'

/** How often a buyer may ask for a quote, in 15 minutes. */
const MAX_ASKED = 10

/** A page of the quotes of the buyer's customer, newest first, without those that staff still prepare. */
export async function listBuyersQuotes(
  context: BuyerContext,
  search: Pick<QuoteSearch, 'status'> & { limit: number; offset: number },
) {
  return (await listQuotes(context, { ...search, seenBy: context.customerId })).map(forBuyers)
}

/** While staff price it, buyers do not see what it comes to. */
function forBuyers<Q extends Quote>(quote: Q) {
  return quote.sentAt === null ? { ...quote, total: null, validUntil: null, message: null } : quote
}

/** Throws NotFound for a quote of another customer, and one that staff prepare. */
function requireOwn(context: BuyerContext, quote: QuoteWithLines, id: string): QuoteWithLines {
  const { customer, sentAt, buyerId } = quote
  if (customer.id !== context.customerId || (sentAt === null && buyerId === null)) throw quoteNotFound(id)
  return quote
}

/** One of them, with what it takes to order it. Throws NotFound. */
export async function readBuyersQuote(context: BuyerContext, id: string) {
  const quote = requireOwn(context, await readQuote(context, id), id)
  const isSent = quote.sentAt !== null
  const { showListPrices } = await readPortalSettings(context)
  const kept = await withPresentNames(context, quote.lines)
  const pictures = await linePictures(context, seenIds(kept))
  const now = await priceLines(context, kept)
  const lines = quote.lines.map(({ productId, sku, name, unitLabel, qty, unit, orMore, list }, i) => {
    // Without a price of today, the quoted one still holds.
    const problem = isSent && unit !== null && now[i]!.price?.unit === null ? null : now[i]!.problem
    return {
      productId,
      sku,
      name,
      unitLabel,
      qty,
      orMore,
      problem,
      unit: isSent ? unit : null,
      list: showListPrices ? list : null,
      minOrderQty: now[i]!.product?.minOrderQty ?? 1,
      orderMultiple: now[i]!.product?.orderMultiple ?? 1,
      picture: pictures.get(productId) ?? null,
    }
  })
  const settings = await readOrderSettings(context)
  const { customer, me } = await readBuyer(context)
  const { timezone } = await readWorkspace(context, context.workspaceId)
  return {
    ...forBuyers(quote),
    lines,
    history: quote.history.map(({ by, ...step }) => ({ ...step, by: by.type === 'buyer' ? by.name : null })),
    costCentre: me.costCentre,
    delivery: {
      ...(await readDeliveryChoice(context, customer, { rule: settings, timezone })),
      mayChange: settings.allowAddresses,
    },
  }
}

/**
 * Asks for a quote of what is in the basket, which stays. Safe to repeat with the same token. Throws InvalidRequest for an
 * empty basket, InvalidInput for lines that the customer does not see, and RateLimited.
 */
export async function askForQuote(
  context: BuyerContext,
  { note, token }: { note?: string | undefined; token?: string | undefined },
): Promise<BegunQuote> {
  await countAttempt(context, [{ subject: `quotes asked by ${context.buyerId}`, limit: MAX_ASKED }])
  return inTransaction(context, async (trx) => {
    const basket = await findBasket(trx)
    const kept = basket ? await storedLines(trx, basket.id) : []
    if (kept.length === 0) throw new InvalidRequest('The basket is empty: add what you want a quote for.')
    requireSeen(kept)
    const lines = kept.map(({ sku, qty }) => ({ sku, qty }))
    return { ...(await ask(trx, { lines, note, token })), left: [] }
  })
}

/** Asks for another quote of the same lines, which staff price anew. Throws as `askForQuote` does, and NotFound. */
export async function askAgain(
  context: BuyerContext,
  { id, token }: { id: string; token?: string | undefined },
): Promise<BegunQuote> {
  await countAttempt(context, [{ subject: `quotes asked by ${context.buyerId}`, limit: MAX_ASKED }])
  return inTransaction(context, async (trx) => {
    const quote = requireOwn(trx, await readQuote(trx, id), id)
    const seen = (await withPresentNames(trx, quote.lines)).filter(({ isSeen }) => isSeen)
    const { lines } = await linesAgain(trx, seen)
    const there = new Set(seen.map(({ productId }) => productId))
    const left = quote.lines.filter(({ productId }) => !there.has(productId)).map(({ sku }) => sku)
    return { ...(await ask(trx, { lines, note: quote.note ?? undefined, token })), left }
  })
}

async function ask(
  trx: BuyerContext,
  { lines, note, token }: { lines: DraftLine[]; note?: string | undefined; token?: string | undefined },
) {
  const { me, customer } = await readBuyer(trx)
  const { email, name, id } = me
  const begun = await beginQuote(trx, { customer: mayOrder(customer), buyer: { id, name, email }, lines, note, token })
  if (begun.isNew) await mailAskedQuote(trx, { ...begun, customer, note: note ?? null })
  return { id: begun.id, number: begun.number }
}

/** Declines a quote that is valid. A repeat does nothing. Throws NotFound, and InvalidRequest for any other one. */
export async function declineQuote(
  context: BuyerContext,
  { id, note = null }: { id: string; note?: string | null | undefined },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    const quote = requireOwn(trx, await lockQuote(trx, id), id)
    if (quote.status === 'declined') return
    requireValid(trx, quote)
    await moveQuote(trx, quote, { to: 'declined', action: 'quote.decline', note })
  })
}

type QuoteOrder = {
  id: string
  /**
   * A part of it; left out: all. `unit` is the price that was shown, in minor units: needed for a quantity above that of
   * the quote, which is at the price of the day.
   */
  lines?: { sku: string; qty: number; unit?: number | undefined }[] | undefined
  poNumber?: string | undefined
  note?: string | undefined
} & AskedDelivery

/**
 * Orders a quote that is valid, or a part of it, at its prices; this closes it. Safe to repeat: a quote that was ordered
 * answers with that order, whoever placed it. Throws what `placeBasket` throws.
 */
export async function orderQuote(context: BuyerContext, { id, lines, ...order }: QuoteOrder): Promise<PlacedOrder> {
  return inTransaction(context, async (trx) => {
    const { me, customer } = await readBuyer(trx, 'locked')
    const quote = requireOwn(trx, await lockQuote(trx, id), id)
    if (quote.orderId !== null) return { id: quote.orderId, number: quote.orderNumber! }
    requireValid(trx, quote)
    const asked = lines ?? quote.lines.map(({ sku, qty }) => ({ sku, qty }))
    const wanted = await wantedLines(trx, quote, asked)
    const prices = wanted.map(({ qty, quoted, unit }) => ({ qty, unit: quoted?.unit ?? unit! }))
    await requireWithinLimit(trx, me, { lines: prices }, 'order it')
    await requireNotes(trx, order.note)
    return placeQuote(trx, quote, { ...order, customer: mayOrder(customer), buyer: me, lines: wanted })
  })
}

/** The lines to order. Throws InvalidInput for those that are not in the quote, or are not available any more. */
async function wantedLines(
  trx: BuyerContext,
  { number, validUntil, lines }: QuoteWithLines,
  asked: readonly { sku: string; qty: number; unit?: number | undefined }[],
): Promise<NewLine[]> {
  const label = quoteLabel(number, validUntil!)
  const bySku = new Map(lines.map((line): [string, QuoteLine] => [matchingKey(line.sku), line]))
  const present = await withPresentNames(trx, lines)
  const skus = new Map(present.map(({ productId, sku, isSeen }) => [productId, isSeen ? sku : null]))
  const issues: Issue[] = []
  const wanted = asked.map(({ sku, qty, unit }, i): NewLine => {
    const line = bySku.get(matchingKey(sku))
    const now = line && skus.get(line.productId)
    const refuse = (message: string) => issues.push({ path: `lines.${i}`, message })
    if (!line) refuse(`"${sku}" is not in quote ${number}: choose from its lines.`)
    else if (now === null) refuse(notAvailable(line.sku))
    else if (isQuoted(line, qty)) return { sku: now!, qty, quoted: { unit: line.unit!, label } }
    else if (unit === undefined) {
      refuse(`The price of "${sku}" is for up to ${line.qty}: give the unit price that was shown for ${qty}.`)
    }
    return { sku: now ?? sku, qty, unit }
  })
  if (issues.length > 0) throw new InvalidInput(issues)
  return wanted
}

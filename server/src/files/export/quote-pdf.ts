import type { WorkspaceContext } from '../../context.ts'
import { InvalidRequest } from '../../errors.ts'
import { moneyIn } from '../../workspaces/money-of.ts'
import { readOrderSettings, totalsOf } from '../../orders/order-settings.ts'
import { asPrinted, quoteFacts } from '../../orders/quotes/settle-quote.ts'
import { quoteNotFound, readQuote } from '../../orders/quotes/read-quote.ts'
import { QUOTE_WORDS } from '../../shared/quote-statuses.ts'
import { readDocumentHead } from './document-head.ts'
import { MAX_PICTURED, ORDER_COLUMNS, lineCells, totalRows } from './order-pdf.ts'
import { pdf } from './pdf.ts'
import { productPictures } from './product-table.ts'

/**
 * A quote as a PDF, as its customer gets it. Throws NotFound, also for a quote of another customer than `seenBy`, and
 * InvalidRequest for one that was not sent.
 */
export async function quotePdf(
  context: WorkspaceContext,
  id: string,
  seenBy?: string,
): Promise<{ number: number; pdf: AsyncGenerator<Uint8Array> }> {
  const quote = await readQuote(context, id)
  const { number, customer, lines, currency, status, sentAt, total } = quote
  if (seenBy !== undefined && seenBy !== customer.id) throw quoteNotFound(id)
  if (sentAt === null) throw new InvalidRequest(`Quote ${number} was not sent yet: it has a PDF from then on.`)
  const head = await readDocumentHead({ ...context, customerId: customer.id })
  const money = moneyIn(currency)
  const amount = (minor: number | null) => (minor === null ? '' : money(minor))
  const facts = quoteFacts(quote).flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))
  const under = [
    ...facts.slice(1),
    `Status: ${QUOTE_WORDS[status].forBuyers.toLowerCase()}. Prices in ${currency}, ${head.taxLabel}`,
  ]
  const pictured = lines.length > MAX_PICTURED ? [] : lines.map(({ productId }) => productId)
  const pictures = await productPictures(context, pictured)
  const rows = lines.map((line) => ({
    cells: lineCells(asPrinted(line), amount),
    picture: pictures.get(line.productId) ?? null,
  }))
  const shape = {
    title: `Quote ${number}`,
    to: [head.customer],
    under,
    columns: ORDER_COLUMNS,
    pictures: pictures.size > 0,
  }
  const totals = totalsOf(total!, await readOrderSettings(context))
  return { number, pdf: pdf(head, shape, [{ rows }, totalRows(totals, head.taxLabel, amount)]) }
}

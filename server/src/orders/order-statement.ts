import { shownImages } from '../catalogue/shown-images.ts'
import type { WorkspaceContext } from '../context.ts'
import { nameInMail } from '../jobs/mail/mail-layout.ts'
import type { Statement } from '../jobs/mail/mail-layout.ts'
import { creditInWords } from '../shared/credit.ts'
import { totalLines } from '../shared/tax.ts'
import { quantityInUnits } from '../shared/units.ts'
import { dateInWords } from '../shared/moment-in-words.ts'
import { addressInWords, dayInWords } from '../shared/read-day.ts'
import { moneyIn } from '../workspaces/money-of.ts'
import type { Workspace } from '../workspaces/workspaces.ts'
import type { OrderToWrite } from './new-order.ts'
import type { OrderLine, OrderWithLines } from './order-rows.ts'
import type { Totals } from './order-settings.ts'
import { labelByHand } from './price-by-hand.ts'
import type { PricedByHand } from './price-by-hand.ts'

type Money = (minor: number) => string

/** A mail shows so many lines of an order, and pictures beside the first of them. The PDF has them all. */
const MAX_LINES = 50
const MAX_PICTURES = 20

type Wholesaler = Pick<Workspace, 'taxLabel' | 'timezone'>

/** What somebody orders, as mails show it. */
type Stated = {
  /** Those with nothing to say are left out. */
  facts: [name: string, value: string | false | null | undefined][]
  /** `picture` is the digest of an image. */
  lines: (Pick<OrderLine, 'sku' | 'name' | 'qty'> & {
    unitLabel: string | null
    price: PricedByHand
    picture: string | null
  })[]
  totals: Totals
  /** Where all lines are: "the PDF". */
  whole: string
}

/** A statement with the first lines. */
export function stateOrder({ facts, lines, totals, whole }: Stated, money: Money, taxLabel: string): Statement {
  const left = lines.length - MAX_LINES
  return {
    facts: facts.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : [])),
    lines: lines.slice(0, MAX_LINES).map(({ picture, name, sku, qty, unitLabel, price }) => ({
      picture,
      name,
      detail: [
        sku,
        `${quantityInUnits(qty, unitLabel ?? '')} at ${money(price.unit ?? 0)}`,
        ...labelByHand(price),
      ].join(' · '),
      amount: money(price.line),
    })),
    more: left <= 0 ? null : `… and ${left} more ${left === 1 ? 'line' : 'lines'}, which ${whole} has.`,
    totals: totalLines(totals, taxLabel).map(({ label, amount }) => [label, money(amount)]),
    terms: totals.terms,
  }
}

/** An order as mails show it. Pictures are of products that its customer sees now. */
export async function orderStatement(
  context: WorkspaceContext,
  order: OrderWithLines | (OrderToWrite & { number: number; placedAt: string }),
  { taxLabel, timezone }: Wholesaler,
): Promise<Statement> {
  const money = moneyIn(order.currency)
  const pictured = order.lines.slice(0, MAX_PICTURES).map(({ productId }) => productId)
  const pictures = await shownImages(context, pictured, { seenBy: order.customer.id })
  const lines = order.lines.map((line) => ({ ...line, picture: pictures.get(line.productId)?.digest ?? null }))
  const facts: Stated['facts'] = [
    ['Order', String(order.number)],
    ['Placed', `${dateInWords(order.placedAt, timezone)}${order.buyer ? ` by ${nameInMail(order.buyer.name)}` : ''}`],
    ['Requested by', order.requestedBy && nameInMail(order.requestedBy.name)],
    ['PO number', order.poNumber],
    ['Reference', 'reference' in order && order.reference],
    ['Cost centre', order.costCentre],
    ['Waits', order.creditHold && creditInWords(order.creditHold, money)],
    ['Deliver to', order.deliverTo && addressInWords(order.deliverTo)],
    ['Wanted on', order.wantedOn && dayInWords(order.wantedOn)],
    ['Note', order.note],
  ]
  return stateOrder({ facts, lines, totals: order, whole: 'the PDF' }, money, taxLabel)
}

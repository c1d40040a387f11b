import { sql } from 'kysely'
import { shownImages } from '../catalogue/shown-images.ts'
import { visibleTo } from '../pricing/visible-to.ts'
import type { WorkspaceContext } from '../context.ts'
import { textArray } from '../database/rowset.ts'
import { dayOf } from '../local-day.ts'
import type { Statement } from '../mail/statement.ts'
import { creditInWords } from '../rules/credit.ts'
import { totalLines } from '../rules/tax.ts'
import { addressInWords, dayInWords } from '../rules/where-and-when.ts'
import { moneyIn } from '../workspaces/money-of.ts'
import type { Workspace } from '../workspaces/workspaces.ts'
import type { OrderWithLines } from './order-rows.ts'

/** A mail shows so many lines of an order, and pictures beside the first of them. The PDF has them all. */
const MAX_LINES = 50
const MAX_PICTURES = 20

type Wholesaler = Pick<Workspace, 'taxLabel' | 'timezone'>

/** An order as mails show it. Pictures are of products that its customer sees now. */
export async function orderStatement(
  context: WorkspaceContext,
  order: OrderWithLines,
  { taxLabel, timezone }: Wholesaler,
): Promise<Statement> {
  const money = moneyIn(order.currency)
  const shown = order.lines.slice(0, MAX_LINES)
  const pictures = await picturesOf(context, order)
  const left = order.lines.length - shown.length
  return {
    facts: [
      ['Order', String(order.number)],
      ['Placed', `${dayOf(new Date(order.placedAt), timezone)}${order.buyer ? ` by ${order.buyer.name}` : ''}`],
      ...(order.poNumber === null ? [] : [['PO number', order.poNumber] as [string, string]]),
      ...(order.creditHold ? [['Waits', creditInWords(order.creditHold, money)] as [string, string]] : []),
      ...(order.deliverTo ? [['Deliver to', addressInWords(order.deliverTo)] as [string, string]] : []),
      ...(order.wantedOn ? [['Wanted on', dayInWords(order.wantedOn)] as [string, string]] : []),
      ...(order.note === null ? [] : [['Note', order.note] as [string, string]]),
    ],
    lines: shown.map(({ productId, sku, name, qty, unitLabel, price }) => ({
      picture: pictures.get(productId)?.digest ?? null,
      name,
      detail: `${sku} · ${qty} ${unitLabel} at ${money(price.unit ?? 0)}`,
      amount: money(price.line),
    })),
    more: left === 0 ? null : `… and ${left} more ${left === 1 ? 'line' : 'lines'}, which the PDF has.`,
    totals: totalLines(order, taxLabel).map(({ label, amount }) => [label, money(amount)]),
    terms: order.terms,
  }
}

async function picturesOf(context: WorkspaceContext, { customer, lines }: OrderWithLines) {
  const { db, workspaceId } = context
  const ids = lines.slice(0, MAX_PICTURES).map(({ productId }) => productId)
  const seen = await db
    .selectFrom('product as p')
    .select('p.id')
    .where('p.workspace_id', '=', workspaceId)
    .where(sql<boolean>`p.id = any(${textArray(ids)}::uuid[])`)
    .where(visibleTo(workspaceId, sql`${customer.id}::uuid`))
    .execute()
  return shownImages(
    context,
    seen.map(({ id }) => id),
  )
}

import { queryOptions, keepPreviousData } from '@tanstack/react-query'
import { counted } from '../../../../server/src/shared/counted.ts'
import { isLowPrice } from '../../../../server/src/shared/price-by-hand.ts'
import { quantityInUnits } from '../../../../server/src/shared/units.ts'
import { api, fileBody } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { formatMoney, parseMoney } from '../../shared/money.ts'
import { parseQuantity } from '../../shared/quantity.ts'
import type { DraftLine } from './draft-order.ts'

export type PurchaseOrder = components['schemas']['PurchaseOrder']
export type Checked = components['schemas']['OrderCheckLine']
export type Columns = Pick<PurchaseOrder['options'][number], 'code' | 'qty'>

/** What staff decide of a price that differs: the customer's, this once or from now on; or ours. */
export type Decision = 'theirs' | 'agree' | 'ours'

/**
 * A line of a customer's own order, and what staff have decided of it. Texts stay as they are typed. `chosen`: that the
 * product was picked here.
 */
export type OrderedLine = {
  read: PurchaseOrder['lines'][number]
  sku: string | null
  chosen: boolean
  quantity: string
  price: string
  decision: Decision | null
  /** That a low price is meant. */
  isMeant: boolean
}

export function toDecide(read: PurchaseOrder['lines'][number]): OrderedLine {
  const quantity = read.qty === null ? '' : String(read.qty)
  return { read, sku: read.sku, chosen: false, quantity, price: '', decision: null, isMeant: false }
}

/** The price of one that the customer expects, in minor units; undefined where it names none, or it is not known yet. */
export function expectedUnit({ read, price }: OrderedLine, currency: string): number | undefined {
  return read.expected?.unit ?? parseMoney(price, currency).value ?? undefined
}

/**
 * The unknown code of a line that a product was chosen for. It becomes the customer's own, if the product has none and
 * the person may change that.
 */
export function codeToSave(
  { read, chosen, sku }: OrderedLine,
  checked: Checked | undefined,
  mayChange: boolean,
): string | null {
  if (!mayChange || !chosen || sku === null || !/^\S{1,64}$/.test(read.code)) return null
  return checked?.product && checked.product.customerCode === null ? read.code : null
}

/** Whether a line differs from ours, or asks for something. */
export function isAsked({ read }: OrderedLine, checked: Checked | undefined): boolean {
  if (read.problem || read.expected?.problem || checked?.problem) return true
  return Boolean(checked?.difference?.unit)
}

/** What is still to be decided of a line; null: nothing. */
export function openQuestion(line: OrderedLine, checked: Checked | undefined, currency: string): string | null {
  if (line.sku === null) return 'Which product?'
  if (parseQuantity(line.quantity).value === undefined) return 'How many?'
  if (!checked) return 'Its price is being looked up.'
  if (checked.problem) return checked.problem
  const unit = expectedUnit(line, currency)
  if (line.read.expected?.problem && unit === undefined && line.decision !== 'ours') return 'What is the price of one?'
  if (!checked.difference?.unit) return null
  if (line.decision === null) return 'Which price?'
  return line.decision === 'theirs' && isLowPrice(unit!, checked.price!.unit) && !line.isMeant
    ? 'Is that price meant?'
    : null
}

export async function readOrder(
  slug: string,
  customer: string,
  { file, text, columns }: { file: File | undefined; text: string; columns: Columns | undefined },
): Promise<PurchaseOrder> {
  const path = { slug }
  const { data } = file
    ? await api.POST('/app-api/console/{slug}/orders/file', {
        params: { path, query: { customer, ...columns } },
        ...fileBody(file),
      })
    : await api.POST('/app-api/console/{slug}/orders/read', {
        params: { path },
        body: { customer, text, ...(columns && { columns }) },
      })
  return data
}

/** The lines of which product and quantity are known, as the service compares them. */
function linesToCheck(lines: readonly OrderedLine[], currency: string) {
  return lines.flatMap((line, at) => {
    const qty = parseQuantity(line.quantity).value
    return line.sku === null || qty === undefined
      ? []
      : [{ at, line: { sku: line.sku, qty, unit: expectedUnit(line, currency) } }]
  })
}

/** What the lines are as ours, by their place. */
export function checkQuery(slug: string, customer: string, lines: readonly OrderedLine[], currency: string) {
  const asked = linesToCheck(lines, currency)
  const body = { customer, lines: asked.map(({ line }) => line) }
  return queryOptions({
    queryKey: ['console', slug, 'orders', 'checks', body, asked.map(({ at }) => at)],
    queryFn: async ({ signal }) => {
      if (asked.length === 0) return new Map<number, Checked>()
      const { data } = await api.POST('/app-api/console/{slug}/orders/checks', {
        params: { path: { slug } },
        body,
        signal,
      })
      return new Map(asked.map(({ at }, i) => [at, data[i]!]))
    },
    placeholderData: keepPreviousData,
  })
}

/** A line as the order or quote has it. Where the customer's price is used once, it is a price by hand. */
export function draftLine(
  line: OrderedLine,
  checked: Checked,
  { currency, what, poNumber }: { currency: string; what: 'order' | 'quote'; poNumber: string | null },
): DraftLine {
  const { value } = parseQuantity(line.quantity)
  const reason = what === 'quote' ? 'as in their list' : `as in your order ${poNumber ?? ''}`.trimEnd()
  const manual =
    line.decision === 'theirs' && checked.difference?.unit ? { unit: expectedUnit(line, currency)!, reason } : undefined
  return { sku: line.sku!, qty: value!, manual }
}

/** "yours £7.70, ours £8.10: list price since 1 March 2027 (Spring prices)" */
export function differenceInWords(unit: number, { price, why }: Checked, currency: string): string {
  return `yours ${formatMoney(unit, currency)}, ours ${formatMoney(price!.unit, currency)}: ${why}`
}

type Answered = {
  poNumber: string | null
  currency: string
  taken: readonly (readonly [OrderedLine, Checked])[]
  leftOut: readonly string[]
}

/** What to answer the customer, with each difference explained. */
export function answerInWords({ poNumber, currency, taken, leftOut }: Answered): string {
  const differing = taken.filter(([, checked]) => checked.difference?.unit)
  const chosen = taken.filter(([{ chosen }]) => chosen)
  const told = differing.map(([line, checked]) => {
    const unit = expectedUnit(line, currency)!
    const [theirs, ours] = [formatMoney(unit, currency), formatMoney(checked.price!.unit, currency)]
    const result = {
      theirs: `For this order it is ${theirs}.`,
      agree: `From now on it is ${theirs} for you.`,
      ours: `It is ${ours}.`,
    }[line.decision!]
    return `${nameOf(checked)}: ${differenceInWords(unit, checked, currency)}. ${result}`
  })
  return [
    `Thank you for your order${poNumber ? ` ${poNumber}` : ''}.`,
    told.length === 0
      ? 'We have taken it at the prices that it names.'
      : `${counted(told.length, 'price')} ${told.length === 1 ? 'differs' : 'differ'} from ours:`,
    ...told.map((line) => `- ${line}`),
    ...chosen.map(([{ read }, checked]) => `“${read.code}” is our ${nameOf(checked)}.`),
    ...leftOut.map((line) => `Not taken: ${line}.`),
  ].join('\n')
}

function nameOf({ product, qty }: Checked): string {
  return `${product!.sku} ${product!.name}, ${quantityInUnits(qty, product!.unitLabel)}`
}

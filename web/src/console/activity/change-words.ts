import { formatDateTime } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.ts'
import { FIELD_LABELS } from '../products/product-labels.ts'
import { percent } from '../../../../server/src/shared/read-price.ts'
import { limitInWords } from '../../../../server/src/shared/order-quantity.ts'
import type { OrderLimit } from '../../../../server/src/shared/order-quantity.ts'

/** One changed field in words. `from` is undefined where only the new value is known. */
type ChangedField = { name: string; from?: string; to: string }

type Words = { currency: string; timezone: string }

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

/** Fields with amounts in minor units. */
const MONEY = new Set([
  'listPrice',
  'draftedListPrice',
  'unit',
  'price',
  'subtotal',
  'creditLimit',
  'openBalance',
  'minOrderValue',
  'limit',
  'open',
  'over',
  'lines',
  'total',
])

const NAMES: Record<string, string> = {
  ...FIELD_LABELS,
  visibility: 'Visibility',
  customers: 'Customers',
  minQty: 'From quantity',
  poRequired: 'PO number required',
  orderLimit: 'May order',
  discountBp: 'Discount',
  unit: 'Price',
  lineCount: 'Lines',
  quantity: 'Quantity',
  startsAt: 'Start',
  endsAt: 'End',
  scheduledFor: 'Scheduled for',
  onlyFor: 'Visible to',
  skus: 'SKUs',
  replacedBp: 'Instead of',
  draftedListPrice: 'List price, drafted',
  staffNeedPasskey: 'Staff need a passkey',
  taxLabel: 'Tax wording',
  left: 'Left as they are',
  timezone: 'Time zone',
  email: 'E-mail',
}

/** What an entry of the activity changed, field by field. Ids, which say nothing to people, are left out. */
export function changedFields(changes: Record<string, unknown>, words: Words): ChangedField[] {
  return Object.entries(changes).flatMap(([key, change]) => {
    // Amounts have their currency.
    if (key === 'currency') return []
    if (isBeforeAndAfter(change)) {
      const { from, to } = change
      if (isHidden(to) && isHidden(from)) return []
      const before = 'from' in change ? { from: inWords(key, from, words) } : {}
      return [{ name: nameOf(key), ...before, to: inWords(key, to, words) }]
    }
    return isHidden(change) || change === null ? [] : [{ name: nameOf(key), to: inWords(key, change, words) }]
  })
}

function isBeforeAndAfter(change: unknown): change is { from?: unknown; to: unknown } {
  return typeof change === 'object' && change !== null && 'to' in change
}

function isHidden(value: unknown): boolean {
  return typeof value === 'string' && UUID.test(value)
}

/**
 * "minOrderQty" is "Minimum order quantity", "contactName" is "Contact name", "details.Colour" is "Colour (detail)".
 */
export function nameOf(key: string): string {
  if (key.startsWith('details.')) return `${key.slice('details.'.length)} (detail)`
  const words = key
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return NAMES[key] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

function inWords(key: string, value: unknown, words: Words): string {
  if (key === 'orderLimit') return limitInWords(value as OrderLimit, (minor) => formatMoney(minor, words.currency))
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return numberInWords(key, value, words)
  if (typeof value === 'string') return textInWords(value, words)
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : listInWords(key, value, words)
  if (isBeforeAndAfter(value)) return lineInWords(key, value, words)
  return changedFields(value as Record<string, unknown>, words)
    .map(({ name, from, to }) => `${name.toLowerCase()} ${from === undefined ? to : `from ${from} to ${to}`}`)
    .join(', ')
}

/** Longer texts are cut, in characters. */
const LONGEST = 160

function textInWords(text: string, { timezone }: Words): string {
  if (TIME.test(text)) return formatDateTime(text, timezone)
  // A word of the service, such as made_to_order.
  const words = /^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words
}

/** A line of many that were changed, such as the new price of a SKU. */
function lineInWords(key: string, line: { from?: unknown; to: unknown }, words: Words): string {
  const { sku } = line as { sku?: string }
  return `${sku ?? ''} from ${inWords(key, line.from, words)} to ${inWords(key, line.to, words)}`.trim()
}

function numberInWords(key: string, value: number, { currency }: Words): string {
  if (MONEY.has(key)) return formatMoney(value, currency)
  if (key.endsWith('Bp')) return percent(value)
  return value.toLocaleString('en')
}

/** How many entries of a list are named. */
const MOST_NAMED = 8

function listInWords(key: string, values: unknown[], words: Words): string {
  const named = values.slice(0, MOST_NAMED).map((value) => inWords(key, value, words))
  const rest = values.length - named.length
  return named.join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

import { differences } from '../../../workspaces/activity/differences.ts'
import { TERMS } from '../../../pricing/terms/agreed-price-assignment.ts'
import type { AgreedTerms } from '../../../pricing/terms/agreed-price-assignment.ts'
import { AddedPrices, assignAgreedPrices, planAgreedAssignment } from '../../../pricing/terms/assign-agreed-prices.ts'
import type { AgreedPriceItem, AgreedPriceAssignment } from '../../../pricing/terms/assign-agreed-prices.ts'
import { matchingKey } from '../../../lib/matching-key.ts'
import { bareName } from '../../../shared/match-headers.ts'
import { AGREED_PRICE_FIELDS } from '../../../pricing/terms/read-agreed-prices.ts'
import { CUSTOMER_HEADERS, guessColumns } from '../../spreadsheets/columns.ts'
import type { Columns } from '../../spreadsheets/columns.ts'
import { readAgreedPrice } from '../../../pricing/terms/read-agreed-prices.ts'
import { itemsOf } from '../import-kind.ts'
import type { ChosenRow, FieldChange, HowRead, ImportKind, Outcome, RecordChange, ToItem } from '../import-kind.ts'
import { PRODUCT_COLUMNS } from './products.ts'

const COLUMNS: Columns = {
  customer: { label: 'Customer', headers: CUSTOMER_HEADERS, isRequired: true },
  ...AGREED_PRICE_FIELDS,
}

/** Prices that are agreed with customers, as they are pasted on their pages. */
export const agreedPriceKind: ImportKind<AgreedPriceItem> = {
  columns: COLUMNS,
  otherColumns: 'ignore',
  fitOf: (header) => {
    const found = guessColumns(COLUMNS, header)
    if (!found.has('sku') || !found.has('price')) return 0
    // A price list of a customer, which would overwrite list prices if it were taken for one of products.
    if (header.some((name) => bareName(name) === 'fromquantity')) return 4
    const hasDays = found.has('startsOn') || found.has('endsOn')
    // A list of what was sold has customers, SKUs and prices, too; and it names its products.
    const named = guessColumns(PRODUCT_COLUMNS, header)
    if (found.has('customer')) return hasDays || !(named.has('name') || named.has('description')) ? 4 : 0
    return hasDays ? 2 : 0
  },
  reader,
  planner: (context) => {
    const added = new AddedPrices()
    return { plan: async (rows) => outcomeOf(rows, await planAgreedAssignment(context, itemsOf(rows), added)) }
  },
  write: async (trx, { rows }) => outcomeOf(rows, await assignAgreedPrices(trx, itemsOf(rows))),
}

/** As pasted prices are read, with a customer. */
function reader({ currency, forms }: HowRead): ToItem<AgreedPriceItem> {
  return ({ values: { customer, ...values } }, _, line) => {
    const { row, reasons = [] } = readAgreedPrice(line, (column) => values[column] ?? '', { ...currency, forms })
    if (customer === undefined) reasons.unshift('There is no customer.')
    if (!row || reasons.length > 0) return { label: values.sku, key: undefined, reasons }
    const key = [matchingKey(customer), matchingKey(row.sku), row.minQty, row.startsOn].join('\n')
    return { label: row.sku, key, item: { ...row, customer }, reasons }
  }
}

/** A row may also end another price where its own begins. */
function outcomeOf(
  rows: readonly ChosenRow<AgreedPriceItem>[],
  { placed, refused, inserts, updates, stored }: AgreedPriceAssignment,
): Outcome {
  const after = new Map([...inserts, ...updates].map((price) => [price.id, price]))
  const changes = placed.flatMap(({ line, kind, id, customer, product, ends }): RecordChange[] => {
    if (kind === 'same') return []
    const title = `${product.sku} for ${customer.name}`
    const about = { line, shownOn: customer.id, label: product.sku, name: customer.name, title }
    const change = (id: string): RecordChange => {
      const before = termsOf(stored.get(id)!)
      const changes = changesOf(before, after.get(id)!)
      return { ...about, recordId: id, kind: 'updated', changes, before }
    }
    if (kind === 'change') {
      const { minQty } = after.get(id)!
      // The quantity tells it from other prices of the product.
      return [{ ...change(id), label: minQty === 1 ? product.sku : `${product.sku} from ${minQty}` }]
    }
    const ended = ends && { ...change(ends.id), isBeside: true as const }
    const shown = ended?.changes['endsAt'] && { earlierPriceEnds: ended.changes['endsAt'] }
    const changes = changesOf(NO_TERMS, after.get(id)!)
    const created: RecordChange = { ...about, recordId: id, kind: 'created', changes, before: null }
    return [{ ...created, ...(shown && { shown }) }, ...(ended ? [ended] : [])]
  })
  // Of a price that two rows end, or that one ends and another one sets, the last word counts.
  const [beside, own] = [changes.filter(({ isBeside }) => isBeside), changes.filter(({ isBeside }) => !isBeside)]
  const once = new Map([...beside, ...own].map((change) => [change.recordId, change]))
  const rowAt = new Map(rows.map(({ line }, row) => [line, row]))
  return {
    changes: [...once.values()],
    rejected: refused.map(({ line, reason }) => ({ row: rowAt.get(line)!, reason })),
  }
}

/** What a new agreed price is compared with. */
const NO_TERMS = { unit: null, minQty: null, startsAt: null, endsAt: null }

/** Times are texts, as JSON has them. */
function changesOf(before: Record<keyof AgreedTerms, unknown>, after: AgreedTerms): Record<string, FieldChange> {
  return JSON.parse(JSON.stringify(differences(before, after, TERMS)))
}

function termsOf({ unit, minQty, startsAt, endsAt }: AgreedTerms): AgreedTerms {
  return { unit, minQty, startsAt, endsAt }
}

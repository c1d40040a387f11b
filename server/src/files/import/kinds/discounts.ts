import { assignDiscounts, planDiscounts } from '../../../pricing/terms/assign-discounts.ts'
import type { DiscountItem, DiscountAssignment } from '../../../pricing/terms/assign-discounts.ts'
import { matchingKey } from '../../../lib/matching-key.ts'
import { readPercent } from '../../../shared/read-price.ts'
import { CUSTOMER_HEADERS, guessColumns } from '../../spreadsheets/columns.ts'
import type { Columns } from '../../spreadsheets/columns.ts'
import { readWord } from '../../spreadsheets/cells.ts'
import { itemsOf } from '../import-kind.ts'
import type { ChosenRow, ImportKind, Outcome, ReadItem, ReadRow, RecordChange } from '../import-kind.ts'

/** What a discount applies to, as people write it. */
const SCOPES = { everything: 'all', all: 'all', brand: 'brand', category: 'category' } as const

const COLUMNS: Columns = {
  customer: { label: 'Customer', headers: CUSTOMER_HEADERS, isRequired: true },
  appliesTo: {
    label: 'Applies to',
    headers: 'appliesto scope',
    isRequired: true,
    read: (text) => readWord(text, SCOPES),
  },
  on: { label: 'Brand or category', headers: 'brandorcategory brand category on which' },
  discountBp: {
    label: 'Discount',
    headers: 'discount discountpercent discountpercentage percent',
    isRequired: true,
    holds: 'number',
    read: (text, { mark }) => readPercent(text, { mark }),
  },
}

/** Discounts of customers: on everything, on a brand or on a category. */
export const discountKind: ImportKind<DiscountItem> = {
  columns: COLUMNS,
  otherColumns: 'ignore',
  fitOf: (header) => {
    const found = guessColumns(COLUMNS, header)
    return ['customer', 'appliesTo', 'discountBp'].every((field) => found.has(field)) ? 4 : 0
  },
  reader: () => readDiscount,
  planner: (context) => {
    const added = new Map<string, number>()
    return { plan: async (rows) => outcomeOf(rows, await planDiscounts(context, itemsOf(rows), added)) }
  },
  write: async (trx, { rows }) => outcomeOf(rows, await assignDiscounts(trx, itemsOf(rows))),
}

/** Rows are about one discount that have the same customer and apply to the same. */
function readDiscount({ values, texts, reasons }: ReadRow): ReadItem<DiscountItem> {
  const { customer, appliesTo, on: name, discountBp } = values
  const hasWrongName = appliesTo !== undefined && (appliesTo === 'all') === (name !== undefined)
  const wrong = `on ${name === undefined ? 'is blank' : `"${name}" does not go with "Everything"`}`
  const all = hasWrongName ? [...reasons, wrong] : reasons
  const label = name ?? texts['appliesTo']
  if (all.length > 0) return { label, key: undefined, reasons: all }
  const on = appliesTo === 'all' ? { appliesTo } : { appliesTo, name }
  const key = [customer, appliesTo, name ?? ''].map(matchingKey).join('\n')
  return { label, key, item: { customer, on, discountBp }, reasons: [] }
}

function outcomeOf(rows: readonly ChosenRow<DiscountItem>[], { placed, refused }: DiscountAssignment): Outcome {
  const differing = placed.filter(({ from, discountBp }) => from !== discountBp)
  const changes = differing.map(({ position, id, customerId, customer, on, from, discountBp }): RecordChange => ({
    line: rows[position]!.line,
    recordId: id,
    shownOn: customerId,
    kind: from === null ? 'created' : 'updated',
    label: on ?? 'Everything',
    name: customer.name,
    title: `${on ?? 'Everything'} for ${customer.name}`,
    changes: { discountBp: { from, to: discountBp } },
    before: from === null ? null : { discountBp: from },
  }))
  return { changes, rejected: refused.map(({ position: row, reason }) => ({ row, reason })) }
}

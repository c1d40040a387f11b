import { readPercent } from '../../rules/read-percent.ts'
import type { ColumnForms } from '../../spreadsheets/column-forms.ts'
import { CUSTOMER_HEADERS } from '../../spreadsheets/fields.ts'
import type { FieldSet } from '../../spreadsheets/fields.ts'
import type { ColumnMapping } from '../../spreadsheets/map-columns.ts'
import { parserOf, readWord } from '../../spreadsheets/read-word.ts'
import { valuesOf } from '../../spreadsheets/row-values.ts'
import { matchingKey } from '../../matching-key.ts'
import type { DiscountItem } from '../../discounts/place-discounts.ts'
import type { DiscountScope } from '../../discounts/set-discount.ts'
import type { ReadCells } from '../import-kind.ts'

type DiscountField = 'customer' | 'appliesTo' | 'on' | 'discountBp'

export const DISCOUNT_FIELDS: FieldSet<DiscountField> = {
  fields: {
    customer: { label: 'Customer', headers: CUSTOMER_HEADERS },
    appliesTo: { label: 'Applies to', headers: 'appliesto scope' },
    on: { label: 'Brand or category', headers: 'brandorcategory brand category on which' },
    discountBp: { label: 'Discount', headers: 'discount discountpercent discountpercentage percent' },
  },
  required: ['customer', 'appliesTo', 'discountBp'],
}

/** What a discount applies to, as people write it. */
const SCOPES = { everything: 'all', all: 'all', brand: 'brand', category: 'category' } as const

/**
 * Reads rows as discounts of customers. Rows are about one discount that have the same customer and apply to the same.
 */
export function discountReader(forms: ColumnForms, mapping: ColumnMapping<string>): ReadCells<DiscountItem> {
  return (cells) => {
    const { value, misfit } = valuesOf<DiscountField>(cells, mapping)
    const [customer, name] = [value('customer'), value('on')]
    const about = { label: name ?? value('appliesTo'), key: undefined }
    if (misfit) return { ...about, reasons: [misfit] }
    const reasons = DISCOUNT_FIELDS.required
      .filter((field) => value(field) === undefined)
      .map((field) => `${field} is blank`)
    const parsed = parserOf(value, reasons)
    const appliesTo = parsed('appliesTo', (text) => readWord(text, SCOPES))
    const discountBp = parsed('discountBp', (text) => readPercent(text, forms.numberOf('discountBp')))
    const on = appliesTo && scopeOf(appliesTo, name)
    if (on === null) reasons.push(`on ${name === undefined ? 'is blank' : `"${name}" does not go with "Everything"`}`)
    if (reasons.length > 0) return { ...about, reasons }
    const key = [customer!, appliesTo!, name ?? ''].map(matchingKey).join('\n')
    return { ...about, key, item: { customer: customer!, on: on!, discountBp: discountBp! } }
  }
}

/** Null if a name is missing, or one too many. */
function scopeOf(appliesTo: DiscountScope['appliesTo'], name: string | undefined): DiscountScope | null {
  if (appliesTo === 'all') return name === undefined ? { appliesTo } : null
  return name === undefined ? null : { appliesTo, name }
}

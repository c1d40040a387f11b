import { AVAILABILITY, PRODUCT_LIMITS } from '@trade-catalogue/client'
import { AVAILABILITY_LABEL } from '../../../shared/availability.ts'
import { FILE_FIELDS, PRODUCT_FIELDS, SENT_FIELDS, TEXT_FIELDS } from '../../../shared/product-fields.ts'
import type { FileField } from '../../../shared/product-fields.ts'
import { readPrice } from '../../../shared/read-price.ts'
import { readQuantity } from '../../../shared/read-quantity.ts'
import type { ReadValue } from '../../../shared/read-value.ts'
import { OTHER_DETAILS, readFlag, readOtherDetails } from '../../spreadsheets/cells.ts'
import type { Column, FieldSet } from '../../spreadsheets/fields.ts'
import type { ColumnMapping } from '../import-kind.ts'

/** What a product of the API cannot leave out. A row of a file may: it changes the product that is there. */
export const WHOLE_PRODUCT = SENT_FIELDS.filter((name) => PRODUCT_FIELDS[name].leftOut === 'refused')

/** How the cells of a field are read. */
const READ: Partial<Record<FileField, Pick<Column, 'read' | 'holds'>>> = {
  ...Object.fromEntries(TEXT_FIELDS.map((field) => [field, { read: textUpTo(PRODUCT_FIELDS[field].max) }])),
  listPrice: { holds: 'money', read: readPrice },
  availability: { read: readAvailability },
  onlyFor: { read: readRecipients },
  minOrderQty: { holds: 'number', read: (text, { mark }) => readQuantity(text, { mark }) },
  orderMultiple: { holds: 'number', read: (text, { mark }) => readQuantity(text, { mark }) },
  active: { read: readFlag },
}

/** The fields of a product as the API takes them. It cannot set some columns of an exported file. */
export const SENT_PRODUCT_FIELDS = productFields(SENT_FIELDS)

/** Also the fields that staff alone set. */
export const STAFF_PRODUCT_FIELDS = productFields(FILE_FIELDS)

function productFields(names: readonly FileField[]): FieldSet {
  const others = FILE_FIELDS.filter((name) => !names.includes(name))
  return {
    fields: Object.fromEntries(names.map((name) => [name, { ...PRODUCT_FIELDS[name], ...READ[name] }])),
    required: ['sku'],
    // A list of whole products may have its names under Description. A file of descriptions has none.
    standIn: { field: 'description', for: 'name', besides: WHOLE_PRODUCT },
    ignored: Object.fromEntries(others.map((name) => [name, PRODUCT_FIELDS[name]])),
  }
}

function textUpTo(max: number) {
  return (text: string): ReadValue<string> =>
    isLonger(text, max) ? { reason: `has more than ${max} characters` } : { value: text }
}

/** Accepts "In stock" for `in_stock`. */
function readAvailability(text: string): ReadValue<string> {
  const word = text.toLowerCase().replaceAll(/[\s-]+/g, '_')
  if ((AVAILABILITY as readonly string[]).includes(word)) return { value: word }
  return { reason: `"${text}" is none of ${AVAILABILITY.map((level) => AVAILABILITY_LABEL[level]).join(', ')}` }
}

/** Codes and e-mails, separated by `|` or `;`. No entry means left out, not an empty list. */
function readRecipients(text: string): ReadValue<string[] | undefined> {
  const entries = text.split(/[|;]/).flatMap((entry) => entry.trim() || [])
  if (entries.length > PRODUCT_LIMITS.onlyFor) return { reason: `has more than ${PRODUCT_LIMITS.onlyFor} entries` }
  if (entries.some((entry) => isLonger(entry, PRODUCT_LIMITS.onlyForEntry))) {
    return { reason: `has an entry of more than ${PRODUCT_LIMITS.onlyForEntry} characters` }
  }
  return { value: entries.length > 0 ? entries : undefined }
}

/** The cells that fill no field, by column name, and those of `OTHER_DETAILS` by their own. */
export function readDetails(
  cells: readonly string[],
  { header, details }: ColumnMapping,
): { details: Record<string, string>; reasons: string[] } {
  const entries = details.flatMap((column) => {
    const [name, value] = [header[column]!, (cells[column] ?? '').trim()]
    if (value === '') return []
    return (name === OTHER_DETAILS && readOtherDetails(value)) || [[name, value] as const]
  })
  const reasons = entries.flatMap(([name, value]) =>
    isLonger(value, PRODUCT_LIMITS.detailsValue)
      ? [`"${name}" has more than ${PRODUCT_LIMITS.detailsValue} characters`]
      : [],
  )
  if (entries.length > PRODUCT_LIMITS.details) {
    reasons.unshift(`details: ${entries.length} further cells are filled, and ${PRODUCT_LIMITS.details} is the most`)
  }
  return { details: Object.fromEntries(entries), reasons }
}

/** Counts code points, like the API. */
function isLonger(text: string, most: number): boolean {
  return text.length > most && [...text].length > most
}

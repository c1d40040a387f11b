import { AVAILABILITY, PRODUCT_LIMITS } from '@trade-catalogue/client'
import type { ProductItem } from '@trade-catalogue/client'
import { matchingKey } from '../matching-key.ts'
import { AVAILABILITY_LABEL } from '../rules/availability.ts'
import { PRODUCT_FIELDS, SENT_FIELDS } from '../rules/product-fields.ts'
import type { SentField, TextField } from '../rules/product-fields.ts'
import type { ColumnMapping } from './map-columns.ts'
import { readQuantity } from '../rules/read-quantity.ts'
import { OTHER_DETAILS, readOtherDetails } from './other-details.ts'
import { parserOf } from './read-word.ts'
import { readPrice } from '../rules/read-price.ts'
import type { MoneyForm } from '../rules/read-price.ts'
import { valuesOf } from './row-values.ts'
import type { ReadItem } from './survey-rows.ts'

/**
 * A row as a product, or the reasons why it is not valid. `sku` is set if the row has one. What the mapping does not
 * require may be missing.
 */
export type ReadRow =
  | { sku: string; product: ProductItem; reasons?: never }
  | { sku: string | undefined; product?: never; reasons: string[] }

type Availability = NonNullable<ProductItem['availability']>

/** Reads the cells of a row by the mapping. The reasons list all errors, not only the first. */
export function readRow(
  cells: readonly string[],
  mapping: ColumnMapping<string>,
  { money, multiple }: { money: MoneyForm; multiple: Pick<MoneyForm, 'mark'> },
): ReadRow {
  const { value, misfit } = valuesOf<SentField>(cells, mapping)
  if (misfit) return { sku: value('sku'), reasons: [misfit] }

  const reasons: string[] = []
  const price = value('listPrice') ?? (mapping.required.includes('listPrice') ? '' : undefined)
  const { value: amount, reason } = price === undefined ? {} : readPrice(price, money)
  const read = (field: SentField) => {
    const found = value(field)
    switch (field) {
      case 'listPrice':
        return amount
      case 'availability':
        return readAvailability(found, reasons)
      case 'onlyFor':
        return readRecipients(found, reasons)
      case 'orderMultiple':
        return parserOf(value, reasons)(field, (text) => readQuantity(text, multiple))
      default:
        return readText(field, found, mapping.required.includes(field), reasons)
    }
  }
  const fields = Object.fromEntries(SENT_FIELDS.map((field) => [field, read(field)]))
  const product = { ...fields, details: readDetails(cells, mapping, reasons) } as ProductItem
  if (reason !== undefined) reasons.push(`listPrice ${reason}`)
  return reasons.length > 0 ? { sku: value('sku'), reasons } : { sku: product.sku, product }
}

/** The same for a survey: rows with one SKU, ignoring case, are about one product. */
export function keyedBySku({ sku, product, reasons }: ReadRow): ReadItem<ProductItem> {
  return product
    ? { sku, label: sku, key: matchingKey(sku), item: product }
    : { sku, label: sku, key: sku && matchingKey(sku), reasons }
}

function readText(
  field: TextField,
  value: string | undefined,
  isRequired: boolean,
  reasons: string[],
): string | undefined {
  const { max } = PRODUCT_FIELDS[field]
  if (value === undefined && isRequired) reasons.push(`${field} is blank`)
  if (value !== undefined && isLonger(value, max)) reasons.push(`${field} has more than ${max} characters`)
  return value
}

/** Accepts "In stock" for `in_stock`. */
function readAvailability(value: string | undefined, reasons: string[]): Availability | undefined {
  if (value === undefined) return undefined
  const word = value.toLowerCase().replaceAll(/[\s-]+/g, '_')
  if (!(AVAILABILITY as readonly string[]).includes(word)) {
    reasons.push(
      `availability "${value}" is none of ${AVAILABILITY.map((level) => AVAILABILITY_LABEL[level]).join(', ')}`,
    )
  }
  return word as Availability
}

/** Codes and e-mails, separated by `|` or `;`. A blank cell means left out, not an empty list. */
function readRecipients(value: string | undefined, reasons: string[]): string[] | undefined {
  const entries = value?.split(/[|;]/).flatMap((entry) => entry.trim() || [])
  if (!entries || entries.length === 0) return undefined
  if (entries.length > PRODUCT_LIMITS.onlyFor) reasons.push(`onlyFor has more than ${PRODUCT_LIMITS.onlyFor} entries`)
  const long = entries.find((entry) => isLonger(entry, PRODUCT_LIMITS.onlyForEntry))
  if (long) reasons.push(`onlyFor has an entry of more than ${PRODUCT_LIMITS.onlyForEntry} characters`)
  return entries
}

/** The cells of unmapped columns, by column name, and those of `OTHER_DETAILS` by their own. A row without any sends an empty object, which clears the details. */
function readDetails(
  cells: readonly string[],
  { header, details }: ColumnMapping<string>,
  reasons: string[],
): Record<string, string> | undefined {
  if (details.length === 0) return undefined
  const entries = details.flatMap((column) => {
    const [name, value] = [header[column]!, (cells[column] ?? '').trim()]
    if (value === '') return []
    return (name === OTHER_DETAILS && readOtherDetails(value)) || [[name, value] as const]
  })
  if (entries.length > PRODUCT_LIMITS.details) {
    reasons.push(`details: ${entries.length} further cells are filled, and ${PRODUCT_LIMITS.details} is the most`)
  }
  for (const [name, value] of entries) {
    if (isLonger(value, PRODUCT_LIMITS.detailsValue)) {
      reasons.push(`"${name}" has more than ${PRODUCT_LIMITS.detailsValue} characters`)
    }
  }
  return Object.fromEntries(entries)
}

/** Counts code points, like the API. */
function isLonger(text: string, most: number): boolean {
  return text.length > most && [...text].length > most
}

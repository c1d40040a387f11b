import { bareName } from '../../rules/match-headers.ts'
import { AGREED_PRICE_FIELDS, AGREED_PRICE_HOLDS } from '../../spreadsheets/agreed-price-columns.ts'
import { CUSTOMER_HEADERS, guessFields, SENT_PRODUCT_FIELDS } from '../../spreadsheets/fields.ts'
import type { FieldSet } from '../../spreadsheets/fields.ts'
import type { AgreedPriceItem } from '../../agreed-prices/place-agreed-prices.ts'
import type { ImportKind } from '../import-kind.ts'
import { agreedPriceReader } from './agreed-price-reader.ts'
import type { AgreedPriceField } from './agreed-price-reader.ts'
import { compareAgreedPrices } from './compare-agreed-prices.ts'
import { intactAgreedPriceRows, undoAgreedPrices, writeAgreedPriceRows } from './write-agreed-price-rows.ts'

const FIELDS: FieldSet<AgreedPriceField> = {
  fields: { customer: { label: 'Customer', headers: CUSTOMER_HEADERS }, ...AGREED_PRICE_FIELDS },
  required: ['customer', 'sku', 'price'],
}

/** Prices that are agreed with customers, as they are pasted on their pages. */
export const agreedPriceKind: ImportKind<AgreedPriceItem> = {
  fields: FIELDS,
  holds: AGREED_PRICE_HOLDS,
  identifying: ['sku'],
  otherColumns: 'ignore',
  versioned: 'agreed_price',
  fitOf: (header) => {
    const found = guessFields(FIELDS, header)
    if (!found.has('sku') || !found.has('price')) return 0
    // A price list of a customer, which would overwrite list prices if it were taken for one of products.
    if (header.some((name) => bareName(name) === 'fromquantity')) return 4
    const hasDays = found.has('startsOn') || found.has('endsOn')
    // A list of what was sold has customers, SKUs and prices, too; and it names its products.
    const named = guessFields(SENT_PRODUCT_FIELDS, header)
    if (found.has('customer')) return hasDays || !(named.has('name') || named.has('description')) ? 4 : 0
    return hasDays ? 2 : 0
  },
  reader: agreedPriceReader,
  comparer: compareAgreedPrices,
  write: writeAgreedPriceRows,
  intact: intactAgreedPriceRows,
  undo: undoAgreedPrices,
}

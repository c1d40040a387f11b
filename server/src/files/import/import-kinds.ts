import type { ImportKindName } from '../../database/column-values.ts'
import { agreedPriceKind } from './kinds/agreed-prices.ts'
import { customerCodeKind } from './kinds/customer-codes.ts'
import { customerKind } from './kinds/customers.ts'
import { discountKind } from './kinds/discounts.ts'
import type { ImportKind } from './import-kind.ts'
import { minimumQuantityKind } from './kinds/minimum-quantities.ts'
import { productKind } from './kinds/products.ts'

/** What a file can hold. */
export const KINDS: Readonly<Record<ImportKindName, ImportKind>> = {
  products: productKind,
  customers: customerKind,
  discounts: discountKind,
  agreed_prices: agreedPriceKind,
  minimum_quantities: minimumQuantityKind,
  customer_codes: customerCodeKind,
}

/** The kind that a header fits best; products where none fits better. */
export function guessKind(header: readonly string[]): ImportKindName {
  const names = Object.keys(KINDS) as ImportKindName[]
  return names.reduce((best, name) => (KINDS[name].fitOf(header) > KINDS[best].fitOf(header) ? name : best))
}

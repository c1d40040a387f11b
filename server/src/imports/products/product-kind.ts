import type { ProductItem } from '../../catalogue/plan-upsert.ts'
import { guessFields, STAFF_PRODUCT_FIELDS, WHOLE_PRODUCT } from '../../spreadsheets/fields.ts'
import type { ImportKind } from '../import-kind.ts'
import { compareProducts } from './compare-products.ts'
import { intactProducts, usesOfProducts } from './product-changes.ts'
import { productReader } from './product-reader.ts'
import { undoProducts } from './undo-products.ts'
import { undoneProductMoves } from './undone-product-moves.ts'
import { writeProductRows } from './write-product-rows.ts'

/** What files name of products and their prices, as a bulk call takes it, and what staff alone set. */
export const productKind: ImportKind<ProductItem> = {
  fields: STAFF_PRODUCT_FIELDS,
  holds: { listPrice: 'money', minOrderQty: 'number', orderMultiple: 'number' },
  identifying: ['sku'],
  otherColumns: 'details',
  versioned: 'product_change',
  fitOf: (header) => {
    const found = guessFields(STAFF_PRODUCT_FIELDS, header)
    return WHOLE_PRODUCT.every((field) => found.has(field)) ? 3 : 1
  },
  reader: productReader,
  comparer: compareProducts,
  write: writeProductRows,
  usesOf: usesOfProducts,
  intact: intactProducts,
  undoneMoves: undoneProductMoves,
  undo: undoProducts,
}

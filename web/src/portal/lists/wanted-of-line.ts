import { quantityFrom } from '../../../../server/src/shared/order-quantity.ts'
import { readWanted } from '../usual/usual-quantities.ts'
import type { Wanted } from '../usual/usual-quantities.ts'
import { parseQuantity } from '../../shared/quantity.ts'
import type { ListLine } from './list-queries.ts'

/** Texts of the fields of a line. */
export type TypedInLine = { stock?: string | undefined; quantity?: string | undefined }

/**
 * What of a line goes into the basket: what is typed, else what is missing to the par, else the quantity of the list, or
 * the least that can be ordered by now.
 */
export function wantedOfLine(line: ListLine, { stock, quantity }: TypedInLine = {}): Wanted {
  const { product, qty } = line
  if (!product || product.price.unit === null) return { text: '0', qty: 0, problem: undefined, amount: 0 }
  return readWanted(product, quantity ?? String(missing(line, stock) ?? quantityFrom(qty, product)))
}

/** How many are missing to the par, and at least as many as can be ordered; null while the stock is not known. */
export function missing({ par, product }: Pick<ListLine, 'par' | 'product'>, stock: string | undefined): number | null {
  if (par === null || !product || stock === undefined || stock.trim() === '') return null
  const there = stock.trim() === '0' ? 0 : parseQuantity(stock).value
  if (there === undefined) return null
  return there >= par ? 0 : quantityFrom(par - there, product)
}

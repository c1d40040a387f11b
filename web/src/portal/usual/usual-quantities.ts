import { quantityFrom } from '../../../../server/src/shared/order-quantity.ts'
import { parseQuantity, sayHowSold, unitAt } from '../../shared/quantity.ts'
import type { Product } from '../catalogue/product-queries.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'

/** A product that the customer sees now. */
export type UsualRow = UsualProduct & { product: Product }

/** What of a row is wanted: the text of its field, with the quantity of it or its problem. `amount` in minor units. */
export type Wanted = { text: string; qty: number; problem: string | undefined; amount: number }

/** The last quantity, or the least that can be ordered by now. */
export function lastQuantity({ last, product }: UsualRow): number {
  return quantityFrom(last.qty, product)
}

/** Reads what is typed. Without that, what is due has its last quantity. */
export function wantedOf(row: UsualRow, typed: string | undefined): Wanted {
  const { product, isDue } = row
  const isFilledIn = isDue && product.price.unit !== null
  return readWanted(product, typed ?? String(isFilledIn ? lastQuantity(row) : 0))
}

/** Reads a quantity that may be none. */
export function readWanted(
  product: Pick<Product, 'minOrderQty' | 'orderMultiple' | 'price' | 'breaks'>,
  text: string,
): Wanted {
  const none = { text, qty: 0, problem: undefined, amount: 0 }
  if (['', '0'].includes(text.trim())) return none
  const { value, problem } = parseQuantity(text)
  if (value === undefined) return { ...none, problem }
  const howSold = sayHowSold(value, product)
  if (howSold !== undefined) return { ...none, problem: howSold }
  return { ...none, qty: value, amount: (unitAt(product, value) ?? 0) * value }
}

export type UsualProduct = components['schemas']['UsualProduct']

/** What the customer orders, a page after the other. */
export function usualQuery(slug: string) {
  return infiniteQueryOptions({
    queryKey: ['portal', slug, 'usual'],
    queryFn: ({ signal, pageParam: offset }) =>
      api.GET('/app-api/portal/{slug}/usual', { params: { path: { slug }, query: { offset } }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ nextOffset }) => nextOffset,
  })
}

import type { ProductItem as Item } from '../../catalogue/plan-upsert.ts'
import { ProductItem } from './product-schema.ts'

/** A row of `PUT /products` by its schema: as it is written, or why it is refused, in the words of the API. */
export function judgeProduct(
  item: object,
): { product: Item; reasons?: never } | { product?: never; reasons: string[] } {
  const { success, data, error } = ProductItem.safeParse(item)
  if (success) return { product: data }
  return { reasons: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) }
}

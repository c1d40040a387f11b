import type { ZodType } from 'zod'
import type { ImportTools, Validate } from '../../files/import/import-kind.ts'
import { CustomerItem } from './customers.ts'
import { ProductItem } from './product-schema.ts'

/** Judge the rows of bulk calls by their schemas, in the words of the API. */
export const VALIDATE_ITEM: ImportTools['validate'] = {
  product: validateBy(ProductItem),
  customer: validateBy(CustomerItem),
}

function validateBy<Item>(schema: ZodType<Item>): Validate<Item> {
  return (item) => {
    const { success, data, error } = schema.safeParse(item)
    if (success) return { item: data }
    return { reasons: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) }
  }
}

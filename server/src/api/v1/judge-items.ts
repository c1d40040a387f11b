import type { ZodType } from 'zod'
import type { ImportTools, Judge } from '../../imports/tools.ts'
import { CustomerItem } from './customer-schema.ts'
import { ProductItem } from './product-schema.ts'

/** Judge the rows of bulk calls by their schemas, in the words of the API. */
export const JUDGES: ImportTools['judge'] = { product: judgeBy(ProductItem), customer: judgeBy(CustomerItem) }

function judgeBy<Item>(schema: ZodType<Item>): Judge<Item> {
  return (item) => {
    const { success, data, error } = schema.safeParse(item)
    if (success) return { item: data }
    return { reasons: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) }
  }
}

import { z } from 'zod'
import { taxOfOrder } from './v1/order-schema.ts'

/** What an order would come to now. */
export const totals = {
  subtotal: z.int().meta({ description: 'Minor units, of the lines that can be ordered.' }),
  ...taxOfOrder,
}

import { z } from 'zod'
import { MAX_CREDIT_LIMIT, ORDER_LIMITS } from '../rules/limits.ts'
import { optionalText } from '../text-input.ts'

const LIMIT = `Must be a whole number of minor units from 0 to ${MAX_CREDIT_LIMIT}, or null for any sum.`

/** On what terms a buyer orders, as input. What is left out stays as it is. */
export const buyerTerms = {
  orderLimit: z.int(LIMIT).min(0, LIMIT).max(MAX_CREDIT_LIMIT, LIMIT).nullable().optional().meta({
    description: 'Up to which sum, in minor units before tax, the buyer may order. Null: any sum. 0: nothing.',
  }),
  costCentre: optionalText(ORDER_LIMITS.costCentre)
    .nullable()
    .describe('Or another reference. Orders of the buyer say it. Null: none.'),
}

export const EditBuyer = z.object(buyerTerms).meta({ id: 'EditBuyer' })

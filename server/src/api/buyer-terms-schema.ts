import { z } from 'zod'
import { amount } from '../http/input.ts'
import { MAX_CREDIT_LIMIT, ORDER_LIMITS } from '../shared/limits.ts'
import { optionalText } from '../lib/text-input.ts'

/** On what terms a buyer orders, as input. What is left out stays as it is. */
export const buyerTerms = {
  orderLimit: amount(MAX_CREDIT_LIMIT).nullable().optional().meta({
    description: 'Up to which sum, in minor units before tax, the buyer may order. Null: any sum. 0: nothing.',
  }),
  costCentre: optionalText(ORDER_LIMITS.costCentre)
    .nullable()
    .describe('Or another reference. Orders of the buyer say it. Null: none.'),
}

export const EditBuyer = z.object(buyerTerms).meta({ id: 'EditBuyer' })

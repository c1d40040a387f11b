import { z } from 'zod'
import type { PriceMoves as Moves } from '../../shared/price-moves.ts'

export const PriceMoves = z
  .object({
    products: z.int().meta({ description: 'Products whose price moves for a customer.' }),
    customers: z.int(),
    rising: z.int().meta({ description: 'Products whose price rises for a customer.' }),
    falling: z.int(),
    largestRiseBp: z.int().meta({ description: 'Basis points; 0 if nothing rises.' }),
    largestDropBp: z.int(),
    hidden: z.int().meta({ description: 'Customers who no longer see one of the products.' }),
    hiddenAgreed: z.int().meta({ description: 'Those of them who have an agreed price for it.' }),
    shown: z.int().meta({ description: 'Customers who newly see one of the products.' }),
  } satisfies Record<keyof Moves, z.ZodType>)
  .nullable()
  .meta({
    id: 'PriceMoves',
    description: 'What an act does to prices of customers, for one unit. Null: no price moves.',
  })

import { z } from 'zod'
import { Address } from './v1/customer-schema.ts'
import { ADDRESS_LIMITS } from '../shared/limits.ts'
import { optionalText } from '../lib/text-input.ts'
import type { DeliveryChoice as Choice } from '../orders/delivery.ts'

/** What somebody who orders chooses from. */
export const DeliveryChoice = z
  .object({
    addresses: z.array(Address),
    firstDay: z.string().meta({ description: 'The first possible day, in the time zone of the workspace.' }),
    orderBy: z.string().nullable().meta({ description: 'Until when that is so. Null where every day is possible.' }),
    usual: z
      .object({ deliverTo: z.string().nullable(), wantedOn: z.string().nullable() })
      .meta({ description: 'What is chosen at first, after the last order of the customer.' }),
  } satisfies Record<keyof Choice, z.ZodType>)
  .meta({ id: 'DeliveryChoice' })

/** Where and when an order is wanted. */
export const askedDelivery = {
  deliverTo: optionalText(ADDRESS_LIMITS.id).nullable().describe('The id of an address of the customer.'),
  wantedOn: optionalText(10).nullable().describe('A day such as 2027-01-05.'),
}

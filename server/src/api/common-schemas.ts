import { z } from 'zod'
import { amount } from '../http/input.ts'
import { MAX_CREDIT_LIMIT, ORDER_LIMITS, ADDRESS_LIMITS } from '../shared/limits.ts'
import { optionalText } from '../lib/text-input.ts'
import { Address } from './v1/customers.ts'
import type { DeliveryChoice as Choice } from '../orders/delivery.ts'
import { envelope } from '../http/envelope.ts'
import { taxOfOrder } from './v1/orders.ts'

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

/** What somebody who orders chooses from. */
export const DeliveryChoice = z
  .object({
    addresses: z.array(Address),
    firstDays: z
      .array(z.string())
      .meta({ description: 'The first possible days, in the time zone of the workspace: three of them.' }),
    orderBy: z
      .string()
      .nullable()
      .meta({ description: 'Until when the first is possible. Null where every day is possible.' }),
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

/** The answer of an act that has nothing to tell. */
export const Done = envelope(z.object({ ok: z.literal(true) }))

export async function done(act: Promise<unknown>) {
  await act
  return { data: { ok: true as const } }
}

/** The answer of any other act: what is read once it is done. */
export async function after<Read>(act: Promise<unknown>, read: () => Promise<Read>) {
  await act
  return { data: await read() }
}

/** An invitation that was just made. */
export const Invited = z.object({
  id: z.uuid(),
  link: z.string().nullable().meta({ description: 'The link to pass on; null where it was sent by mail.' }),
})

export const invitationsTakenBack = z
  .array(z.string())
  .meta({ description: 'To whom open invitations were that this person had made: they no longer work.' })

export const Picture = z
  .object({ small: z.string(), medium: z.string(), large: z.string(), width: z.int(), height: z.int() })
  .meta({ description: 'Paths of its sizes, 320, 640 and 1280 pixels wide at most, and the pixels of the large one.' })

export const LinePicture = z
  .object({ categoryId: z.uuid().nullable(), image: Picture.nullable() })
  .nullable()
  .meta({ description: 'The product as it is now: its image, or else its category. Null where it is not seen now.' })

export const SearchSuggestion = envelope(
  z.object({ q: z.string().nullable().describe('What to search for instead. Null: there is nothing to suggest.') }),
)

/** What an order lacks to the minimum order value. */
export const Shortfall = z
  .object({ minimum: z.int(), missing: z.int() })
  .nullable()
  .meta({ description: 'Minor units before tax. Null where the order reaches the minimum, or there is none.' })

/** What an order would come to now. */
export const totals = {
  subtotal: z.int().meta({ description: 'Minor units, of the lines that can be ordered.' }),
  ...taxOfOrder,
}

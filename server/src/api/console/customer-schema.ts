import { z } from 'zod'
import { optionalFlag } from '../../http/input.ts'
import { optionalText } from '../../lib/text-input.ts'
import { PriceMoves } from './price-moves-schema.ts'
import { Buyer, Customer, CustomerItem, DiscountRule } from '../v1/customer-schema.ts'

const version = z
  .string()
  .meta({ description: 'What a save sends back. It is refused if somebody else has changed something since.' })

const MAX_QUERY = 254
const MAX_GROUP = 36
const MAX_IDS = 1_000
const MAX_TERMS_DAYS = 3_650

/** What customers are filtered by, as query parameters. */
export const customerFilter = {
  q: optionalText(MAX_QUERY).describe('Words: each a part of the name, the account code or the e-mail.'),
  active: optionalFlag(),
  group: optionalText(MAX_GROUP).describe('Id of a price group; `none`: customers that belong to none.'),
}

export const CustomerRow = Customer.extend({
  discountCount: z.int(),
  agreedPriceCount: z.int().meta({ description: 'Past and future ones too.' }),
  buyerCount: z.int(),
}).meta({ id: 'CustomerRow', description: 'A customer in the list, with the number of its terms and buyers.' })

export const EditableCustomer = Customer.extend({ version }).meta({ id: 'EditableCustomer' })

export const CustomerForStaff = EditableCustomer.extend({
  discountRules: z.array(DiscountRule),
  buyers: z.array(Buyer),
  agreedPriceCount: z.int(),
}).meta({ id: 'CustomerForStaff', description: 'A customer as staff see it. Its agreed prices are listed apart.' })

export const CustomerEdit = CustomerItem.omit({ group: true })
  .partial()
  .extend({ version: z.string({ error: 'Is required.' }) })
  .meta({ id: 'CustomerEdit', description: 'A field that is left out keeps its value. Null clears it.' })

export const ChosenCustomers = z.union([
  z.object({ ids: z.array(z.uuid('Must be the id of a customer.')).min(1).max(MAX_IDS) }),
  z.object({
    filter: z.object({
      q: customerFilter.q,
      active: z.boolean().optional(),
      group: customerFilter.group,
    }),
    expected: z.int().min(0).describe('The number of customers that was shown.'),
  }),
])

const group = optionalText(200).nullable().describe('Id or name of a price group. Null: none.')

export const MembershipToPreview = z.object({
  customers: ChosenCustomers,
  group: group.transform((name) => name ?? null),
})

export const EditOfCustomers = z.object({
  customers: ChosenCustomers,
  change: z.discriminatedUnion('field', [
    z.object({ field: z.literal('group'), value: group.transform((name) => name ?? null) }),
    z.object({ field: z.literal('active'), value: z.boolean({ error: 'Must be true or false.' }) }),
    z.object({
      field: z.literal('paymentTermsDays'),
      value: z.int().min(0).max(MAX_TERMS_DAYS).nullable().describe('Days until an invoice is due. Null: not set.'),
    }),
  ]),
  seenMoves: PriceMoves.optional().describe('What the editor saw of the effect. Another one is a conflict.'),
})

export const EditedCustomers = z
  .object({
    found: z.int().meta({ description: 'Customers that were chosen.' }),
    changed: z.int().meta({ description: 'Those that had another value.' }),
    undo: z.uuid().nullable().meta({ description: 'Undoes it, for a day. Null if nothing changed.' }),
  })
  .meta({ id: 'EditedCustomers' })

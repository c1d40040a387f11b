import { z } from 'zod'
import { optionalFlag } from '../../http/input.ts'
import { optionalText } from '../../text-input.ts'
import { Buyer, Customer, CustomerItem, DiscountRule } from '../../api/v1/customer-schema.ts'

const version = z
  .string()
  .meta({ description: 'What a save sends back. It is refused if somebody else has changed something since.' })

const MAX_QUERY = 254

/** What customers are filtered by, as query parameters. */
export const customerFilter = {
  q: optionalText(MAX_QUERY).describe('Words: each a part of the name, the account code or the e-mail.'),
  active: optionalFlag(),
}

export const CustomerRow = Customer.extend({
  discountCount: z.int(),
  agreedPriceCount: z.int().meta({ description: 'Past and future ones too.' }),
  buyerCount: z.int(),
}).meta({ id: 'CustomerRow', description: 'A customer in the list, with the number of its terms and buyers.' })

export const EditableCustomer = Customer.extend({ version }).meta({ id: 'EditableCustomer' })

const BuyerOfCustomer = Buyer.extend({
  mayOrder: z.boolean().meta({ description: 'Without it, the buyer may only prepare orders.' }),
}).meta({ id: 'BuyerOfCustomer' })

export const CustomerForStaff = EditableCustomer.extend({
  discountRules: z.array(DiscountRule),
  buyers: z.array(BuyerOfCustomer),
  agreedPriceCount: z.int(),
}).meta({ id: 'CustomerForStaff', description: 'A customer as staff see it. Its agreed prices are listed apart.' })

export const CustomerEdit = CustomerItem.partial()
  .extend({ version: z.string({ error: 'Is required.' }) })
  .meta({ id: 'CustomerEdit', description: 'A field that is left out keeps its value. Null clears it.' })

import { z } from 'zod'
import { InvalidRequest } from '../../errors.ts'
import { MAX_CREDIT_LIMIT, ORDER_LIMITS } from '../../shared/limits.ts'
import { editBuyer, listBuyers, disableBuyer, enableBuyer } from '../../customers/buyers.ts'
import { deleteCustomer } from '../../customers/edit-customer.ts'
import { isEmail } from '../../shared/email.ts'
import { inviteBuyerToSignIn } from '../../people/invitations.ts'
import { anyText, text } from '../../lib/text-input.ts'
import { customer, digits, idOf, name, operation, workspaceId } from './operation.ts'

const buyer = z.object({ workspaceId, id: idOf('buyer') })

const LIMIT = `Must be a whole number of minor units from 0 to ${MAX_CREDIT_LIMIT}, or "any".`

/** On what terms a buyer orders. What is left out stays as it is. */
const buyerTerms = {
  orderLimit: z
    .union([z.literal('any').transform(() => null), digits(0, MAX_CREDIT_LIMIT)], LIMIT)
    .optional()
    .meta({
      flags: '--limit <amount>',
      description: 'largest order before tax, in minor units: 0 for who may only prepare orders, "any" for no limit',
    }),
  costCentre: anyText(ORDER_LIMITS.costCentre)
    .transform((typed) => typed || null)
    .optional()
    .meta({ flags: '--cost-centre <text>', description: 'cost centre or reference, shown on the orders; "" for none' }),
}

export const CUSTOMER_OPERATIONS = {
  'customer delete': operation({
    description: 'Delete a customer with its terms and buyers. Orders keep its name.',
    input: z.object({ workspaceId, customer: customer.meta({ flags: '<code>' }) }),
    run: deleteCustomer,
    print: (_, { customer }) => `Deleted the customer ${customer}.`,
  }),
  'buyer invite': operation({
    description: 'Add a buyer to a customer. This prints a link to join, and mails it.',
    input: z.object({
      workspaceId,
      customer,
      email: text(254)
        .refine(isEmail, 'Must be one e-mail address.')
        .meta({ flags: '--email <email>', description: 'e-mail address; unique among the buyers of the workspace' }),
      name: name.describe('name of the person'),
      ...buyerTerms,
    }),
    run: (context, input) => inviteBuyerToSignIn(context, { ...input, delivery: 'both' }),
    print: ({ id, link }) => [`Invited the buyer ${id}. To join:`, link!],
  }),
  'buyer list': operation({
    description: 'List the buyers of a customer, with the largest order of each in minor units.',
    input: z.object({ workspaceId, customer }),
    run: listBuyers,
    print: (buyers) => [
      ['NAME', 'E-MAIL', 'STATUS', 'LIMIT', 'COST CENTRE', 'ID'],
      ...buyers.map(({ id, name, email, status, orderLimit, costCentre }) => [
        name,
        email,
        status,
        String(orderLimit ?? 'any'),
        costCentre ?? '–',
        id,
      ]),
    ],
  }),
  'buyer set': operation({
    description: 'Set how much a buyer may order at once, and the cost centre on the orders.',
    input: buyer.extend(buyerTerms),
    run: async (context, input) => {
      if (input.orderLimit === undefined && input.costCentre === undefined) {
        throw new InvalidRequest('Give --limit, --cost-centre or both.')
      }
      await editBuyer(context, input)
    },
    print: (_, { id }) => `Changed the buyer ${id}.`,
  }),
  'buyer disable': operation({
    description: 'Disable a buyer: no more sign-in, no more orders.',
    input: buyer,
    run: async (context, input) => void (await disableBuyer(context, input)),
    print: (_, { id }) => `Disabled the buyer ${id}.`,
  }),
  'buyer enable': operation({
    description: 'Enable a buyer who is disabled or invited.',
    input: buyer,
    run: enableBuyer,
    print: (_, { id }) => `Enabled the buyer ${id}.`,
  }),
}

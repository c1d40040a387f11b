import { z } from 'zod'
import { deleteCustomer } from '../../customers/delete-customer.ts'
import { isEmail } from '../../customers/email.ts'
import { disableBuyer, enableBuyer } from '../../customers/set-buyer-status.ts'
import { inviteBuyerToSignIn } from '../../people/invite-buyer.ts'
import { text } from '../../text-input.ts'
import { customer, idOf, name, operation, workspaceId } from './operation.ts'

const buyer = z.object({ workspaceId, id: idOf('buyer') })

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
    }),
    run: (context, input) => inviteBuyerToSignIn(context, { ...input, delivery: 'both' }),
    print: ({ id, link }) => [`Invited the buyer ${id}. To join:`, link!],
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

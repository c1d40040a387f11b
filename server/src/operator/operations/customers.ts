import { z } from 'zod'
import { deleteCustomer } from '../../customers/delete-customer.ts'
import { isEmail } from '../../customers/email.ts'
import { disableBuyer, enableBuyer } from '../../customers/set-buyer-status.ts'
import { inviteBuyerToSignIn } from '../../people/invite-buyer.ts'
import { reference, text } from '../../text-input.ts'
import { id, operation } from './operation.ts'

const buyer = z.object({ workspaceId: id, id: z.string() })

export const CUSTOMER_OPERATIONS = {
  'customer delete': operation(
    z.object({ workspaceId: id, customer: reference() }),
    async (context, { workspaceId, ...input }) => {
      await deleteCustomer({ ...context, workspaceId }, input)
      return { ok: true }
    },
  ),
  'buyer invite': operation(
    z.object({
      workspaceId: id,
      customer: reference(),
      name: text(200),
      email: text(254).refine(isEmail, 'Must be one e-mail address.'),
    }),
    (context, { workspaceId, ...input }) =>
      inviteBuyerToSignIn({ ...context, workspaceId }, { ...input, delivery: 'both' }),
  ),
  'buyer disable': operation(buyer, async (context, { workspaceId, ...input }) => {
    await disableBuyer({ ...context, workspaceId }, input)
    return { ok: true }
  }),
  'buyer enable': operation(buyer, async (context, { workspaceId, ...input }) => {
    await enableBuyer({ ...context, workspaceId }, input)
    return { ok: true }
  }),
}

import { z } from 'zod'
import { setBuyerRole } from '../../customers/set-buyer-role.ts'
import { disableBuyer, enableBuyer } from '../../customers/set-buyer-status.ts'
import { envelope } from '../../http/envelope.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { DONE, Done } from '../done.ts'
import { inviteBuyerAgain, inviteBuyerToSignIn } from '../../people/invite-buyer.ts'
import { emailInput, nameInput } from '../../people/person-input.ts'
import { Invited, invitationsTakenBack } from '../invitations.ts'

const operation = operationsOf('Customers')
const params = z.object({ id: z.uuid() })
const lostRight = envelope(z.object({ ok: z.literal(true), invitationsTakenBack }))

const mayOrder = z
  .boolean('Must be true or false.')
  .meta({ description: 'Without it, the buyer may only prepare orders.' })

const InviteBuyer = z
  .object({
    name: nameInput,
    email: emailInput,
    mayOrder: mayOrder.optional(),
  })
  .meta({ id: 'InviteBuyer' })

export const buyerRoutes: RoutePlugin = async (app) => {
  app.post(
    '/customers/:id/buyers',
    operation('inviteBuyer', 'Invite a person to order for the customer', {
      params,
      body: InviteBuyer,
      answer: envelope(Invited),
    }),
    async ({ workspace, params, body }) => ({
      data: await inviteBuyerToSignIn(workspace, { ...body, customer: params.id }),
    }),
  )

  app.post(
    '/buyers/:id/invite',
    operation('inviteBuyerAgain', 'Mail an invitation to a buyer again, or show its link', {
      params,
      body: z.object({ show: z.boolean() }),
      answer: envelope(Invited),
    }),
    async ({ workspace, params: { id }, body }) => ({
      data: await inviteBuyerAgain(workspace, { id, delivery: body.show ? 'show' : 'mail' }),
    }),
  )

  app.put(
    '/buyers/:id/role',
    operation('setBuyerRole', 'Say whether a buyer may order, or only prepare orders', {
      params,
      body: z.object({ mayOrder }),
      answer: lostRight,
    }),
    async ({ workspace, params, body }) => ({
      data: { ok: true as const, ...(await setBuyerRole(workspace, { ...params, ...body })) },
    }),
  )

  app.post(
    '/buyers/:id/disable',
    operation('disableBuyer', 'Take the right to sign in and order', { params, answer: lostRight }),
    async ({ workspace, params }) => ({ data: { ok: true as const, ...(await disableBuyer(workspace, params)) } }),
  )

  app.post(
    '/buyers/:id/enable',
    operation('enableBuyer', 'Give the right to order', { params, answer: Done }),
    async ({ workspace, params }) => {
      await enableBuyer(workspace, params)
      return DONE
    },
  )
}

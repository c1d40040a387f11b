import { z } from 'zod'
import { editBuyer, disableBuyer, enableBuyer } from '../../customers/buyers.ts'
import { envelope } from '../../http/envelope.ts'
import { OF_CUSTOMER, operationsOf } from './operation.ts'
import type { RoutePlugin } from './operation.ts'
import { buyerTerms, EditBuyer, done, Done, Invited, invitationsTakenBack } from '../common-schemas.ts'
import { inviteBuyerAgain, inviteBuyerToSignIn } from '../../people/invitations.ts'
import { erasePerson } from '../../people/erase-person.ts'
import { personArchive } from '../../files/export/person-data.ts'
import { sendFile } from '../../http/send-file.ts'
import { emailInput, nameInput } from '../../people/persons.ts'

const operation = operationsOf('Customers')
const params = z.object({ id: z.uuid() })
const lostRight = envelope(z.object({ ok: z.literal(true), invitationsTakenBack }))

const InviteBuyer = z
  .object({
    name: nameInput,
    email: emailInput,
    ...buyerTerms,
  })
  .meta({ id: 'InviteBuyer' })

export const buyerRoutes: RoutePlugin = async (app) => {
  app.post(
    '/customers/:id/buyers',
    operation('inviteBuyer', 'Invite a person to order for the customer', {
      right: 'buyers',
      own: OF_CUSTOMER,
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
      right: 'buyers',
      own: { buyer: 'params.id' },
      params,
      body: z.object({ show: z.boolean() }),
      answer: envelope(Invited),
    }),
    async ({ workspace, params: { id }, body }) => ({
      data: await inviteBuyerAgain(workspace, { id, delivery: body.show ? 'show' : 'mail' }),
    }),
  )

  app.patch(
    '/buyers/:id',
    operation('editBuyer', 'Set up to which sum a buyer may order, and the cost centre', {
      right: 'buyers',
      own: { buyer: 'params.id' },
      params,
      body: EditBuyer,
      answer: lostRight,
    }),
    async ({ workspace, params, body }) => ({
      data: { ok: true as const, ...(await editBuyer(workspace, { ...params, ...body })) },
    }),
  )

  app.post(
    '/buyers/:id/disable',
    operation('disableBuyer', 'Take the right to sign in and order', {
      right: 'buyers',
      own: { buyer: 'params.id' },
      params,
      answer: lostRight,
    }),
    async ({ workspace, params }) => ({ data: { ok: true as const, ...(await disableBuyer(workspace, params)) } }),
  )

  app.post(
    '/buyers/:id/enable',
    operation('enableBuyer', 'Give the right to order', {
      right: 'buyers',
      own: { buyer: 'params.id' },
      params,
      answer: Done,
    }),
    async ({ workspace, params }) => done(enableBuyer(workspace, params)),
  )

  app.get(
    '/buyers/:id/data',
    operation('readBuyerData', 'All that is held of a buyer, as a file', {
      right: 'people',
      config: { uncached: true, kind: 'download' },
      params,
      answer: z.any().meta({ description: 'A ZIP archive: JSON, and a PDF of each order and quote.' }),
    }),
    async ({ workspace, params: { id } }, reply) =>
      sendFile(reply, { name: 'personal-data', type: 'zip' }, () => personArchive(workspace, { buyerId: id })),
  )

  app.post(
    '/buyers/:id/erase',
    operation('eraseBuyer', 'Erase what is held of a buyer, for all customers; cannot be undone', {
      right: 'people',
      config: { fresh: true },
      params,
      answer: Done,
    }),
    async ({ workspace, params: { id } }) => done(erasePerson(workspace, { buyerId: id })),
  )
}

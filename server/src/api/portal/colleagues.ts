import { z } from 'zod'
import { Buyer } from '../v1/customers.ts'
import { envelope } from '../../http/envelope.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import {
  editColleague,
  inviteColleague,
  inviteColleagueAgain,
  listColleagues,
  setColleagueEnabled,
} from '../../portal/colleagues.ts'
import { emailInput, nameInput } from '../../people/persons.ts'
import { after, buyerTerms, EditBuyer, Invited } from '../common-schemas.ts'

const operation = operationsOf('Colleagues')
const params = z.object({ id: z.uuid('Must be an id.') })

const Colleague = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    hasJoined: z.boolean(),
    orderLimit: Buyer.shape.orderLimit,
    costCentre: Buyer.shape.costCentre,
    disabledBy: z
      .enum(['colleague', 'wholesaler'])
      .nullable()
      .meta({ description: 'Who has disabled them. Colleagues enable only those whom a colleague disabled.' }),
  })
  .meta({ id: 'Colleague', description: 'Somebody who buys for the same customer.' })

export const colleagueRoutes: RoutePlugin = async (app) => {
  app.get(
    '/colleagues',
    operation('listColleagues', 'Who buys for the customer', { answer: envelope(z.array(Colleague)) }),
    async ({ buyer }) => ({ data: await listColleagues(buyer) }),
  )

  app.post(
    '/colleagues',
    operation('inviteColleague', 'Invite somebody to buy for the same customer', {
      body: z.object({ name: nameInput, email: emailInput, ...buyerTerms }).meta({ id: 'InviteColleague' }),
      answer: envelope(Invited),
    }),
    async ({ buyer, body }) => ({ data: await inviteColleague(buyer, body) }),
  )

  app.post(
    '/colleagues/:id([^/]+)/invite',
    operation('inviteColleagueAgain', 'Invite a colleague again who has not joined yet', {
      params,
      answer: envelope(Invited),
    }),
    async ({ buyer, params }) => ({ data: await inviteColleagueAgain(buyer, params.id) }),
  )

  app.patch(
    '/colleagues/:id([^/]+)',
    operation('editColleague', 'Set up to which sum a colleague may order, and the cost centre', {
      params,
      body: EditBuyer,
      answer: envelope(z.array(Colleague)),
    }),
    async ({ buyer, params, body }) => after(editColleague(buyer, { ...params, ...body }), () => listColleagues(buyer)),
  )

  app.put(
    '/colleagues/:id([^/]+)/enabled',
    operation('setColleagueEnabled', 'Disable a colleague, or enable one again', {
      params,
      body: z.object({ enabled: z.boolean('Must be true or false.') }),
      answer: envelope(z.array(Colleague)),
    }),
    async ({ buyer, params, body }) =>
      after(setColleagueEnabled(buyer, { ...params, ...body }), () => listColleagues(buyer)),
  )
}

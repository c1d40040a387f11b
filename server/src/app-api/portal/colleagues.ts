import { z } from 'zod'
import { envelope } from '../../http/envelope.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import {
  inviteColleague,
  inviteColleagueAgain,
  listColleagues,
  setColleagueEnabled,
  setColleagueRole,
} from '../../portal/colleagues.ts'
import { emailInput, nameInput } from '../../people/person-input.ts'
import { Invited } from '../invitations.ts'

const operation = operationsOf('Colleagues')
const params = z.object({ id: z.uuid('Must be an id.') })
const mayOrder = z.boolean('Must be true or false.').meta({ description: 'Without it, they may only prepare orders.' })

const Colleague = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    hasJoined: z.boolean(),
    mayOrder,
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
      body: z.object({ name: nameInput, email: emailInput, mayOrder }).meta({ id: 'InviteColleague' }),
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

  app.put(
    '/colleagues/:id([^/]+)/role',
    operation('setColleagueRole', 'Say whether a colleague may order', {
      params,
      body: z.object({ mayOrder }),
      answer: envelope(z.array(Colleague)),
    }),
    async ({ buyer, params, body }) => {
      await setColleagueRole(buyer, { ...params, ...body })
      return { data: await listColleagues(buyer) }
    },
  )

  app.put(
    '/colleagues/:id([^/]+)/enabled',
    operation('setColleagueEnabled', 'Disable a colleague, or enable one again', {
      params,
      body: z.object({ enabled: z.boolean('Must be true or false.') }),
      answer: envelope(z.array(Colleague)),
    }),
    async ({ buyer, params, body }) => {
      await setColleagueEnabled(buyer, { ...params, ...body })
      return { data: await listColleagues(buyer) }
    },
  )
}

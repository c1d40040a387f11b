import { after } from '../common-schemas.ts'
import { z } from 'zod'
import { envelope } from '../../http/envelope.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import { ORDER_LIMITS } from '../../shared/limits.ts'
import {
  askForApproval,
  listRequests,
  readRequest,
  removeRequest,
  sendRequestBack,
  takeRequestBack,
} from '../../portal/approval-requests.ts'
import { placeBasket } from '../../portal/place-basket.ts'
import { readBasket } from '../../portal/read-basket.ts'
import { optionalText, text } from '../../lib/text-input.ts'
import { PlacedOrder } from '../console/order-placing.ts'
import { Basket, PlaceBasket } from './basket.ts'

const operation = operationsOf('Approval')
const params = z.object({ id: z.uuid('Must be an id.') })
// As the basket, these raise no revision with each change of a line.
const config = { uncached: true }

const ApprovalRequest = z
  .object({
    id: z.uuid(),
    name: z.string().meta({ description: 'Of the buyer who asked.' }),
    isOwn: z.boolean(),
    askedAt: z.iso.datetime(),
    lineCount: z.int(),
    subtotal: z.int().meta({ description: 'As it was when it was asked for, in minor units, before tax.' }),
    sentBack: z
      .object({ by: z.string(), note: z.string().nullable() })
      .nullable()
      .meta({ description: 'The colleague who did not approve it, and why. Null while it waits.' }),
  })
  .meta({ id: 'ApprovalRequest', description: 'What a buyer wants to order, and a colleague has to approve.' })

const answer = envelope(z.array(ApprovalRequest))

export const approvalRequestRoutes: RoutePlugin = async (app) => {
  app.get(
    '/approval-requests',
    operation('listRequests', 'All own requests, and those of colleagues that wait and that the buyer may approve', {
      config,
      answer,
    }),
    async ({ buyer }) => ({ data: await listRequests(buyer) }),
  )

  app.post(
    '/approval-requests',
    operation('askForApproval', 'Ask the colleagues who may order so much to approve what is in the basket', {
      description: 'The basket is empty then. Safe to repeat: a basket is asked for once.',
      body: z.object({ token: text(ORDER_LIMITS.token) }).meta({ id: 'AskForApproval' }),
      answer: envelope(Basket),
    }),
    async ({ buyer, body }) => after(askForApproval(buyer, body.token), () => readBasket(buyer)),
  )

  app.get(
    '/approval-requests/:id([^/]+)',
    operation('readRequest', 'A request at the present prices', {
      config: { ...config, kind: 'lines' },
      params,
      answer: envelope(ApprovalRequest.extend({ basket: Basket })),
    }),
    async ({ buyer, params }) => ({ data: await readRequest(buyer, params.id) }),
  )

  app.delete(
    '/approval-requests/:id([^/]+)',
    operation('removeRequest', 'Remove an own request', { params, answer }),
    async ({ buyer, params }) => after(removeRequest(buyer, params.id), () => listRequests(buyer)),
  )

  app.post(
    '/approval-requests/:id([^/]+)/take-back',
    operation('takeRequestBack', 'Put an own request back into the basket', { params, answer: envelope(Basket) }),
    async ({ buyer, params }) => after(takeRequestBack(buyer, params.id), () => readBasket(buyer)),
  )

  app.post(
    '/approval-requests/:id([^/]+)/order',
    operation('approveRequest', 'Approve the request of a colleague, which orders it', {
      description: 'Safe to repeat, as the order of the own basket is.',
      params,
      body: PlaceBasket,
      answer: envelope(PlacedOrder),
    }),
    async ({ buyer, params, body }) => ({ data: await placeBasket(buyer, body, { requestId: params.id }) }),
  )

  app.post(
    '/approval-requests/:id([^/]+)/send-back',
    operation('sendRequestBack', 'Send the request of a colleague back unordered', {
      params,
      body: z.object({ note: optionalText(ORDER_LIMITS.note).nullable() }).meta({ id: 'SendRequestBack' }),
      answer,
    }),
    async ({ buyer, params, body: { note = null } }) =>
      after(sendRequestBack(buyer, { id: params.id, note }), () => listRequests(buyer)),
  )
}

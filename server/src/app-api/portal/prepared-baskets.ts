import { z } from 'zod'
import { envelope } from '../../http/envelope.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { ORDER_LIMITS } from '../../rules/limits.ts'
import { askToOrder, sendBasketBack, takeBasketBack } from '../../portal/hand-over-basket.ts'
import { placeBasket } from '../../portal/place-basket.ts'
import { listPreparedBaskets, readPreparedBasket } from '../../portal/prepared-baskets.ts'
import { readBasket } from '../../portal/read-basket.ts'
import { optionalText } from '../../text-input.ts'
import { PlacedOrder } from '../console/order-placing-schema.ts'
import { Basket, PlaceBasket } from './basket-schema.ts'

const operation = operationsOf('Colleagues')
const params = z.object({ buyerId: z.uuid('Must be an id.') })
// As the basket, these raise no revision with each change of a line.
const config = { uncached: true }

const PreparedBasket = z
  .object({
    buyerId: z.uuid(),
    name: z.string(),
    askedAt: z.iso.datetime(),
    lineCount: z.int(),
    subtotal: z.int().meta({ description: 'As it was when it was asked for, in minor units, before tax.' }),
  })
  .meta({ id: 'PreparedBasket', description: 'A basket that a colleague has asked to be approved.' })

export const preparedBasketRoutes: RoutePlugin = async (app) => {
  app.post(
    '/basket/ask',
    operation('askToOrder', 'Ask the colleagues who may order so much to approve the basket', {
      answer: envelope(Basket),
    }),
    async ({ buyer }) => {
      await askToOrder(buyer)
      return { data: await readBasket(buyer) }
    },
  )

  app.delete(
    '/basket/ask',
    operation('takeBasketBack', 'Take the basket back to change it', { answer: envelope(Basket) }),
    async ({ buyer }) => {
      await takeBasketBack(buyer)
      return { data: await readBasket(buyer) }
    },
  )

  app.get(
    '/prepared-baskets',
    operation('listPreparedBaskets', 'The baskets of colleagues that wait, and that the buyer may approve', {
      config,
      answer: envelope(z.array(PreparedBasket)),
    }),
    async ({ buyer }) => ({ data: await listPreparedBaskets(buyer) }),
  )

  app.get(
    '/prepared-baskets/:buyerId([^/]+)',
    operation('readPreparedBasket', 'One of them, at the present prices', {
      config,
      params,
      answer: envelope(
        z.object({ preparedBy: z.string(), askedSubtotal: PreparedBasket.shape.subtotal, basket: Basket }),
      ),
    }),
    async ({ buyer, params }) => ({ data: await readPreparedBasket(buyer, params.buyerId) }),
  )

  app.post(
    '/prepared-baskets/:buyerId([^/]+)/order',
    operation('orderPreparedBasket', 'Approve the basket of a colleague, which orders it', {
      description: 'Safe to repeat, as the order of the own basket is.',
      params,
      body: PlaceBasket,
      answer: envelope(PlacedOrder),
    }),
    async ({ buyer, params, body }) => ({ data: await placeBasket(buyer, body, { preparedBy: params.buyerId }) }),
  )

  app.post(
    '/prepared-baskets/:buyerId([^/]+)/send-back',
    operation('sendBasketBack', "Send a colleague's basket back unordered", {
      params,
      body: z.object({ note: optionalText(ORDER_LIMITS.note).nullable() }).meta({ id: 'SendBasketBack' }),
      answer: envelope(z.array(PreparedBasket)),
    }),
    async ({ buyer, params, body: { note = null } }) => {
      await sendBasketBack(buyer, { preparedBy: params.buyerId, note })
      return { data: await listPreparedBaskets(buyer) }
    },
  )
}

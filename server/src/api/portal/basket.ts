import { z } from 'zod'
import { quantity } from '../v1/order-schema.ts'
import { envelope } from '../../http/envelope.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import {
  addToBasket,
  describeBasket,
  emptyBasket,
  refillBasket,
  removeFromBasket,
  setBasketLine,
} from '../../portal/change-basket.ts'
import { placeBasket } from '../../portal/place-basket.ts'
import { readBasket } from '../../portal/read-basket.ts'
import { PlacedOrder } from '../console/order-placing-schema.ts'
import { Added, Basket, DescribeBasket, NewLines, PlaceBasket } from './basket-schema.ts'

const operation = operationsOf('Basket')
const params = z.object({ productId: z.uuid('Must be an id.') })
const answer = envelope(Basket)
/** Each answers with the whole basket. */
const config = { kind: 'lines' } as const

export const basketRoutes: RoutePlugin = async (app) => {
  app.get(
    '/basket',
    // What one buyer puts into a basket changes nothing for others: it raises no revision, so the answer has no tag.
    operation('readBasket', 'The basket now', { config: { ...config, uncached: true }, answer }),
    async ({ buyer }) => ({ data: await readBasket(buyer) }),
  )

  app.put(
    '/basket',
    operation('describeBasket', 'Keep what goes with the order', { config, body: DescribeBasket, answer }),
    async ({ buyer, body }) => {
      const { poNumber = null, note = null, ...delivery } = body
      await describeBasket(buyer, { poNumber, note, ...delivery })
      return { data: await readBasket(buyer) }
    },
  )

  app.post(
    '/basket/lines',
    operation('addToBasket', 'Add to the basket', { config, body: NewLines, answer: envelope(Added) }),
    async ({ buyer, body }) => {
      const added = await addToBasket(buyer, body.lines, body.key)
      return { data: { ...added, basket: await readBasket(buyer) } }
    },
  )

  app.delete('/basket/lines', operation('emptyBasket', 'Empty the basket', { config, answer }), async ({ buyer }) => {
    await emptyBasket(buyer)
    return { data: await readBasket(buyer) }
  })

  app.post(
    '/basket/refill',
    operation('refillBasket', 'Put back the lines of a basket that was emptied', { config, answer }),
    async ({ buyer }) => {
      await refillBasket(buyer)
      return { data: await readBasket(buyer) }
    },
  )

  app.put(
    '/basket/lines/:productId([^/]+)',
    operation('setBasketLine', 'Change the quantity of a line', {
      config,
      params,
      body: z.object({ qty: quantity }),
      answer,
    }),
    async ({ buyer, params, body }) => {
      await setBasketLine(buyer, { ...params, ...body })
      return { data: await readBasket(buyer) }
    },
  )

  app.delete(
    '/basket/lines/:productId([^/]+)',
    operation('removeBasketLine', 'Remove a line', { config, params, answer }),
    async ({ buyer, params }) => {
      await removeFromBasket(buyer, params.productId)
      return { data: await readBasket(buyer) }
    },
  )

  app.post(
    '/basket/order',
    operation('placeBasket', 'Order what is in the basket', {
      description: 'Safe to repeat: a basket that was ordered before answers with that order.',
      body: PlaceBasket,
      answer: envelope(PlacedOrder),
    }),
    async ({ buyer, body }) => ({ data: await placeBasket(buyer, body) }),
  )
}

import { z } from 'zod'
import { envelope } from '../../http/envelope.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { addToBasket, describeBasket, removeFromBasket, setBasketLine } from '../../portal/change-basket.ts'
import { checkLines } from '../../portal/check-lines.ts'
import { placeBasket } from '../../portal/place-basket.ts'
import { readBasket } from '../../portal/read-basket.ts'
import { PlacedOrder } from '../console/order-schema.ts'
import { Added, Basket, CheckedLine, DescribeBasket, Lines, PlaceBasket, quantity } from './basket-schema.ts'

const tags = ['Basket']
const params = z.object({ productId: z.uuid('Must be an id.') })
const response = { 200: envelope(Basket) }

export const basketRoutes: RoutePlugin = async (app) => {
  app.get(
    '/basket',
    // What one buyer puts into a basket changes nothing for others: it raises no revision, so the answer has no tag.
    { config: { uncached: true }, schema: { operationId: 'readBasket', summary: 'The basket now', tags, response } },
    async ({ buyer }) => ({ data: await readBasket(buyer) }),
  )

  app.put(
    '/basket',
    {
      schema: {
        operationId: 'describeBasket',
        summary: 'Keep the purchase order number and the note',
        tags,
        body: DescribeBasket,
        response,
      },
    },
    async ({ buyer, body }) => {
      const { poNumber = null, note = null } = body
      await describeBasket(buyer, { poNumber, note })
      return { data: await readBasket(buyer) }
    },
  )

  app.post(
    '/basket/lines',
    {
      schema: {
        operationId: 'addToBasket',
        summary: 'Add to the basket',
        tags,
        body: Lines,
        response: { 200: envelope(Added) },
      },
    },
    async ({ buyer, body }) => {
      const added = await addToBasket(buyer, body.lines)
      return { data: { ...added, basket: await readBasket(buyer) } }
    },
  )

  app.delete(
    '/basket/lines',
    { schema: { operationId: 'emptyBasket', summary: 'Empty the basket', tags, response } },
    async ({ buyer }) => {
      await removeFromBasket(buyer)
      return { data: await readBasket(buyer) }
    },
  )

  app.put(
    '/basket/lines/:productId([^/]+)',
    {
      schema: {
        operationId: 'setBasketLine',
        summary: 'Change the quantity of a line',
        tags,
        params,
        body: z.object({ qty: quantity }),
        response,
      },
    },
    async ({ buyer, params, body }) => {
      await setBasketLine(buyer, { ...params, ...body })
      return { data: await readBasket(buyer) }
    },
  )

  app.delete(
    '/basket/lines/:productId([^/]+)',
    { schema: { operationId: 'removeBasketLine', summary: 'Remove a line', tags, params, response } },
    async ({ buyer, params }) => {
      await removeFromBasket(buyer, params.productId)
      return { data: await readBasket(buyer) }
    },
  )

  app.post(
    '/basket/order',
    {
      schema: {
        operationId: 'placeBasket',
        summary: 'Order what is in the basket',
        description: 'Safe to repeat: a basket that was ordered before answers with that order.',
        tags,
        body: PlaceBasket,
        response: { 200: envelope(PlacedOrder) },
      },
    },
    async ({ buyer, body }) => ({ data: await placeBasket(buyer, body) }),
  )

  app.post(
    '/lines/check',
    {
      config: { scope: 'read', cost: 'expensive' },
      schema: {
        operationId: 'checkLines',
        summary: 'Check lines that were typed or pasted',
        tags,
        body: Lines,
        response: { 200: envelope(z.array(CheckedLine)) },
      },
    },
    async ({ buyer, body }) => ({ data: await checkLines(buyer, body.lines) }),
  )
}

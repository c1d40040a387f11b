import { z } from 'zod'
import { envelope, page, pageOf, pageParameters } from '../../http/envelope.ts'
import { optionalWord } from '../../http/input.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { ORDERS_LISTED, listOrders } from '../../orders/list-orders.ts'
import { moveOrder } from '../../orders/move-order.ts'
import { ORDER_STATUSES } from '../../shared/order-steps.ts'
import { readOrder } from '../../orders/read-order.ts'
import { CANCELLED_FROM, USUAL_WAY, MoveOrder, Order, OrderWithLines } from './order-schema.ts'

const MAX_PAGE = 100

const operation = operationsOf('Orders')
const params = z.object({ id: z.string().meta({ format: 'uuid', description: 'An order id.' }) })

export const orderRoutes: RoutePlugin = async (app) => {
  app.get(
    '/orders',
    operation('listOrders', 'Recent orders', {
      description:
        `The ${ORDERS_LISTED} most recent orders, newest first; with \`status\` only those of one status. To follow new ` +
        'orders, poll with `status=new`, and confirm each order that you have taken over.',
      querystring: z.object({
        status: optionalWord(ORDER_STATUSES).describe('Only orders with this status.'),
        ...pageParameters(MAX_PAGE),
      }),
      answer: pageOf(Order),
    }),
    async ({ workspace, query }) => page(await listOrders(workspace, query), query),
  )

  app.get(
    '/orders/:id([^/]+)',
    operation('readOrder', 'One order with its lines and history', {
      config: { kind: 'lines' },
      description: 'Names, prices and explanations are as they were when the order was placed.',
      params,
      answer: envelope(OrderWithLines),
    }),
    async ({ workspace, params }) => ({ data: await readOrder(workspace, params.id) }),
  )

  app.patch(
    '/orders/:id([^/]+)',
    operation('moveOrder', 'Move an order on', {
      config: { scope: 'write' },
      description:
        `From ${USUAL_WAY}, one step after the other. From ${CANCELLED_FROM} also to cancelled; the note then gives ` +
        'the reason. Any other move is refused. Not idempotent: the same move again is refused too.',
      params,
      body: MoveOrder,
      answer: envelope(OrderWithLines),
    }),
    async ({ workspace, params, body }) => ({ data: await moveOrder(workspace, { ...body, id: params.id }) }),
  )
}

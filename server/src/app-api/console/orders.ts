import { z } from 'zod'
import { Order } from '../../api/v1/order-schema.ts'
import { ORDER_STATUSES } from '../../rules/order-steps.ts'
import { envelope, nextOffset, nextOffsetField, pageParameters } from '../../http/envelope.ts'
import { optionalWord } from '../../http/input.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { moveOrder } from '../../orders/move-order.ts'
import { moveOrders } from '../../orders/move-orders.ts'
import { addOrderNote, removeOrderNote } from '../../orders/order-notes.ts'
import { readOrderForStaff } from '../../orders/read-order-for-staff.ts'
import { countOrders, searchOrders } from '../../orders/search-orders.ts'
import {
  MovedOrders,
  MoveOrders,
  MoveSeenOrder,
  NewOrderNote,
  OrderCounts,
  OrderForStaff,
  OrderNote,
  orderSearch,
} from './order-schema.ts'

const MAX_PAGE = 100

const tags = ['Orders']
const params = z.object({ slug: z.string(), id: z.string() })
export const orderRoutes: RoutePlugin = async (app) => {
  app.get(
    '/orders',
    {
      schema: {
        operationId: 'searchOrders',
        summary: 'Orders, new ones first',
        tags,
        querystring: z.object({ status: optionalWord(ORDER_STATUSES), ...orderSearch, ...pageParameters(MAX_PAGE) }),
        response: { 200: envelope(z.array(Order)).extend(nextOffsetField) },
      },
    },
    async ({ workspace, query }) => {
      const data = await searchOrders(workspace, query)
      return { data, nextOffset: nextOffset(data, query) }
    },
  )

  app.get(
    '/orders/counts',
    {
      schema: {
        operationId: 'countOrders',
        summary: 'How many orders match, by status',
        tags,
        querystring: z.object(orderSearch),
        response: { 200: envelope(OrderCounts) },
      },
    },
    async ({ workspace, query }) => ({ data: await countOrders(workspace, query) }),
  )

  app.get(
    '/orders/:id([^/]+)',
    {
      schema: {
        operationId: 'readOrder',
        summary: 'One order',
        tags,
        params,
        response: { 200: envelope(OrderForStaff) },
      },
    },
    async ({ workspace, params }) => ({ data: await readOrderForStaff(workspace, params.id) }),
  )

  app.post(
    '/orders/moves',
    {
      schema: {
        operationId: 'moveOrders',
        summary: 'Move several orders on',
        tags,
        body: MoveOrders,
        response: { 200: envelope(MovedOrders) },
      },
    },
    async ({ workspace, body }) => ({ data: await moveOrders(workspace, body) }),
  )

  app.patch(
    '/orders/:id([^/]+)',
    {
      schema: {
        operationId: 'moveOrder',
        summary: 'Move an order on',
        tags,
        params,
        body: MoveSeenOrder,
        response: { 200: envelope(OrderForStaff) },
      },
    },
    async ({ workspace, params: { id }, body }) => {
      await moveOrder(workspace, { ...body, id })
      return { data: await readOrderForStaff(workspace, id) }
    },
  )

  app.post(
    '/orders/:id([^/]+)/notes',
    {
      schema: {
        operationId: 'addOrderNote',
        summary: 'Add a note for staff',
        tags,
        params,
        body: NewOrderNote,
        response: { 200: envelope(OrderNote) },
      },
    },
    async ({ workspace, params, body }) => ({ data: await addOrderNote(workspace, { ...params, ...body }) }),
  )

  app.delete(
    '/orders/:id([^/]+)/notes/:noteId([^/]+)',
    {
      schema: {
        operationId: 'removeOrderNote',
        summary: 'Remove a note',
        tags,
        params: params.extend({ noteId: z.string() }),
        response: { 200: envelope(z.object({ id: z.uuid() })) },
      },
    },
    async ({ workspace, params }) => ({ data: await removeOrderNote(workspace, params) }),
  )
}

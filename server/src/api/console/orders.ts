import { after } from '../common-schemas.ts'
import { z } from 'zod'
import { Order } from '../v1/orders.ts'
import { envelope, page, pageOf, pageParameters, pricedEnvelope } from '../../http/envelope.ts'
import { optionalWord } from '../../http/input.ts'
import { OF_ORDER, operationsOf } from './operation.ts'
import type { RoutePlugin } from './operation.ts'
import { changeOrder, transitionOrder, transitionOrders } from '../../orders/transition-order.ts'
import { changeLines, previewChange } from '../../orders/change-lines.ts'
import { addOrderNote, removeOrderNote } from '../../orders/order-notes.ts'
import type { PlannedChange } from '../../orders/plan-changes.ts'
import { forecastTakeBack, setTracking, takeBackDispatch } from '../../orders/dispatch.ts'
import { readOrderForStaff } from '../../orders/read-order-for-staff.ts'
import { countOrders, countViews, searchOrders } from '../../orders/search-orders.ts'
import { PERIODS, turnover } from '../../orders/customer-story.ts'
import { optionalReference } from '../../lib/text-input.ts'
import { ORDERS_COUNTED } from '../../shared/limits.ts'
import { requirePricing } from './order-placing.ts'
import {
  ChangeLines,
  filterOf,
  LinesPreview,
  NewOrderNote,
  OrderCounts,
  orderFilter,
  OrderForStaff,
  OrderNote,
  OrderReference,
  orderSearch,
  Tracking,
  TransitionedOrders,
  TransitionOrders,
  TransitionSeenOrder,
  Turnover,
  Views,
} from './order-schema.ts'

const MAX_PAGE = 100

const operation = operationsOf('Orders')
const params = z.object({ slug: z.string(), id: z.string() })
export const orderRoutes: RoutePlugin = async (app) => {
  app.get(
    '/orders',
    operation('searchOrders', 'Orders, new ones first', {
      right: 'read',
      own: 'lists',
      querystring: z.object({ ...orderFilter, ...pageParameters(MAX_PAGE) }),
      answer: pageOf(Order),
    }),
    async ({ workspace, query }) => page(await searchOrders(workspace, query), query),
  )

  app.get(
    '/orders/counts',
    operation('countOrders', 'How many orders match, by status', {
      right: 'read',
      own: 'lists',
      querystring: z.object(orderSearch),
      answer: envelope(OrderCounts),
    }),
    async ({ workspace, query }) => ({ data: await countOrders(workspace, query) }),
  )

  app.get(
    '/orders/counts/views',
    operation('countViews', 'How many orders match each of several filters', {
      right: 'read',
      own: 'lists',
      querystring: z.object({ views: Views }),
      answer: envelope(
        z
          .array(z.int().nullable())
          .meta({ description: `In their order, each counted up to ${ORDERS_COUNTED}; null for no filter.` }),
      ),
    }),
    async ({ workspace, query: { views } }) => ({ data: await countViews(workspace, views.map(filterOf)) }),
  )

  app.get(
    '/orders/turnover',
    operation('readTurnover', 'Orders and their value by week or month, the oldest first', {
      right: 'read',
      own: { customer: 'query.customer' },
      // A new week begins without a write.
      config: { uncached: true },
      querystring: z.object({
        by: optionalWord(PERIODS).describe('By week, if left out.'),
        customer: optionalReference().describe('A customer id or account code.'),
      }),
      answer: pricedEnvelope(z.array(Turnover)),
    }),
    async ({ workspace, currency, query: { by = 'week', customer } }) => ({
      data: await turnover(workspace, { by, customer }),
      currency,
    }),
  )

  app.get(
    '/orders/:id([^/]+)',
    operation('readOrder', 'One order', {
      right: 'read',
      own: OF_ORDER,
      config: { kind: 'lines' },
      params,
      answer: envelope(OrderForStaff),
    }),
    async ({ workspace, params }) => ({ data: await readOrderForStaff(workspace, params.id) }),
  )

  app.post(
    '/orders/moves',
    operation('moveOrders', 'Move several orders on', {
      right: 'orders',
      own: { order: 'body.orders.id' },
      body: TransitionOrders,
      answer: envelope(TransitionedOrders),
    }),
    async ({ workspace, body }) => ({ data: await transitionOrders(workspace, body) }),
  )

  app.patch(
    '/orders/:id([^/]+)',
    operation('moveOrder', 'Move an order on', {
      right: 'orders',
      own: OF_ORDER,
      params,
      body: TransitionSeenOrder,
      answer: envelope(OrderForStaff),
    }),
    async ({ workspace, params: { id }, body }) =>
      after(transitionOrder(workspace, { ...body, id }), () => readOrderForStaff(workspace, id)),
  )

  app.post(
    '/orders/:id([^/]+)/lines/preview',
    operation('previewLines', 'What a change of the lines would make of an order', {
      right: 'orders',
      own: OF_ORDER,
      config: { scope: 'read', kind: 'lines' },
      params,
      body: ChangeLines,
      answer: envelope(LinesPreview),
    }),
    async ({ workspace, params: { id }, body }) => {
      await requirePricing(workspace, body.lines)
      return { data: shownPlan(await previewChange(workspace, { ...body, id })) }
    },
  )

  app.post(
    '/orders/:id([^/]+)/lines',
    operation('changeLines', 'Change, add, remove and re-price lines of an order', {
      right: 'orders',
      own: OF_ORDER,
      params,
      body: ChangeLines,
      answer: envelope(OrderForStaff),
    }),
    async ({ workspace, params: { id }, body }) => {
      await requirePricing(workspace, body.lines)
      await changeLines(workspace, { ...body, id })
      return { data: await readOrderForStaff(workspace, id) }
    },
  )

  app.put(
    '/orders/:id([^/]+)/tracking',
    operation('setTracking', 'Say where the goods of a dispatched order can be followed', {
      right: 'orders',
      own: OF_ORDER,
      params,
      body: Tracking,
      answer: envelope(OrderForStaff),
    }),
    async ({ workspace, params: { id }, body: { tracking = null } }) =>
      after(setTracking(workspace, { id, tracking }), () => readOrderForStaff(workspace, id)),
  )

  app.put(
    '/orders/:id([^/]+)/reference',
    operation('setReference', 'Set the own number of an order, as of the ERP', {
      right: 'orders',
      own: OF_ORDER,
      params,
      body: OrderReference,
      answer: envelope(OrderForStaff),
    }),
    async ({ workspace, params: { id }, body: { reference } }) =>
      after(changeOrder(workspace, { id, reference }), () => readOrderForStaff(workspace, id)),
  )

  app.get(
    '/orders/:id([^/]+)/back-to-confirmed',
    operation('forecastBackToConfirmed', 'How many people would be mailed if a dispatch was taken back', {
      right: 'orders',
      own: OF_ORDER,
      // Mails are sent without a change of the workspace, which tags are made from.
      config: { uncached: true },
      params,
      answer: envelope(z.object({ mails: z.int() })),
    }),
    async ({ workspace, params }) => ({ data: await forecastTakeBack(workspace, params.id) }),
  )

  app.post(
    '/orders/:id([^/]+)/back-to-confirmed',
    operation('takeOrderBack', 'Take back a dispatch of the last hour that was a mistake', {
      right: 'orders',
      own: OF_ORDER,
      params,
      answer: envelope(OrderForStaff),
    }),
    async ({ workspace, params: { id } }) =>
      after(takeBackDispatch(workspace, id), () => readOrderForStaff(workspace, id)),
  )

  app.post(
    '/orders/:id([^/]+)/notes',
    operation('addOrderNote', 'Add a note for staff', {
      right: 'orders',
      own: OF_ORDER,
      params,
      body: NewOrderNote,
      answer: envelope(OrderNote),
    }),
    async ({ workspace, params, body }) => ({ data: await addOrderNote(workspace, { ...params, ...body }) }),
  )

  app.delete(
    '/orders/:id([^/]+)/notes/:noteId([^/]+)',
    operation('removeOrderNote', 'Remove a note', {
      right: 'orders',
      own: OF_ORDER,
      params: params.extend({ noteId: z.string() }),
      answer: envelope(z.object({ id: z.uuid() })),
    }),
    async ({ workspace, params }) => ({ data: await removeOrderNote(workspace, params) }),
  )
}

function shownPlan({ lines, changes, problem }: PlannedChange) {
  return {
    lines: lines.map(({ asked, before, after, today, problem, hint }) => ({
      sku: (after ?? before)?.sku ?? asked.sku ?? '',
      name: (after ?? before)?.name ?? null,
      qty: asked.qty,
      price: after?.price ?? null,
      candidates: after?.candidates ?? [],
      today,
      problem,
      hint,
    })),
    changes,
    problem,
  }
}

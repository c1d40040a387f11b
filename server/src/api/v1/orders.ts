import { z } from 'zod'
import { envelope, page, pageOf, pageParameters } from '../../http/envelope.ts'
import { optionalInteger, optionalTime, optionalWord, wholeNumber } from '../../http/input.ts'
import { matchesRecord, tagRecord } from '../../http/entity-tags.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import { listOrders, ORDERS_LISTED, readOrder } from '../../orders/read-order.ts'
import { changeOrder } from '../../orders/transition-order.ts'
import { CANCELLABLE, listInWords, ORDER_STATUSES } from '../../shared/order-steps.ts'
import { Actor } from './activity.ts'
import { Address } from './customers.ts'
import { AVAILABILITY } from '../../database/column-values.ts'
import { anyText, leftOutWhenBlank, onceOr, optionalText, reference, text } from '../../lib/text-input.ts'
import { trackingProblem } from '../../shared/tracking.ts'
import { ORDER_LIMITS } from '../../shared/limits.ts'
import { isDay } from '../../shared/read-day.ts'
import { Price, PriceCandidate } from './prices.ts'

/** Where goods can be followed. */
export function tracking() {
  return leftOutWhenBlank(
    text(ORDER_LIMITS.tracking).superRefine((value, context) => {
      const message = trackingProblem(value)
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    }),
  ).describe('With the dispatch: where the customer can follow the goods, an https link or a text. Buyers see it.')
}

/** How many units of a line somebody orders. */
export const quantity = wholeNumber(1, ORDER_LIMITS.qty)

const [first, ...next] = ORDER_STATUSES.filter((status) => status !== 'cancelled')
/** "new to confirmed, dispatched and completed" */
const USUAL_WAY = `${first} to ${listInWords(next, 'conjunction')}`
/** "new or confirmed" */
const CANCELLED_FROM = listInWords(CANCELLABLE, 'disjunction')

const OrderStatus = z.enum(ORDER_STATUSES).meta({
  description: `An order goes from ${USUAL_WAY}; or from ${CANCELLED_FROM} to cancelled.`,
})

/** What the wholesaler says of tax and freight: of an order as it was placed. */
export const taxOfOrder = {
  taxRateBp: z
    .int()
    .nullable()
    .meta({ description: 'Basis points of the subtotal. Null where nothing is said of tax.', examples: [2000] }),
  tax: z
    .int()
    .nullable()
    .meta({ description: 'Minor units: that share, rounded once, half up.', examples: [446] }),
  total: z
    .int()
    .nullable()
    .meta({ description: 'Subtotal and tax, in minor units.', examples: [2677] }),
  terms: z
    .string()
    .nullable()
    .meta({ description: 'What the wholesaler says of freight and tax.', examples: ['Free delivery from £150.'] }),
}

export const CreditHold = z
  .object({
    limit: z.int().meta({ description: 'The credit limit of the customer.', examples: [100_000] }),
    open: z.int().meta({
      description: 'The open balance of the customer, its open orders and this one, with their tax.',
      examples: [190_500],
    }),
    over: z.int().meta({ description: 'By how much that is over the limit.', examples: [90_500] }),
  })
  .meta({ id: 'CreditHold', description: 'Amounts in minor units, as they were when the order was placed.' })

export const Order = z
  .object({
    id: z.uuid(),
    number: z.int().meta({ description: 'Order number for people. Unique in the workspace.', examples: [1042] }),
    status: OrderStatus,
    customer: z
      .object({
        id: z.uuid(),
        accountCode: z
          .string()
          .nullable()
          .meta({ examples: ['CASTLE01'] }),
        name: z.string().meta({ examples: ['Castle Lane Cafés'] }),
      })
      .meta({ description: 'As it was when the order was placed. The customer may be deleted since.' }),
    buyer: z
      .object({
        name: z.string().meta({ examples: ['Isobel Grant'] }),
        email: z.string().meta({ examples: ['isobel@castlelane.example'] }),
      })
      .nullable()
      .meta({ description: 'The person who ordered for the customer. Null if the wholesaler placed the order.' }),
    requestedBy: z
      .object({
        name: z.string().meta({ examples: ['Tess Whitlow'] }),
        email: z.string().meta({ examples: ['tess@castlelane.example'] }),
      })
      .nullable()
      .meta({ description: 'The person who asked `buyer` to approve the order. Null for other orders.' }),
    poNumber: z
      .string()
      .nullable()
      .meta({ description: "The customer's purchase order number.", examples: ['PO-7781'] }),
    costCentre: z
      .string()
      .nullable()
      .meta({ description: 'Of the buyer, as it was when the order was placed.', examples: ['KITCHEN'] }),
    reference: z
      .string()
      .nullable()
      .meta({ description: "The wholesaler's own number for the order, as of its ERP.", examples: ['SO-20417'] }),
    note: z
      .string()
      .nullable()
      .meta({ description: 'Note that came with the order.', examples: ['Before 10 am, please.'] }),
    currency: z.string().meta({
      description: 'ISO 4217. The currency of all amounts of this order. It was fixed when the order was placed.',
      examples: ['GBP'],
    }),
    lineCount: z.int().meta({ examples: [1] }),
    subtotal: z.int().meta({ description: 'The sum of the lines, in minor units, before tax.', examples: [2231] }),
    ...taxOfOrder,
    deliverTo: Address.nullable().meta({ description: 'The delivery address as it was when the order was placed.' }),
    wantedOn: z
      .string()
      .nullable()
      .meta({ format: 'date', description: 'The day on which the customer wants it.', examples: ['2027-01-05'] }),
    creditHold: CreditHold.nullable().meta({
      description: 'Why the order waits as `new`: it passes the credit limit. Null for an order that does not wait.',
    }),
    tracking: z
      .string()
      .nullable()
      .meta({ description: 'Where a dispatched order can be followed: a link, or a text such as a parcel number.' }),
    placedAt: z.iso.datetime(),
    updatedAt: z.iso.datetime().meta({ description: 'When the order was changed last, such as its status.' }),
  })
  .meta({
    id: 'Order',
    description:
      'An order. It keeps names and prices as they were when it was placed, but for lines that staff change.',
  })

export const OrderLine = z
  .object({
    id: z.uuid(),
    productId: z.uuid().meta({ description: 'The product may be deleted since.' }),
    sku: z.string().meta({ examples: ['HOL-1042'] }),
    name: z.string().meta({ examples: ['Azure dinner plate 26 cm'] }),
    unitLabel: z.string().meta({ description: 'Name of one unit.', examples: ['each'] }),
    qty: z.int().meta({ description: 'Number of units. `price.line` is the price of all of them.', examples: [1] }),
    availability: z
      .enum(AVAILABILITY)
      .nullable()
      .meta({ description: 'Of the product when it was ordered. Null where it is not known.' }),
    leadTimeNote: z.string().nullable().meta({ description: 'Of the product when it was ordered.' }),
    customerCode: z
      .string()
      .nullable()
      .meta({
        description: "The customer's own part number for the product, when it was ordered.",
        examples: ['CL-PLATE-26'],
      }),
    price: Price,
    candidates: z
      .array(PriceCandidate)
      .meta({ description: 'The prices that were considered at `pricedAt`, in the order of evaluation.' }),
    pricedAt: z.iso.datetime().meta({
      description:
        'When the price was made: when the order was placed, or when staff added the line or priced it again.',
    }),
    pricedQty: z.int().meta({
      description: 'The quantity that the price was made for. Staff can change `qty` and keep the unit price.',
    }),
  })
  .meta({ id: 'OrderLine' })

const LineState = z
  .object({ qty: z.int(), unit: z.int().meta({ description: 'The price of one, in minor units.' }) })
  .nullable()
  .meta({ id: 'OrderLineState', description: 'Null where there was no such line, or is none any more.' })

/** What a change made of the lines. */
export const OrderChanges = z
  .object({
    lines: z.array(
      z.object({
        sku: z.string(),
        name: z.string(),
        from: LineState,
        to: LineState,
        isPricedAgain: z.boolean().meta({
          description: 'Whether the price was made anew. If not, the unit price and its explanation were kept.',
        }),
        reason: z
          .string()
          .optional()
          .meta({ description: 'Why staff set the price by hand. Left out for other prices.' }),
      }),
    ),
    subtotal: z.object({ from: z.int(), to: z.int() }).meta({ description: 'Minor units.' }),
  })
  .meta({ id: 'OrderChanges', description: 'What a change made of the lines of an order.' })

const OrderStep = z
  .object({
    status: OrderStatus,
    at: z.iso.datetime(),
    by: Actor,
    note: z
      .string()
      .nullable()
      .meta({ description: 'Note that came with the step. For a cancelled order: the reason.' }),
    changes: OrderChanges.nullable().meta({
      description: 'What staff changed of the lines. Null for a step to a status.',
    }),
  })
  .meta({ id: 'OrderStep', description: 'A step to a status, or a change of the lines: when, and by whom.' })

export const OrderWithLines = Order.extend({
  lines: z.array(OrderLine).meta({ description: 'In the order of the call that placed the order.' }),
  history: z
    .array(OrderStep)
    .meta({ description: 'Every step to a status, and every change of the lines, oldest first.' }),
}).meta({ id: 'OrderWithLines', description: 'An order with its lines and its history.' })

export const liftCreditHold = z.boolean('Must be true or false.').optional()

/** The wholesaler's own number for an order; blank is as good as null. */
export const orderReference = anyText(ORDER_LIMITS.reference)
  .nullable()
  .transform((value) => value || null)

const MoveOrder = z
  .object(
    {
      status: optionalWord(ORDER_STATUSES).describe('The next status. May be left out beside `reference` alone.'),
      reference: orderReference
        .optional()
        .describe('Your own number for the order. Null or "" removes it, and what is left out stays.'),
      note: optionalText(ORDER_LIMITS.note)
        .nullable()
        .transform((note) => note ?? undefined)
        .describe('The history keeps it. To cancel an order, give the reason here.'),
      liftCreditHold: liftCreditHold.describe('True confirms an order although it has a `creditHold`.'),
      tracking: tracking()
        .nullable()
        .transform((value) => value ?? undefined),
    },
    { error: 'Must be a JSON object with "status" or "reference".' },
  )
  // Beside other errors, too.
  .refine(({ reference, status, ...step }) => status !== undefined || isAlone(reference, step), {
    path: ['status'],
    message: 'Is required.',
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  })
  .meta({ id: 'MoveOrder' })

/** Whether a reference comes without what belongs to a step. */
function isAlone(reference: unknown, step: object): boolean {
  return reference !== undefined && Object.values(step).every((value) => value === undefined)
}

const MAX_PAGE = 100
/** What the database can store. */
const MAX_NUMBER = 2_147_483_647

const operation = operationsOf('Orders')
const params = z.object({ id: z.string().meta({ description: 'An order id or number.' }) })

/** A day or two, such as 2027-01-05..2027-01-09, as the first and the last one. */
const optionalDays = leftOutWhenBlank(
  z
    .string({ error: onceOr('Must be a day, or two as 2027-01-05..2027-01-09.') })
    .transform((days) => days.split('..'))
    .refine(
      (days) => days.length <= 2 && days.every(isDay) && days[0]! <= days.at(-1)!,
      'Must be a day, such as 2027-01-05, or the first and the last one: 2027-01-05..2027-01-09.',
    )
    .transform((days) => [days[0]!, days.at(-1)!] as const),
).meta({ type: 'string', examples: ['2027-01-05..2027-01-09'] })

export const orderRoutes: RoutePlugin = async (app) => {
  app.get(
    '/orders',
    operation('listOrders', 'Recent orders', {
      description:
        `The ${ORDERS_LISTED} most recent orders that match all that is asked for, newest first. To follow new ` +
        'orders, poll with `status=new`, and confirm each order that you have taken over.',
      querystring: z.object({
        status: optionalWord(ORDER_STATUSES).describe('Only orders with this status.'),
        customer: reference('Must not be blank. Leave it out for all customers.')
          .optional()
          .describe('Only orders of this customer, by id or account code (ignoring case).'),
        number: optionalInteger(1, MAX_NUMBER).describe('Only the order with this number.'),
        reference: optionalText(ORDER_LIMITS.reference).describe('Only orders with exactly this `reference`.'),
        placedSince: optionalTime().describe('Only orders that were placed at or after this time.'),
        wantedOn: optionalDays.describe('Only orders that are wanted on this day, or from the first to the last day.'),
        ...pageParameters(MAX_PAGE),
      }),
      answer: pageOf(Order).meta({ id: 'OrderList' }),
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
    async ({ workspace, params }, { request }) => {
      const order = await readOrder(workspace, params.id)
      tagRecord(request, order)
      return { data: order }
    },
  )

  app.patch(
    '/orders/:id([^/]+)',
    operation('moveOrder', 'Move an order on', {
      config: { scope: 'write' },
      description:
        `From ${USUAL_WAY}, one step after the other. From ${CANCELLED_FROM} also to cancelled; the note then gives ` +
        'the reason. Any other move is refused. Not idempotent: the same move again is refused too. Or set `reference`, ' +
        'alone or with a move: both are done, or neither.',
      params,
      headers: z.object({
        'if-match': z
          .string()
          .optional()
          .describe('The `ETag` of a read of this order: it is changed only if it is still as it was then.'),
      }),
      body: MoveOrder,
      answer: envelope(OrderWithLines),
    }),
    async ({ workspace, params, body, headers }) => ({
      data: await changeOrder(workspace, { ...body, id: params.id, isAsRead: matchesRecord(headers['if-match']) }),
    }),
  )
}

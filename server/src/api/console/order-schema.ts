import { z } from 'zod'
import { Actor } from '../v1/activity.ts'
import { OrderChanges, OrderLine, OrderWithLines, liftCreditHold, orderReference, tracking } from '../v1/orders.ts'
import { Price, PriceCandidate } from '../v1/prices.ts'
import { PRODUCT_FIELDS } from '../../shared/product-fields.ts'
import { ORDER_STATUSES } from '../../shared/order-steps.ts'
import {
  amount,
  list,
  optionalDay,
  optionalFlag,
  optionalInteger,
  optionalWord,
  wholeNumber,
} from '../../http/input.ts'
import { MAX_MOVES } from '../../orders/transition-order.ts'
import {
  COUNTED_VIEWS,
  MAX_PRICE,
  ORDER_LIMITS,
  ORDERS_COUNTED,
  PRINTED_ORDERS,
  VIEW_QUERY,
} from '../../shared/limits.ts'
import { LinePicture } from '../common-schemas.ts'
import { anyText, leftOutWhenBlank, optionalReference, optionalText, text } from '../../lib/text-input.ts'

export const OrderNote = z
  .object({ id: z.uuid(), at: z.iso.datetime(), by: Actor, text: z.string() })
  .meta({ id: 'OrderNote', description: 'A note of staff. Buyers and the public API do not see it.' })

export const OrderForStaff = OrderWithLines.extend({
  lines: z.array(
    OrderLine.extend({
      picture: LinePicture.meta({ description: 'The product as it is now. Null if it was deleted since.' }),
    }),
  ),
  notes: z.array(OrderNote).meta({ description: 'Oldest first.' }),
  contact: z
    .object({
      contactName: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      paymentTermsDays: z.int().nullable(),
    })
    .nullable()
    .meta({ description: 'The customer as it is now. Null if it was deleted since.' }),
}).meta({ id: 'OrderForStaff', description: 'An order with all that staff see.' })

export const Turnover = z
  .object({
    from: z.iso.date().meta({ description: 'Its first day, in the time zone of the workspace.' }),
    orders: z.int(),
    value: z.int().meta({ description: 'Minor units. Cancelled orders do not count.' }),
  })
  .meta({ id: 'Turnover', description: 'The orders of a week or month.' })

export const OrderCounts = z
  .object(
    Object.fromEntries(ORDER_STATUSES.map((status) => [status, z.int()])) as Record<
      (typeof ORDER_STATUSES)[number],
      z.ZodInt
    >,
  )
  .meta({ id: 'OrderCounts', description: `The number of orders of each status, counted up to ${ORDERS_COUNTED}.` })

const status = z.enum(ORDER_STATUSES, `Must be one of: ${ORDER_STATUSES.join(', ')}.`)
const optionalNote = optionalText(ORDER_LIMITS.note).describe('The history keeps it. To cancel an order: the reason.')

export const TransitionSeenOrder = z
  .object({
    status: status.describe('The next status.'),
    seen: status.describe('The status that was shown.'),
    note: optionalNote,
    liftCreditHold: liftCreditHold.describe('The hold was shown, and the order is confirmed in spite of it.'),
    tracking: tracking(),
  })
  .meta({ id: 'TransitionSeenOrder' })

export const Tracking = z.object({ tracking: tracking() }).meta({ id: 'Tracking', description: 'Without it: removed.' })

export const OrderReference = z
  .object({ reference: orderReference })
  .meta({ id: 'OrderReference', description: 'Blank or null removes it.' })

/** An order of 1,000 lines whose lines are all replaced. */
const MAX_CHANGED = 2 * ORDER_LIMITS.lines

export const ByHand = z
  .object(
    {
      unit: amount(MAX_PRICE).describe('The price of one, in minor units.'),
      reason: text(ORDER_LIMITS.priceReason).describe('Buyers see it.'),
    },
    { error: 'Must be an object with "unit" and "reason".' },
  )
  .meta({ id: 'PriceByHand', description: 'A price that staff set for one line.' })

export const lowPrices = z
  .boolean('Must be true or false.')
  .optional()
  .describe('True takes prices by hand that are 30% or more below those by the rules.')

export const ChangeLines = z
  .object({
    seen: z.int().min(1).describe('How many entries the history had that was shown.'),
    lines: list(
      z.object({
        id: z.uuid('Must be an id.').optional().describe('Of a line of the order.'),
        sku: text(PRODUCT_FIELDS.sku.max).optional().describe('Of a new line.'),
        qty: wholeNumber(0, ORDER_LIMITS.qty).describe('0 removes a line.'),
        price: z
          .enum(['kept', 'today'])
          .optional()
          .describe('`kept`: the unit price stays, with its explanation. `today`: both are made anew.'),
        manual: ByHand.optional().describe('Set by hand. What the rules give stays among the candidates.'),
        unit: z.int().min(0).optional().describe('The unit price that was shown. At another one nothing is changed.'),
      }),
      { min: 0, max: MAX_CHANGED },
    ),
    lowPrices,
  })
  .meta({ id: 'ChangeLines', description: 'Lines that are not named stay as they are.' })

export const LinesPreview = z
  .object({
    lines: z
      .array(
        z.object({
          sku: z.string(),
          name: z.string().nullable().meta({ description: 'Null if there is no such product.' }),
          qty: z.int(),
          price: Price.nullable().meta({ description: 'What the line would have. Null for one that is removed.' }),
          candidates: z.array(PriceCandidate),
          today: Price.nullable().meta({ description: 'At the price of today; null where that is not known.' }),
          problem: z.string().nullable().meta({ description: 'Why the line cannot be so.' }),
          hint: z.string().nullable().meta({ description: 'Why a new order would not have such a line.' }),
        }),
      )
      .meta({ description: 'In the order of the call.' }),
    changes: OrderChanges,
    problem: z.string().nullable().meta({ description: 'What is wrong with the order as a whole.' }),
  })
  .meta({ id: 'LinesPreview', description: 'What a change of lines would make of an order.' })

/** What a list of orders is searched by. */
export const orderSearch = {
  q: optionalText(200).describe('Words in the number, customer, purchase order number, reference or buyer.'),
  customer: optionalReference().describe('The id of a customer.'),
  contact: optionalReference().describe('The id of a member of the staff: orders of customers whose contact that is.'),
  buyer: optionalText(200).describe('Part of the name or e-mail of the buyer.'),
  from: optionalDay().describe('The first day of placing, in the time zone of the workspace.'),
  to: optionalDay().describe('The last day of placing.'),
  wantedFrom: optionalDay().describe('The first day on which it is wanted.'),
  wantedTo: optionalDay().describe('The last day on which it is wanted.'),
  least: optionalInteger(0, Number.MAX_SAFE_INTEGER).describe('The lowest subtotal, in minor units.'),
  most: optionalInteger(0, Number.MAX_SAFE_INTEGER).describe('The highest subtotal, in minor units.'),
  lateOn: optionalDay().describe('Only orders that are late on this day, if they are not on their way.'),
  held: optionalFlag().describe('Orders that wait for the credit of their customer, or those that do not.'),
}

/** The statuses that a list can be narrowed to. */
export const LISTED_STATUSES = [...ORDER_STATUSES, 'open'] as const

/** The same with a status, as a query. */
export const orderFilter = {
  ...orderSearch,
  status: optionalWord(LISTED_STATUSES).describe('`open`: new or confirmed.'),
}

/** Orders to print: those with these ids, or all that match. */
export const printedOrders = {
  ...orderFilter,
  ids: leftOutWhenBlank(
    z
      .string()
      .transform((ids) => ids.split(','))
      .pipe(z.array(z.uuid('Must be ids.')).max(PRINTED_ORDERS, `Must have at most ${PRINTED_ORDERS} ids.`)),
  )
    .meta({ type: 'string' })
    .describe('Ids, separated by commas. Without them, all orders that match.'),
}

const ViewFilter = z.object(orderFilter)

/** Filters as texts of the list's address: what is no filter in one counts as nothing, and a wrong one as none. */
export const Views = z
  .preprocess(
    (input) => (typeof input === 'string' ? [input] : input),
    z.array(anyText(VIEW_QUERY)).min(1).max(COUNTED_VIEWS, `Must have at most ${COUNTED_VIEWS} views.`),
  )
  .describe('Each a query of this list, such as status=new&from=2027-01-05.')

/** The filter that a view means; null for none. */
export function filterOf(view: string): z.infer<typeof ViewFilter> | null {
  return ViewFilter.safeParse(Object.fromEntries(new URLSearchParams(view))).data ?? null
}

/** In a body, amounts are numbers, and flags are true or false. */
const searchInBody = {
  ...orderSearch,
  least: z.int().min(0).optional(),
  most: z.int().min(0).optional(),
  held: z.boolean('Must be true or false.').optional(),
}

const move = { status: status.describe('The next status of all of them.'), note: optionalNote }

export const TransitionOrders = z
  .union([
    z.object({
      orders: list(z.object({ id: z.uuid('Must be an id.'), seen: status }), { min: 1, max: MAX_MOVES }),
      ...move,
    }),
    z.object({
      matching: z.object({ ...searchInBody, status: z.enum(LISTED_STATUSES).optional() }),
      expected: z.int().min(1).describe('How many orders match, as was shown.'),
      ...move,
    }),
  ])
  .meta({ id: 'TransitionOrders' })

export const TransitionedOrders = z
  .object({
    moved: z.int(),
    problems: z
      .array(z.object({ id: z.uuid(), number: z.int().nullable(), message: z.string() }))
      .meta({ description: 'The orders that were not moved, and why.' }),
  })
  .meta({ id: 'TransitionedOrders' })

export const NewOrderNote = z.object({ text: text(ORDER_LIMITS.note) }).meta({ id: 'NewOrderNote' })

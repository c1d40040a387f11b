import { z } from 'zod'
import { Actor } from './actor-schema.ts'
import { optionalText } from '../../text-input.ts'
import { ORDER_STATUSES } from '../../database/column-values.ts'
import { Price, PriceCandidate } from './price-schema.ts'

const MAX_NOTE = 2_000

const OrderStatus = z
  .enum(ORDER_STATUSES)
  .meta({ description: 'How far the order has come: from new by confirmed and dispatched to completed, or cancelled.' })

export const Order = z
  .object({
    id: z.uuid(),
    number: z.int().meta({ description: 'What people call the order; unique in the workspace.', examples: [1042] }),
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
      .meta({ description: 'As it was called when the order was placed; it may be gone since.' }),
    buyer: z
      .object({
        name: z.string().meta({ examples: ['Isobel Grant'] }),
        email: z.string().meta({ examples: ['isobel@castlelane.example'] }),
      })
      .nullable()
      .meta({ description: 'Who ordered for the customer; null where the wholesaler did.' }),
    poNumber: z
      .string()
      .nullable()
      .meta({ description: "The customer's purchase order number.", examples: ['PO-7781'] }),
    note: z
      .string()
      .nullable()
      .meta({ description: 'What was said with the order.', examples: ['Before 10 am, please.'] }),
    currency: z
      .string()
      .meta({ description: 'ISO 4217; of all amounts of this order, fixed when it was placed.', examples: ['GBP'] }),
    lineCount: z.int().meta({ examples: [1] }),
    subtotal: z.int().meta({ description: 'The sum of the lines, in minor units, before tax.', examples: [2231] }),
    placedAt: z.iso.datetime(),
    updatedAt: z.iso.datetime().meta({ description: 'When it came to its present status.' }),
  })
  .meta({ id: 'Order', description: 'What a customer ordered, as it was when it was placed.' })

const OrderLine = z
  .object({
    id: z.uuid(),
    productId: z.uuid().meta({ description: 'The product may be gone since.' }),
    sku: z.string().meta({ examples: ['HOL-1042'] }),
    name: z.string().meta({ examples: ['Azure dinner plate 26 cm'] }),
    unitLabel: z.string().meta({ description: 'What one unit is.', examples: ['each'] }),
    qty: z.int().meta({ description: 'In units; `price` is the one at this quantity.', examples: [1] }),
    price: Price,
    candidates: z
      .array(PriceCandidate)
      .meta({ description: 'The prices that were considered when the order was placed, in that order.' }),
  })
  .meta({ id: 'OrderLine' })

const OrderStep = z
  .object({
    status: OrderStatus,
    at: z.iso.datetime(),
    by: Actor,
    note: z.string().nullable().meta({ description: 'What was said with it; the reason of a cancelled order.' }),
  })
  .meta({ id: 'OrderStep', description: 'How the order came to a status.' })

export const OrderWithLines = Order.extend({
  lines: z.array(OrderLine).meta({ description: 'In the order in which they were given.' }),
  history: z.array(OrderStep).meta({ description: 'Each status it came to, the oldest first.' }),
}).meta({ id: 'OrderWithLines', description: 'An order with its lines and how far it has come.' })

export const MoveOrder = z
  .object(
    {
      status: z
        .enum(ORDER_STATUSES, {
          error: ({ input }) =>
            input === undefined ? 'Is required.' : `Must be one of: ${ORDER_STATUSES.join(', ')}.`,
        })
        .describe('The next status.'),
      note: optionalText(MAX_NOTE)
        .nullable()
        .transform((note) => note ?? undefined)
        .describe('Kept in the history. Cancelling needs one: the reason.'),
    },
    { error: 'Must be a JSON object with "status".' },
  )
  .meta({ id: 'MoveOrder', examples: [{ status: 'confirmed', note: 'Ships on Tuesday.' }] })

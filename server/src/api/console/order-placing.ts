import { z } from 'zod'
import type { WorkspaceContext } from '../../context.ts'
import { Product } from '../v1/product-schema.ts'
import { listProducts } from '../../catalogue/list-products.ts'
import { envelope, pricedEnvelope, sendRawJson } from '../../http/envelope.ts'
import { operationsOf } from './operation.ts'
import type { RoutePlugin } from './operation.ts'
import { placeOrder } from '../../orders/place-order.ts'
import { requirePricesByHand } from '../../orders/order-settings.ts'
import { priceOrder } from '../../orders/price-order.ts'
import { rawJsonList } from '../../database/paging/index.ts'
import { optionalText, reference, text } from '../../lib/text-input.ts'
import { CreditHold, quantity } from '../v1/orders.ts'
import { ByHand, lowPrices } from './order-schema.ts'
import { Price, PriceCandidate } from '../v1/prices.ts'
import { list } from '../../http/input.ts'
import { CREDIT_POLICIES } from '../../shared/credit.ts'
import { ORDER_LIMITS } from '../../shared/limits.ts'
import { PRODUCT_FIELDS } from '../../shared/product-fields.ts'
import { askedDelivery, DeliveryChoice, Shortfall, totals } from '../common-schemas.ts'

const money = z.int().meta({ description: 'Minor units.' })

export const Credit = z
  .object({
    policy: z.enum(CREDIT_POLICIES).meta({ description: 'What becomes of an order past the limit.' }),
    limit: money.nullable(),
    openBalance: money.nullable().meta({ description: 'What the customer owes, as the ERP says. Minor units.' }),
    openOrders: z.object({ count: z.int(), value: money.meta({ description: 'Minor units, with tax.' }) }),
  })
  .meta({ id: 'Credit', description: 'How a customer stands beside its limit.' })

const lineFields = { sku: text(PRODUCT_FIELDS.sku.max), qty: quantity, manual: ByHand.optional() }

const PriceOrder = z
  .object({
    customer: reference().describe('Id or account code.'),
    lines: list(z.object(lineFields), { min: 0, max: ORDER_LIMITS.lines }),
  })
  .meta({ id: 'PriceOrder' })

const PricedOrder = z
  .object({
    customer: z.object({ id: z.uuid(), accountCode: z.string().nullable(), name: z.string(), poRequired: z.boolean() }),
    lines: z.array(
      z
        .object({
          sku: z.string(),
          qty: z.int(),
          product: z
            .object({
              id: z.uuid(),
              name: z.string(),
              unitLabel: z.string(),
              minOrderQty: z.int(),
              orderMultiple: z.int(),
            })
            .nullable()
            .meta({ description: 'Null if there is no product with that SKU.' }),
          price: Price.nullable(),
          candidates: z.array(PriceCandidate),
          nextBreak: z
            .object({ qty: z.int(), unit: z.int() })
            .nullable()
            .meta({ description: 'The next quantity from which a unit is cheaper, and its price in minor units.' }),
          last: z
            .object({ qty: z.int(), unit: money, at: z.iso.datetime() })
            .nullable()
            .meta({ description: 'How the customer ordered the product last. Null where it never did.' }),
          problem: z.string().nullable().meta({ description: 'Why the line cannot be ordered.' }),
        })
        .meta({ id: 'PricedOrderLine' }),
    ),
    ...totals,
    delivery: DeliveryChoice,
    credit: Credit.meta({ description: 'Before this order.' }),
    creditHold: CreditHold.nullable().meta({ description: 'What the order would wait for, or be refused for.' }),
    shortfall: Shortfall,
  })
  .meta({ id: 'PricedOrder', description: 'What an order would cost now.' })

const PlaceOrder = z
  .object({
    customer: reference().describe('Id or account code.'),
    lines: list(
      z.object({
        ...lineFields,
        unit: z.int().min(0).optional().describe('The unit price that was shown. At another one nothing is placed.'),
      }),
      { min: 1, max: ORDER_LIMITS.lines },
    ),
    poNumber: optionalText(ORDER_LIMITS.poNumber),
    note: optionalText(ORDER_LIMITS.note),
    ...askedDelivery,
    belowMinimum: z
      .boolean('Must be true or false.')
      .optional()
      .describe('True places it although it stays below the minimum order value.'),
    lowPrices,
    token: text(ORDER_LIMITS.token).describe('A repeat with the same token places no second order.'),
  })
  .meta({ id: 'PlaceOrder' })

export const PlacedOrder = z.object({ id: z.uuid(), number: z.int() }).meta({ id: 'PlacedOrder' })

/** Products that are suggested for what was typed. */
const SUGGESTIONS = 8

const operation = operationsOf('Orders')

/** Throws Refused where a line has a price by hand, and whoever asks may not set one. */
export async function requirePricing(context: WorkspaceContext, lines: readonly { manual?: unknown }[]): Promise<void> {
  if (lines.some(({ manual }) => manual !== undefined)) await requirePricesByHand(context)
}

/** What it takes to place an order for a customer. */
export const orderPlacingRoutes: RoutePlugin = async (app) => {
  app.get(
    '/orders/products',
    operation('suggestProducts', 'Products for a line, at the price of the customer', {
      right: 'read',
      own: { customer: 'query.customer' },
      querystring: z.object({ customer: reference(), q: optionalText(200) }),
      answer: pricedEnvelope(z.array(Product)),
    }),
    async ({ workspace, currency, query }, reply) => {
      const products = await listProducts(workspace, { ...query, limit: SUGGESTIONS, offset: 0 })
      return sendRawJson(reply, rawJsonList(products), { currency })
    },
  )

  app.post(
    '/orders/price',
    operation('priceOrder', 'What an order would cost now', {
      right: ['orders', 'quotes'],
      own: { customer: 'body.customer' },
      config: { scope: 'read', kind: 'lines' },
      body: PriceOrder,
      answer: envelope(PricedOrder),
    }),
    async ({ workspace, body }) => {
      await requirePricing(workspace, body.lines)
      return { data: await priceOrder(workspace, body) }
    },
  )

  app.post(
    '/orders',
    operation('placeOrder', 'Place an order for a customer', {
      right: 'orders',
      own: { customer: 'body.customer' },
      body: PlaceOrder,
      answer: envelope(PlacedOrder),
    }),
    async ({ workspace, body }) => {
      await requirePricing(workspace, body.lines)
      return { data: await placeOrder(workspace, body) }
    },
  )
}

import { z } from 'zod'
import { pricedEnvelope } from '../../http/envelope.ts'
import { amount, list } from '../../http/input.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import { optionalText, reference } from '../../lib/text-input.ts'
import { CUSTOMER_CODE } from '../../catalogue/customer-codes.ts'
import { checkOrder } from '../../orders/check-order.ts'
import type { CheckedLine as Checked } from '../../orders/check-order.ts'
import { MAX_PRICE, ORDER_LIMITS } from '../../shared/limits.ts'
import { PRODUCT_FIELDS } from '../../shared/product-fields.ts'
import { quantity } from './orders.ts'
import { Price } from './prices.ts'

/** Characters: it may have spaces and hyphens. */
const GTIN = 30

const LineToCheck = z
  .object(
    {
      sku: optionalText(PRODUCT_FIELDS.sku.max).describe('Your SKU, ignoring case.'),
      gtin: optionalText(GTIN).describe('With or without zeros in front.'),
      customerCode: optionalText(CUSTOMER_CODE).describe("The customer's own part number."),
      qty: quantity,
      unit: amount(MAX_PRICE)
        .optional()
        .meta({ description: 'The price of one that the customer expects, in minor units.', examples: [770] }),
    },
    { error: 'Must be an object.' },
  )
  .refine(({ sku, gtin, customerCode }) => [sku, gtin, customerCode].filter(Boolean).length === 1, {
    message: 'Must have one of "sku", "gtin" and "customerCode".',
    // Together with the problems of other fields.
    when: () => true,
  })

export const CheckOrder = z
  .object(
    {
      customer: reference().describe('A customer, by id or account code (ignoring case).'),
      lines: list(LineToCheck, { min: 1, max: ORDER_LIMITS.lines }).describe('Each with one of the three codes.'),
    },
    { error: 'Must be a JSON object with "customer" and "lines".' },
  )
  .meta({ id: 'CheckOrder' })

export const OrderCheckLine = z
  .object({
    product: z
      .object({
        id: z.uuid(),
        sku: z.string().meta({ examples: ['HOL-1042'] }),
        name: z.string().meta({ examples: ['Azure dinner plate 26 cm'] }),
        unitLabel: z.string().meta({ description: 'Name of one unit.', examples: ['each'] }),
        customerCode: z.string().nullable().meta({ description: "The customer's own part number for it." }),
      })
      .nullable()
      .meta({ description: 'Null where the code names none, or several.' }),
    qty: z.int().meta({ examples: [12] }),
    price: Price.nullable().meta({ description: 'What the customer pays now. Null without a product or its price.' }),
    minQty: z.int().meta({ description: 'The quantity from which that price holds.', examples: [1] }),
    since: z
      .object({
        priceChangeId: z.uuid(),
        name: z.string().meta({ examples: ['Spring prices'] }),
        at: z.iso.datetime(),
      })
      .nullable()
      .meta({
        description:
          'The price change that set the list price which `price` is, or is a discount on. Null for an agreed price, ' +
          'and where no price change has set it.',
      }),
    why: z
      .string()
      .nullable()
      .meta({
        description: 'Why it is that price, for people.',
        examples: ['list price since 1 March 2027 (Spring prices)'],
      }),
    difference: z
      .object({
        unit: z.int().meta({ description: 'Of one, in minor units.', examples: [40] }),
        line: z.int().meta({ description: 'Of the line, in minor units.', examples: [480] }),
      })
      .nullable()
      .meta({
        description:
          '`price` less the price that the customer expects: above 0 where it is to pay more than that. Null where one ' +
          'of the two is missing.',
      }),
    problem: z.string().nullable().meta({ description: 'Why the line cannot be ordered, for people.' }),
    nearest: z
      .array(z.object({ id: z.uuid(), sku: z.string(), name: z.string() }))
      .meta({ description: 'Products that an unknown code may mean, the nearest first: up to 3.' }),
  } satisfies Record<keyof Checked, z.ZodType>)
  .meta({ id: 'OrderCheckLine', description: 'A line as it would be ordered now, beside what the customer expects.' })

export const orderCheckRoutes: RoutePlugin = async (app) => {
  app.post(
    '/order-checks',
    operation('checkOrder', "Compare a customer's order with the prices it would have", {
      config: { scope: 'read', kind: 'lines' },
      description:
        'For a purchase order that names prices: what each line would cost now, why, and by how much that differs. ' +
        'Nothing is stored, and nothing is ordered.',
      tags: ['Orders'],
      body: CheckOrder,
      answer: pricedEnvelope(z.array(OrderCheckLine).meta({ description: 'One for each line, in their order.' })).meta({
        id: 'OrderCheck',
      }),
    }),
    async ({ workspace, currency, body }) => ({ data: await checkOrder(workspace, body), currency }),
  )
}

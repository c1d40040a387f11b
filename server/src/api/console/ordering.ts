import { after } from '../common-schemas.ts'
import { z } from 'zod'
import { envelope } from '../../http/envelope.ts'
import { amount, wholeNumber } from '../../http/input.ts'
import { operationsOf } from './operation.ts'
import type { RoutePlugin } from './operation.ts'
import { readEditableOrderSettings, updateOrderSettings } from '../../orders/order-settings.ts'
import { WHOLE_BP } from '../../shared/read-price.ts'
import { CREDIT_POLICIES } from '../../shared/credit.ts'
import { isTime } from '../../shared/read-day.ts'
import { MAX_CREDIT_LIMIT, MAX_LEAD_DAYS, ORDER_TERMS } from '../../shared/limits.ts'
import { leftOutWhenBlank, optionalText } from '../../lib/text-input.ts'

const DAYS = 'Must be days of the week, from 1 (Monday) to 7, at least one.'

const OrderSettings = z
  .object({
    terms: z.string().nullable().meta({ description: 'What is said of freight and tax, below the totals.' }),
    taxRateBp: z.int().nullable().meta({ description: 'Basis points of the subtotal. Null says nothing of tax.' }),
    orderDays: z.array(z.int()).meta({
      description: 'Days of the week on which orders are prepared and delivered: 1 is Monday.',
    }),
    cutOff: z
      .string()
      .nullable()
      .meta({
        description: 'An order that comes later on such a day counts for the next one. Null: the whole day counts.',
        examples: ['14:00'],
      }),
    leadDays: z.int().meta({ description: 'Order days from an order to its first possible day of delivery.' }),
    allowAddresses: z.boolean().meta({ description: 'Whether buyers may change the addresses of their customer.' }),
    creditPolicy: z.enum(CREDIT_POLICIES).meta({
      description: 'What becomes of an order past the credit limit: nothing, it waits (`hold`), or it is refused.',
    }),
    minOrderValue: z.int().nullable().meta({
      description:
        'The least subtotal of an order by buyers, in minor units. Customers and groups may have another one.',
    }),
    deskSetsPrices: z.boolean().meta({ description: 'Whether the role "Orders" may set prices by hand.' }),
    version: z.string().meta({ description: 'Send it back with a change.' }),
  })
  .meta({ id: 'OrderSettings', description: 'How a wholesaler takes orders.' })

const Changes = z
  .object({
    terms: optionalText(ORDER_TERMS).nullable(),
    taxRateBp: wholeNumber(0, WHOLE_BP, { of: 'basis points' }).nullable(),
    orderDays: z
      .array(z.int(DAYS).min(1, DAYS).max(7, DAYS), DAYS)
      .min(1, DAYS)
      .max(7, DAYS)
      .transform((days) => [...new Set(days)].toSorted()),
    cutOff: leftOutWhenBlank(z.string().refine(isTime, 'Must be a time such as 14:00.').nullable()),
    leadDays: wholeNumber(0, MAX_LEAD_DAYS, { of: 'days' }),
    allowAddresses: z.boolean('Must be true or false.'),
    creditPolicy: z.enum(CREDIT_POLICIES, `Must be one of: ${CREDIT_POLICIES.join(', ')}.`),
    minOrderValue: amount(MAX_CREDIT_LIMIT).nullable().optional(),
    deskSetsPrices: z.boolean('Must be true or false.').optional(),
    version: z.string(),
  })
  .meta({ id: 'ChangeOrderSettings' })

const operation = operationsOf('Settings')
const answer = envelope(OrderSettings)

export const orderSettingsRoutes: RoutePlugin = async (app) => {
  app.get(
    '/ordering',
    operation('readOrderSettings', 'How orders are taken', { right: 'read', own: 'open', answer }),
    async ({ workspace }) => ({
      data: await readEditableOrderSettings(workspace),
    }),
  )

  app.put(
    '/ordering',
    operation('updateOrderSettings', 'Set how orders are taken', { right: 'settings', body: Changes, answer }),
    async ({ workspace, body: { terms = null, cutOff = null, ...settings } }) =>
      after(updateOrderSettings(workspace, { ...settings, terms, cutOff }), () => readEditableOrderSettings(workspace)),
  )
}

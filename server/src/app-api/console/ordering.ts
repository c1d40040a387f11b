import { z } from 'zod'
import { envelope } from '../../http/envelope.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { readEditableOrderSettings, updateOrderSettings } from '../../orders/order-settings.ts'
import { WHOLE_BP } from '../../rules/basis-points.ts'
import { ORDER_TERMS } from '../../rules/limits.ts'
import { optionalText } from '../../text-input.ts'

const RATE = `Must be a whole number of basis points from 0 to ${WHOLE_BP}.`

const OrderSettings = z
  .object({
    terms: z.string().nullable().meta({ description: 'What is said of freight and tax, below the totals.' }),
    taxRateBp: z.int().nullable().meta({ description: 'Basis points of the subtotal. Null says nothing of tax.' }),
    version: z.string().meta({ description: 'Send it back with a change.' }),
  })
  .meta({ id: 'OrderSettings', description: 'How a wholesaler takes orders.' })

const Changes = z
  .object({
    terms: optionalText(ORDER_TERMS).nullable(),
    taxRateBp: z.int(RATE).min(0, RATE).max(WHOLE_BP, RATE).nullable(),
    version: z.string(),
  })
  .meta({ id: 'ChangeOrderSettings' })

const operation = operationsOf('Settings')
const answer = envelope(OrderSettings)

export const orderSettingsRoutes: RoutePlugin = async (app) => {
  app.get('/ordering', operation('readOrderSettings', 'How orders are taken', { answer }), async ({ workspace }) => ({
    data: await readEditableOrderSettings(workspace),
  }))

  app.put(
    '/ordering',
    operation('updateOrderSettings', 'Set how orders are taken', { config: { role: 'owner' }, body: Changes, answer }),
    async ({ workspace, body: { terms = null, ...settings } }) => {
      await updateOrderSettings(workspace, { ...settings, terms })
      return { data: await readEditableOrderSettings(workspace) }
    },
  )
}

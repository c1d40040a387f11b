import { z } from 'zod'
import { envelope } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { PLANS } from '../../database/column-values.ts'

const Workspace = z
  .object({
    id: z.uuid(),
    name: z.string().meta({ examples: ['Harbour Wholesale'] }),
    currency: z.string().meta({ description: 'ISO 4217. The currency of all prices.', examples: ['GBP'] }),
    currencyDecimals: z.int().meta({
      description: 'Number of decimals of the currency. With 2, an amount of 1234 means 12.34.',
      examples: [2],
    }),
    timezone: z.string().meta({ description: 'IANA time zone.', examples: ['Europe/London'] }),
    taxLabel: z.string().meta({ description: 'Text that says that prices are before tax.', examples: ['ex VAT'] }),
    plan: z.enum(PLANS).meta({ description: 'The present plan. A trial that has ended is `lapsed`.' }),
    trialEndsAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Workspace', description: 'The wholesaler that owns the API key.' })

export const workspaceRoutes: RoutePlugin = async (app) => {
  app.get(
    '/workspace',
    operation('readWorkspace', 'The workspace of this key', {
      description: 'Name, currency, time zone, tax wording and plan.',
      tags: ['Workspace'],
      answer: envelope(Workspace),
    }),
    async ({ workspace }) => ({ data: await readWorkspace(workspace, workspace.workspaceId) }),
  )
}

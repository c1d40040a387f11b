import { z } from 'zod'
import { envelope } from '../../http/envelope.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { PLANS } from '../../database/column-values.ts'

const Workspace = z
  .object({
    id: z.uuid(),
    name: z.string().meta({ examples: ['Harbour Wholesale'] }),
    currency: z.string().meta({ description: 'ISO 4217; all list prices are in it.', examples: ['GBP'] }),
    currencyDecimals: z.int().meta({
      description: 'Decimals of the currency as people write it: with 2, an amount of 1234 means 12.34.',
      examples: [2],
    }),
    timezone: z.string().meta({ description: 'IANA time zone.', examples: ['Europe/London'] }),
    taxLabel: z
      .string()
      .meta({ description: 'How the workspace words that prices are before tax.', examples: ['ex VAT'] }),
    plan: z.enum(PLANS).meta({ description: 'As it stands now: a trial past its end is `lapsed`.' }),
    trialEndsAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Workspace', description: 'The wholesaler that an API key belongs to.' })

export const workspaceRoutes: RoutePlugin = async (app) => {
  app.get(
    '/workspace',
    {
      schema: {
        operationId: 'readWorkspace',
        summary: 'The workspace of this key',
        description: 'Name, currency, time zone, tax wording and plan.',
        tags: ['Workspace'],
        response: { 200: envelope(Workspace) },
      },
    },
    async ({ workspace }) => ({ data: await readWorkspace(workspace, workspace.workspaceId) }),
  )
}

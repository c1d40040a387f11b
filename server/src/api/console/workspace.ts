import { z } from 'zod'
import { PLANS, ROLES } from '../../database/column-values.ts'
import { envelope } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { readMembership } from '../../people/read-membership.ts'

const Membership = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string().meta({ description: 'The address of its pages: `/w/{slug}`.' }),
    currency: z.string().meta({ description: 'ISO 4217.' }),
    currencyDecimals: z.int(),
    timezone: z.string().meta({ description: 'IANA time zone.' }),
    taxLabel: z.string(),
    plan: z.enum(PLANS).meta({ description: 'The present plan. A trial that has ended is `lapsed`.' }),
    trialEndsAt: z.iso.datetime().nullable(),
    isSample: z.boolean(),
    me: z.object({ id: z.uuid(), name: z.string(), email: z.string(), role: z.enum(ROLES) }),
  })
  .meta({ id: 'Membership', description: 'A workspace, and the member of its staff who asks.' })

export const workspaceRoutes: RoutePlugin = async (app) => {
  app.get(
    '/workspace',
    operation('readMembership', 'The workspace, and who asks', { answer: envelope(Membership) }),
    async ({ workspace, caller }) => ({ data: await readMembership(workspace, caller.id) }),
  )
}

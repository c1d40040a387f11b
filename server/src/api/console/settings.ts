import { z } from 'zod'
import { PLANS } from '../../database/column-values.ts'
import { envelope } from '../../http/envelope.ts'
import { operationsOf } from './operation.ts'
import type { RoutePlugin } from './operation.ts'
import { requireFreshProof } from '../../people/sign-in.ts'
import { text } from '../../lib/text-input.ts'
import { SLUG, SLUG_RULE } from '../../workspaces/addresses.ts'
import { proofOf } from '../../workspaces/caller.ts'
import { readSettings, updateWorkspace } from '../../workspaces/workspaces.ts'

const version = z.string().meta({ description: 'Send it back with a change.' })

const Settings = z
  .object({
    name: z.string(),
    taxLabel: z.string(),
    timezone: z.string(),
    slug: z.string(),
    currency: z.string().meta({ description: 'ISO 4217. It cannot be changed.' }),
    plan: z.enum(PLANS).meta({ description: 'Only the operator changes it.' }),
    trialEndsAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    version,
  })
  .meta({ id: 'Settings', description: 'The settings of the workspace.' })

const Changes = z.object({
  name: text(200),
  taxLabel: text(200),
  timezone: text(100).meta({ description: 'IANA time zone.' }),
  slug: text(40).regex(SLUG, SLUG_RULE).meta({ description: 'The address of the pages: `/w/{slug}`.' }),
  version,
})

const operation = operationsOf('Settings')

export const settingsRoutes: RoutePlugin = async (app) => {
  app.get(
    '/settings',
    operation('readSettings', 'The settings and the plan of the workspace', {
      right: 'read',
      own: 'open',
      answer: envelope(Settings),
    }),
    async ({ workspace }) => ({ data: await readSettings(workspace) }),
  )

  app.put(
    '/settings',
    operation('updateSettings', 'Change the settings', {
      right: 'settings',
      description: 'Another address asks for a fresh proof.',
      params: z.object({ slug: z.string() }),
      body: Changes,
      answer: envelope(Settings),
    }),
    async ({ workspace, caller, params, body }) => {
      if (body.slug !== params.slug) requireFreshProof(proofOf(caller), workspace.clock())
      await updateWorkspace(workspace, body)
      return { data: await readSettings(workspace) }
    },
  )
}

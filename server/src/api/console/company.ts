import { z } from 'zod'
import { envelope } from '../../http/envelope.ts'
import { operationsBeyondOwn } from './operation.ts'
import type { RoutePlugin } from './operation.ts'
import { text } from '../../lib/text-input.ts'
import { readProvider, removeProvider, setProvider } from '../../people/company/identity-provider.ts'
import { proofOf } from '../../workspaces/caller.ts'

const operation = operationsBeyondOwn('Settings')
const right = 'people'
const config = { uncached: true } as const
const act = { fresh: true } as const

const domain = text(200)
  .transform((name) => name.toLowerCase())
  .refine((name) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name), 'Must be a domain, such as calder.example.')

const CompanySignIn = z
  .object({
    redirectUri: z.string().meta({ description: 'The address to allow at the provider.' }),
    signedIn: z.boolean().meta({ description: 'Whether the provider began the session that asks.' }),
    provider: z
      .object({ issuer: z.string(), clientId: z.string(), domains: z.array(z.string()), isRequired: z.boolean() })
      .nullable(),
  })
  .meta({ id: 'CompanySignIn', description: 'Signing in with the company’s account. The secret is never shown.' })

const Provider = z.object({
  issuer: text(500).refine((url) => URL.parse(url)?.protocol === 'https:', 'Must be a URL that begins with https://.'),
  clientId: text(500),
  clientSecret: text(2_000).optional().meta({ description: 'Left out, it stays, while issuer and client id do.' }),
  domains: z.array(domain).min(1, 'Must be one domain or more.').max(50, 'Must be at most 50 domains.'),
  isRequired: z.boolean().meta({ description: 'Whether people of the domains come in here only by it.' }),
})

export const companyRoutes: RoutePlugin = async (app) => {
  app.get(
    '/company-sign-in',
    operation('readIdentityProvider', 'The identity provider of the workspace', {
      right,
      config,
      answer: envelope(CompanySignIn),
    }),
    async ({ workspace, caller }) => ({
      data: { ...(await readProvider(workspace)), signedIn: proofOf(caller).byCompany ?? false },
    }),
  )

  app.put(
    '/company-sign-in',
    operation('setIdentityProvider', 'Set the identity provider of the workspace', {
      right,
      config: act,
      body: Provider,
      answer: envelope(CompanySignIn),
    }),
    async ({ workspace, caller, body }) => {
      await setProvider(workspace, body, proofOf(caller))
      return { data: { ...(await readProvider(workspace)), signedIn: proofOf(caller).byCompany ?? false } }
    },
  )

  app.delete(
    '/company-sign-in',
    operation('removeIdentityProvider', 'Take the identity provider away: its sessions end', {
      right,
      config: act,
      answer: envelope(z.object({ ok: z.literal(true) })),
    }),
    async ({ workspace }) => {
      await removeProvider(workspace)
      return { data: { ok: true as const } }
    },
  )
}

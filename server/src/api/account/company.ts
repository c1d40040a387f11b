import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { describeError } from '../../lib/describe-error.ts'
import { COMPANY_REFUSALS } from '../../shared/company-refusals.ts'
import { cookieToken, setCompanyCookie, setCookies } from '../../http/auth/admit-by-session.ts'
import { envelope } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import {
  beginCompanySignIn,
  findAddress,
  findWay,
  finishCompanySignIn,
} from '../../people/company/sign-in-by-company.ts'
import type { Destination } from '../../people/company/sign-in-by-company.ts'

const config = { anybody: true, uncached: true } as const
const answer = z.any().meta({ description: 'Leads the browser on.' })
const at = z.string().max(100).optional().meta({ description: 'The address of the workspace, for its own provider.' })

/** Signing in with a company's account. The browser goes to the identity provider and comes back, so these are pages. */
export const companyRoutes: RoutePlugin = async (app) => {
  app.get(
    '/company',
    operation('readCompanySignIn', 'Whether one may sign in with a company’s account there', {
      config,
      querystring: z.object({ at }),
      answer: envelope(z.object({ isPossible: z.boolean() })),
    }),
    async ({ people, query }) => ({ data: { isPossible: (await findWay(people, query.at)) !== undefined } }),
  )

  app.get(
    '/company/begin',
    operation('beginCompanySignIn', 'Go to the identity provider to sign in', {
      config,
      querystring: z.object({ at, area: z.enum(['w', 't']).default('w') }),
      answer,
    }),
    async (request, reply) => {
      const { at: slug, area } = request.query
      return leading(reply, { slug, area }, async () => {
        const { url, state } = await beginCompanySignIn(request.people, { slug, area }, request.visitor)
        setCompanyCookie(request, reply, state)
        return url
      })
    },
  )

  app.get(
    '/company/callback',
    operation('finishCompanySignIn', 'Come back from the identity provider of the deployment', { config, answer }),
    async (request, reply) => back(request, reply, null),
  )

  app.get(
    '/company/callback/:workspaceId',
    operation('finishWorkspaceSignIn', 'Come back from the identity provider of a workspace', {
      config,
      params: z.object({ workspaceId: z.string() }),
      answer,
    }),
    async (request, reply) => back(request, reply, request.params.workspaceId),
  )
}

/** Somebody is back from the provider of that workspace, or of the deployment. */
async function back(request: FastifyRequest, reply: FastifyReply, workspaceId: string | null) {
  const slug = workspaceId === null ? undefined : await findAddress(request.people, workspaceId)
  return leading(reply, { slug, area: 'w' }, async () => {
    const cookie = cookieToken(request, 'company')
    setCompanyCookie(request, reply, undefined)
    const query = new URL(request.url, 'http://here').searchParams
    const { signedIn, path } = await finishCompanySignIn(
      request.people,
      { query, cookie, workspaceId },
      request.visitor,
    )
    setCookies(request, reply, signedIn)
    return path
  })
}

/** Leads the browser on; where that is refused, to the sign-in page, which says why. */
async function leading(reply: FastifyReply, { slug, area }: Destination, lead: () => Promise<string>) {
  try {
    return reply.redirect(await lead(), 303)
  } catch (error) {
    const { message } = error as Error
    const why = Object.entries(COMPANY_REFUSALS).find(([, words]) => words === message)?.[0] ?? 'failed'
    if (why === 'failed') reply.log.warn({ error: describeError(error) }, 'a company sign-in failed')
    const page = slug !== undefined && area === 't' ? `/t/${encodeURIComponent(slug)}/sign-in` : '/sign-in'
    const query = new URLSearchParams({ refused: why })
    if (page === '/sign-in' && slug !== undefined) query.set('next', `/w/${slug}`)
    return reply.redirect(`${page}?${query}`, 303)
  }
}

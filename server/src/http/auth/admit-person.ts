import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { Refused, Unauthorized } from '../../errors.ts'
import { requireFreshProof } from '../../people/prove.ts'
import { tokenHash } from '../../people/secret-token.ts'
import { NOWHERE } from '../../people/session-lookup.ts'
import type { FoundSession, SessionLookup } from '../../people/session-lookup.ts'
import type { Visitor } from '../../people/sign-in.ts'
import type { RateLimits } from '../rate-limits.ts'
import { isSameOrigin } from './same-origin.ts'
import { cookieToken } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether anybody may call the route, with a session or without one. */
    anybody?: boolean
  }
  interface FastifyRequest {
    visitor: Visitor
    /** Undefined for somebody without a session, on a route for anybody. */
    session: FoundSession | undefined
    /** The context for the verbs about people, with one time for the whole request. */
    people: Context
  }
}

/**
 * Identifies the person of each request of this scope by their session; refuses one without, unless the route is for
 * anybody.
 */
export function admitPerson(app: FastifyInstance, context: Context, sessions: SessionLookup, rates: RateLimits): void {
  app.decorateRequest('visitor')
  app.decorateRequest('session')
  app.decorateRequest('people')
  app.addHook('onRequest', async (request) => {
    const token = cookieToken(request, 'session')
    request.visitor = {
      token,
      device: cookieToken(request, 'device'),
      ipAddress: request.ip,
      userAgent: request.headers['user-agent'],
    }
    request.session = token === undefined ? undefined : await sessions.find(NOWHERE, tokenHash(token), request.ip)
    if (request.session) rates.countSession(token!)
    else rates.countAddress(request.ip)
    const at = request.session?.at ?? context.clock()
    request.people = { ...context, clock: () => at }
    if (!request.routeOptions.config.anybody && !request.session) {
      throw new Unauthorized('There is no session, or it has ended: sign in.')
    }
    if (!['GET', 'HEAD'].includes(request.method) && !isSameOrigin(request, context.site)) {
      throw new Refused('forbidden', 'Only the pages of this service can write with a session.')
    }
    if (request.routeOptions.config.fresh) requireFreshProof(request.session!.proof, at)
  })
}

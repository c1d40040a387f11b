import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { Role } from '../../database/column-values.ts'
import { Refused } from '../../errors.ts'
import { admitBuyer, admitMember } from '../../people/admit-session.ts'
import type { SessionRequest } from '../../people/admit-session.ts'
import type { SessionLookup } from '../../people/session-lookup.ts'
import type { RateLimits } from '../rate-limits.ts'
import type { Admit } from './authenticate.ts'
import { isSameOrigin } from './same-origin.ts'
import { cookieToken } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The role that a member of the staff needs for this route; `staff` by default, which owners have too. */
    role?: Role
    /** Whether the holder of the session has to have proved within 10 minutes who they are. */
    fresh?: boolean
    /** Whether a buyer's call may be for any of the person's buyers: it says itself for whom to go on. */
    anyBuyer?: boolean
  }
}

/** Admits members of the staff by their session, to the workspace whose address is the parameter `slug`. */
export function memberAdmission(sessions: SessionLookup, rates: RateLimits, site: Context['site']): Admit {
  return counted(rates, (request) => {
    const { role = 'staff', fresh: freshProof = false } = request.routeOptions.config
    return admitMember(sessions, sessionRequest(request, site), { role, freshProof })
  })
}

/**
 * Admits buyers by their session, to the trade portal of the workspace whose address is the parameter `slug`. The
 * session's buyer may change under an open page, so each call names the buyer whom its page shows.
 */
export function buyerAdmission(sessions: SessionLookup, rates: RateLimits, site: Context['site']): Admit {
  return counted(rates, async (request) => {
    const asked = sessionRequest(request, site)
    const admission = await admitBuyer(sessions, asked)
    const named = namedBuyer(request) ?? (asked.writes ? 'nobody' : admission.caller.id)
    if (named !== admission.caller.id && !request.routeOptions.config.anyBuyer) {
      throw new Refused('other_buyer', 'This page is for another buyer than the present one: load it again.')
    }
    return admission
  })
}

/** Counts the requests of sessions that are admitted. */
function counted(rates: RateLimits, admit: Admit): Admit {
  return async (request, reply) => {
    const admission = await admit(request, reply)
    rates.countSession(cookieToken(request, 'session')!)
    return admission
  }
}

/** By the header, or in the query of a link. A page's first read names nobody: it asks who the buyer is. */
function namedBuyer({ headers, query }: FastifyRequest): unknown {
  return headers['buyer'] ?? (query as { buyer?: unknown }).buyer
}

/** A method other than GET and HEAD counts as a write, unless the route has the scope `read`. */
function sessionRequest(request: FastifyRequest, site: Context['site']): SessionRequest {
  return {
    token: cookieToken(request, 'session'),
    address: request.ip,
    slug: (request.params as { slug: string }).slug,
    writes: !['GET', 'HEAD'].includes(request.method) && request.routeOptions.config.scope !== 'read',
    isSameOrigin: isSameOrigin(request, site),
  }
}

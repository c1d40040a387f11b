import type { Context } from '../context.ts'
import type { Role } from '../database/column-values.ts'
import { admitMember } from '../people/admit-member.ts'
import type { SessionLookup } from '../people/session-lookup.ts'
import type { Admit } from './authenticate.ts'
import { isSameOrigin } from './same-origin.ts'
import { sessionToken } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The role that a member of the staff needs for this route; `staff` by default, which owners have too. */
    role?: Role
  }
}

/**
 * Admits members of the staff by their session, to the workspace whose address is the parameter `slug`. A method other
 * than GET and HEAD counts as a write, unless the route has the scope `read`.
 */
export function admitBySession(sessions: SessionLookup, site: Context['site']): Admit {
  return async (request) => {
    const { role = 'staff', scope } = request.routeOptions.config
    return admitMember(sessions, {
      token: sessionToken(request),
      slug: (request.params as { slug: string }).slug,
      writes: !['GET', 'HEAD'].includes(request.method) && scope !== 'read',
      isSameOrigin: isSameOrigin(request, site),
      role,
    })
  }
}

import type { Context } from '../context.ts'
import { admitBuyer } from '../people/admit-buyer.ts'
import type { SessionLookup } from '../people/session-lookup.ts'
import type { Admit } from './authenticate.ts'
import { isSameOrigin } from './same-origin.ts'
import { sessionToken } from './session-cookie.ts'

/**
 * Admits buyers by their session, to the trade portal of the workspace whose address is the parameter `slug`. A method
 * other than GET and HEAD counts as a write, unless the route has the scope `read`.
 */
export function admitByBuyer(sessions: SessionLookup, site: Context['site']): Admit {
  return async (request) =>
    admitBuyer(sessions, {
      token: sessionToken(request),
      slug: (request.params as { slug: string }).slug,
      writes: !['GET', 'HEAD'].includes(request.method) && request.routeOptions.config.scope !== 'read',
      isSameOrigin: isSameOrigin(request, site),
    })
}

import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'

/**
 * Whether a page of this service sent the request, as the browser says. Browsers send `Sec-Fetch-Site` over TLS and on
 * this machine, and `Origin` with every write. Another site cannot set either.
 */
export function isSameOrigin(request: FastifyRequest, site: Context['site']): boolean {
  const { 'sec-fetch-site': sender, origin } = request.headers
  if (sender !== undefined) return sender === 'same-origin'
  return (
    origin !== undefined && [`${request.protocol}://${request.host}`, site && new URL(site.url).origin].includes(origin)
  )
}

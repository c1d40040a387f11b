import type { FastifyRequest } from 'fastify'

/**
 * Whether a page of this service sent the request, as the browser says. Browsers send `Sec-Fetch-Site` over TLS and on
 * this machine, and `Origin` with every write. Another site cannot set either.
 */
export function isSameOrigin(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers
  if (site !== undefined) return site === 'same-origin'
  return origin !== undefined && [`${request.protocol}://${request.host}`, originOf(publicUrl)].includes(origin)
}

function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).origin
}

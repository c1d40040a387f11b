import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedIn } from '../../people/sign-in.ts'

/** `device` tells that somebody has signed in with this browser before; it opens nothing. */
type Cookie = 'session' | 'device'

/** Browsers keep a cookie for 400 days at most. The session itself ends 30 days after its last use. */
const MAX_AGE_SECONDS = 400 * 86_400

/** The token in a cookie. */
export function cookieToken(request: FastifyRequest, cookie: Cookie): string | undefined {
  const beginning = `${nameOf(cookie, request)}=`
  const cookies = (request.headers.cookie ?? '').split(';').map((text) => text.trim())
  return cookies.find((text) => text.startsWith(beginning))?.slice(beginning.length) || undefined
}

/** Sets the cookies of somebody who has signed in. */
export function setCookies(request: FastifyRequest, reply: FastifyReply, { token, device }: SignedIn): void {
  setCookie(request, reply, 'session', token)
  setCookie(request, reply, 'device', device)
}

/** Removes the session's cookie. The browser stays known. */
export function removeSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  setCookie(request, reply, 'session', undefined)
}

function setCookie(request: FastifyRequest, reply: FastifyReply, cookie: Cookie, token: string | undefined): void {
  const secure = isSecure(request) ? '; Secure' : ''
  const maxAge = token === undefined ? 0 : MAX_AGE_SECONDS
  // Fastify adds to the cookies that are set already.
  reply.header(
    'set-cookie',
    `${nameOf(cookie, request)}=${token ?? ''}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`,
  )
}

/** With the prefix, a browser takes the cookie from this host over TLS only: no other host of the domain can set it. */
function nameOf(cookie: Cookie, request: FastifyRequest): string {
  return isSecure(request) ? `__Host-${cookie}` : cookie
}

/** Under TLS, or behind a trusted proxy that says so. */
function isSecure({ protocol }: FastifyRequest): boolean {
  return protocol === 'https'
}

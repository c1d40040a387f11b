import type { FastifyReply, FastifyRequest } from 'fastify'

/** With the prefix, a browser takes the cookie from this host over TLS only: no other host of the domain can set it. */
const SECURE_NAME = '__Host-session'
const PLAIN_NAME = 'session'

/** Browsers keep a cookie for 400 days at most. The session itself ends 30 days after its last use. */
const MAX_AGE_SECONDS = 400 * 86_400

/** The token in the session's cookie. */
export function sessionToken(request: FastifyRequest): string | undefined {
  const beginning = `${cookieName(request)}=`
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(beginning))?.slice(beginning.length) || undefined
}

/** Sets the session's cookie; without a token, removes it. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string | undefined): void {
  const secure = isSecure(request) ? '; Secure' : ''
  const maxAge = token === undefined ? 0 : MAX_AGE_SECONDS
  reply.header(
    'set-cookie',
    `${cookieName(request)}=${token ?? ''}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`,
  )
}

function cookieName(request: FastifyRequest): string {
  return isSecure(request) ? SECURE_NAME : PLAIN_NAME
}

/** Under TLS, or behind a trusted proxy that says so. */
function isSecure({ protocol }: FastifyRequest): boolean {
  return protocol === 'https'
}

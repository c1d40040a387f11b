import type { FastifyRequest } from 'fastify'

/** With the prefix, a browser takes the cookie from this host over TLS only: no other host of the domain can set it. */
const SECURE_NAME = '__Host-session'
const PLAIN_NAME = 'session'

/** The name of the session's cookie for this request. */
function cookieName({ protocol }: FastifyRequest): string {
  return protocol === 'https' ? SECURE_NAME : PLAIN_NAME
}

/** The token in the session's cookie. */
export function sessionToken(request: FastifyRequest): string | undefined {
  const beginning = `${cookieName(request)}=`
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(beginning))?.slice(beginning.length)
}

/** A Set-Cookie header: keeps the token for `maxAgeMs`, or removes it with 0. */
export function sessionCookie(request: FastifyRequest, token: string, maxAgeMs: number): string {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  const maxAge = Math.floor(maxAgeMs / 1000)
  return `${cookieName(request)}=${token}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
}

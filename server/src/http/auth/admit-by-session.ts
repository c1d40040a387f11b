import type { FastifyRequest, FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { Refused, Unauthorized } from '../../errors.ts'
import { admitBuyer, admitMember } from '../../people/admit-session.ts'
import type { SessionRequest } from '../../people/admit-session.ts'
import { NOWHERE } from '../../people/session-lookup.ts'
import type { SessionLookup, FoundSession } from '../../people/session-lookup.ts'
import type { Own } from '../operation.ts'
import type { RateLimits } from '../limit-requests.ts'
import type { Admit } from './admit-by-key.ts'
import { requireFreshProof } from '../../people/sign-in.ts'
import type { Visitor, SignedIn } from '../../people/sign-in.ts'
import type { Right } from '../../shared/rights.ts'
import { tokenHash } from '../../people/secret-token.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a member of the staff needs for this route: one of these. Without it, nobody is admitted. */
    right?: Right | readonly Right[]
    /** How the route keeps a member to their own customers who is held to them. Without it, they are refused. */
    own?: Own
    /** Whether the holder of the session has to have proved within 10 minutes who they are. */
    fresh?: boolean
    /** Whether a buyer's call may be for any of the person's buyers: it says itself for whom to go on. */
    anyBuyer?: boolean
  }
}

/** Admits members of the staff by their session, to the workspace whose address is the parameter `slug`. */
export function memberAdmission(sessions: SessionLookup, rates: RateLimits, site: Context['site']): Admit {
  return counted(rates, (request) => {
    const { right = [], own = 'refused', fresh: freshProof = false } = request.routeOptions.config
    const needed = { right, keepsToOwn: own !== 'refused', freshProof }
    return admitMember(sessions, sessionRequest(request, site), needed)
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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether anybody may call the route, with a session or without one. */
    anybody?: boolean
    /** Whether the route also knows sessions that the identity provider of a workspace began. */
    anySession?: boolean
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
    const found = token === undefined ? undefined : await sessions.find(NOWHERE, tokenHash(token), request.ip)
    // What a workspace's provider says of somebody counts in that workspace, and not for their account.
    const isKnown = found?.issuedBy === null || request.routeOptions.config.anySession
    request.session = isKnown ? found : undefined
    if (request.session) rates.countSession(token!)
    else rates.countAddress(request.ip)
    const at = request.session?.at ?? context.clock()
    request.people = { ...context, clock: () => at }
    if (!request.routeOptions.config.anybody && found && !request.session) {
      throw new Refused(
        'forbidden',
        'You are signed in to one wholesaler, with your company’s account: for this, sign in to your own.',
      )
    }
    if (!request.routeOptions.config.anybody && !request.session) {
      throw new Unauthorized('There is no session, or it has ended: sign in.')
    }
    if (!['GET', 'HEAD'].includes(request.method) && !isSameOrigin(request, context.site)) {
      throw new Refused('forbidden', 'Only the pages of this service can write with a session.')
    }
    if (request.routeOptions.config.fresh) requireFreshProof(request.session!.proof, at)
  })
}

/**
 * `device` tells that somebody has signed in with this browser before; it opens nothing. `company` is of somebody who is at
 * an identity provider.
 */
type Cookie = 'session' | 'device' | 'company'

/** Browsers keep a cookie for 400 days at most. The session itself ends 30 days after its last use. */
const MAX_AGE_SECONDS = 400 * 86_400

export function cookieToken(request: FastifyRequest, cookie: Cookie): string | undefined {
  const beginning = `${nameOf(cookie, request)}=`
  const cookies = (request.headers.cookie ?? '').split(';').map((text) => text.trim())
  return cookies.find((text) => text.startsWith(beginning))?.slice(beginning.length) || undefined
}

export function setCookies(request: FastifyRequest, reply: FastifyReply, { token, device }: SignedIn): void {
  setCookie(request, reply, 'session', token)
  setCookie(request, reply, 'device', device)
}

/** Notes that the browser goes to an identity provider, or that it is back. */
export function setCompanyCookie(request: FastifyRequest, reply: FastifyReply, state: string | undefined): void {
  setCookie(request, reply, 'company', state)
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

/**
 * Whether a page of this service sent the request, as the browser says. Browsers send `Sec-Fetch-Site` over TLS and on
 * this machine, and `Origin` with every write. Another site cannot set either.
 */
function isSameOrigin(request: FastifyRequest, site: Context['site']): boolean {
  const { 'sec-fetch-site': sender, origin } = request.headers
  if (sender !== undefined) return sender === 'same-origin'
  return (
    origin !== undefined && [`${request.protocol}://${request.host}`, site && new URL(site.url).origin].includes(origin)
  )
}

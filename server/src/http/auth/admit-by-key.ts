import type { FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import type { Scope } from '../../database/column-values.ts'
import { termsChangedAt } from '../../pricing/kinds-of-term.ts'
import { admitKey } from '../../workspaces/admit-key.ts'
import type { RequestWindow } from '../../workspaces/admit-key.ts'
import { RequestCounter, WINDOW_SECONDS } from '../../workspaces/request-counter.ts'
import type { Admit } from './authenticate.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that a key needs for this route; `read` by default. */
    scope?: Scope
  }
}

/** Admits requests that have a valid API key, counts them, and sets the rate-limit headers. */
export function admitByKey(context: Context, limit: number): Admit {
  const counter = new RequestCounter(context, termsChangedAt)
  return async (request, reply) => {
    const scope = request.routeOptions.config.scope ?? 'read'
    const key = bearerToken(request.headers.authorization)
    return admitKey(counter, { key, scope, limit }, (window) => setRateLimitHeaders(reply, limit, window))
  }
}

function bearerToken(header: string | undefined): string | null {
  return /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? null
}

/** Header fields of the IETF draft on rate limits. */
function setRateLimitHeaders(reply: FastifyReply, limit: number, { requests, endsIn }: RequestWindow): void {
  reply.header('ratelimit-policy', `"default";q=${limit};w=${WINDOW_SECONDS}`)
  reply.header('ratelimit', `"default";r=${Math.max(0, limit - requests)};t=${endsIn}`)
}

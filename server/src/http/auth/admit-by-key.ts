import type { FastifyReply, FastifyInstance, FastifyRequest } from 'fastify'
import type { Context, WorkspaceContext } from '../../context.ts'
import type { Scope } from '../../database/column-values.ts'
import { termsChangedAt } from '../../pricing/kinds-of-term.ts'
import { admitKey } from '../../workspaces/admit-key.ts'
import type { CountedKey } from '../../workspaces/failed-calls.ts'
import type { RequestWindow } from '../../workspaces/admit-key.ts'
import { RequestCounter, WINDOW_SECONDS } from '../../workspaces/request-counter.ts'
import { actorOf, viewOf } from '../../workspaces/caller.ts'
import type { Caller } from '../../workspaces/caller.ts'
import type { Admission } from '../../workspaces/workspace-state.ts'

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
    return admitKey(counter, { key, scope, limit }, (window, counted) => {
      request.countedKey = counted
      setRateLimitHeaders(reply, limit, window)
    })
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

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of the request, once it is known, also where the request is refused then. */
    countedKey: CountedKey | undefined
    caller: Caller
    /** The context for the verbs: the caller's workspace. */
    workspace: WorkspaceContext
    /** ISO 4217, of the workspace. */
    currency: string
  }
}

/** Identifies the caller and the workspace, or refuses the request. */
export type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<Admission>

/** Authenticates the requests of this scope by `admit`, such as by an API key. */
export function authenticate(app: FastifyInstance, context: Context, admit: Admit): void {
  app.decorateRequest('countedKey')
  app.decorateRequest('caller')
  app.decorateRequest('workspace')
  app.decorateRequest('currency')
  app.addHook('onRequest', async (request, reply) => {
    const { caller, workspace, holdAccess } = await admit(request, reply)
    request.caller = caller
    request.workspace = {
      ...context,
      // The whole request uses one time, so that the response matches its entity tag.
      clock: () => workspace.at,
      workspaceId: workspace.id,
      actor: actorOf(caller),
      ...(caller.type === 'member' && { role: caller.role, ...(caller.isHeld && { heldTo: caller.id }) }),
      ...(holdAccess && { holdAccess }),
      state: `${viewOf(caller)} ${workspace.state}`,
    }
    request.currency = workspace.currency
  })
}

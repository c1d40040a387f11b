import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context, WorkspaceContext } from '../context.ts'
import type { Scope } from '../database/tables.ts'
import { RateLimited } from '../errors.ts'
import { Bookmarks } from '../catalogue/bookmarks.ts'
import { admitKey } from '../workspaces/admit-key.ts'
import type { AdmittedKey } from '../workspaces/admit-key.ts'
import { RequestCounter, WINDOW_SECONDS } from '../workspaces/request-counter.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The workspace of the request's key, for the verbs to act in. */
    workspace: WorkspaceContext
    /** ISO 4217, of the workspace. */
    currency: string
    /** Changes whenever an answer from the workspace may. */
    workspaceState: string
  }
  interface FastifyContextConfig {
    /** What the route needs of a key; reading, unless said. */
    scope?: Scope
  }
}

/** Lets requests into the routes of this scope with an API key only, counts them, and says how many are left. */
export function authenticate(app: FastifyInstance, context: Context, limit: number): void {
  const counter = new RequestCounter(context)
  const bookmarks = new Bookmarks()
  app.decorateRequest('workspace')
  app.decorateRequest('currency')
  app.decorateRequest('workspaceState')
  app.addHook('onRequest', async (request, reply) => {
    const scope = request.routeOptions.config.scope ?? 'read'
    const key = bearerToken(request.headers.authorization)
    try {
      const asked = { key, scope, limit }
      const admitted = await admitKey(counter, asked, (counted) => tellLimit(reply, limit, counted))
      request.workspace = {
        ...context,
        // One request, one time: the answer is as of the moment that its tag is of.
        clock: () => admitted.at,
        workspaceId: admitted.workspaceId,
        actor: { type: 'key', id: admitted.id, name: admitted.name },
        bookmarks: bookmarks.at(`${admitted.workspaceId} ${admitted.state}`),
      }
      request.currency = admitted.currency
      request.workspaceState = admitted.state
    } catch (error) {
      if (error instanceof RateLimited) reply.header('retry-after', WINDOW_SECONDS)
      throw error
    }
  })
}

function bearerToken(header: string | undefined): string | null {
  return /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? null
}

/** The header fields of the IETF draft on rate limits. */
function tellLimit(reply: FastifyReply, limit: number, { requests, windowEndsIn }: AdmittedKey): void {
  reply.header('ratelimit-policy', `"default";q=${limit};w=${WINDOW_SECONDS}`)
  reply.header('ratelimit', `"default";r=${Math.max(0, limit - requests)};t=${windowEndsIn}`)
}

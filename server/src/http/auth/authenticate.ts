import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context, WorkspaceContext } from '../../context.ts'
import { actorOf, viewOf } from '../../workspaces/caller.ts'
import type { Caller } from '../../workspaces/caller.ts'
import type { Admission } from '../../workspaces/workspace-state.ts'

declare module 'fastify' {
  interface FastifyRequest {
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
      ...(holdAccess && { holdAccess }),
      state: `${viewOf(caller)} ${workspace.state}`,
    }
    request.currency = workspace.currency
  })
}

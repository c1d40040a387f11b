import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context, WorkspaceContext } from '../context.ts'
import { KeysetCursors } from '../reading/index.ts'
import { actorOf, viewOf } from '../workspaces/caller.ts'
import type { Caller } from '../workspaces/caller.ts'
import type { Admission } from '../workspaces/workspace-state.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks. */
    caller: Caller
    /** The workspace that the caller asks in, for the verbs to act in. */
    workspace: WorkspaceContext
    /** ISO 4217, of the workspace. */
    currency: string
    /** Changes whenever an answer from the workspace may. */
    workspaceState: string
  }
}

/** Finds out who asks, and in which workspace, or refuses the request. */
export type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<Admission>

/** Lets requests into the routes of this scope as `admit` says: by an API key, or by whatever else tells who asks. */
export function authenticate(app: FastifyInstance, context: Context, admit: Admit): void {
  const cursors = new KeysetCursors()
  app.decorateRequest('caller')
  app.decorateRequest('workspace')
  app.decorateRequest('currency')
  app.decorateRequest('workspaceState')
  app.addHook('onRequest', async (request, reply) => {
    const { caller, workspace } = await admit(request, reply)
    const view = viewOf(caller)
    request.caller = caller
    request.workspace = {
      ...context,
      // One request, one time: the answer is as of the moment that its tag is of.
      clock: () => workspace.at,
      workspaceId: workspace.id,
      actor: actorOf(caller),
      view,
      cursors: cursors.at(`${workspace.id} ${view} ${workspace.state}`),
    }
    request.currency = workspace.currency
    request.workspaceState = workspace.state
  })
}

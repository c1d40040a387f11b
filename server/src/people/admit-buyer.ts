import { NotFound, Refused, Unauthorized } from '../errors.ts'
import { planAccess } from '../workspaces/plans.ts'
import { admittedWorkspace } from '../workspaces/workspace-state.ts'
import type { Admission } from '../workspaces/workspace-state.ts'
import { tokenHash } from './secret-token.ts'
import type { SessionLookup } from './session-lookup.ts'

type BuyerRequest = {
  /** From the cookie. */
  token: string | undefined
  slug: string
  writes: boolean
  /** Whether the browser says that a page of this service sent the request. */
  isSameOrigin: boolean
}

/**
 * Admits a buyer to the trade portal of a workspace. Their customer comes from the session alone. Throws Unauthorized
 * without a live session, NotFound where the person is no active buyer of an active customer there, and Refused for what
 * the plan does not allow.
 */
export async function admitBuyer(sessions: SessionLookup, request: BuyerRequest): Promise<Admission> {
  const { token, slug } = request
  const found = token === undefined ? undefined : await sessions.find(slug, tokenHash(token))
  if (!found) throw new Unauthorized('There is no session, or it has ended: sign in.')
  if (!found.workspace || !found.buyer) throw new NotFound(`There is no trade portal "${slug}" for you.`)
  const workspace = admittedWorkspace(found.workspace.id, found.workspace)
  if (request.writes && !request.isSameOrigin) {
    throw new Refused('forbidden', 'Only the pages of this service can write with a session.')
  }
  if (request.writes && planAccess(workspace.plan) === 'read') {
    throw new Refused('read_only', 'Orders are not taken now.')
  }
  return {
    caller: { type: 'buyer', ...found.buyer },
    // Answers hold the person's e-mail, too.
    workspace: { ...workspace, state: `${workspace.state} ${found.person_changed_at.getTime()}` },
  }
}

import type { Role } from '../database/column-values.ts'
import { NotFound, Refused, Unauthorized } from '../errors.ts'
import { planAccess } from '../workspaces/plans.ts'
import { admittedWorkspace } from '../workspaces/workspace-state.ts'
import type { Admission } from '../workspaces/workspace-state.ts'
import { tokenHash } from './secret-token.ts'
import type { SessionLookup } from './session-lookup.ts'

type MemberRequest = {
  /** From the cookie. */
  token: string | undefined
  slug: string
  writes: boolean
  /** Whether the browser says that a page of this service sent the request. */
  isSameOrigin: boolean
  /** The role that the route needs. */
  role: Role
}

/**
 * Admits a member of the staff to a workspace. Throws Unauthorized without a live session, NotFound where the person is no
 * member of the workspace, and Refused for what the role or the plan does not allow.
 */
export async function admitMember(sessions: SessionLookup, request: MemberRequest): Promise<Admission> {
  const { token, slug } = request
  const found = token === undefined ? undefined : await sessions.find(slug, tokenHash(token))
  if (!found) throw new Unauthorized('There is no session, or it has ended: sign in.')
  const { role } = found
  if (!found.workspace || role === null) throw new NotFound(`There is no workspace "${slug}".`)
  const workspace = admittedWorkspace(found.workspace.id, found.workspace)
  if (request.writes && !request.isSameOrigin) {
    throw new Refused('forbidden', 'Only the pages of this service can write with a session.')
  }
  if (request.role === 'owner' && role !== 'owner') throw new Refused('forbidden', 'Only an owner can do this.')
  if (request.writes && planAccess(workspace.plan) === 'read') {
    throw new Refused('read_only', 'The trial or subscription of this workspace has ended: it can only be read.')
  }
  return {
    caller: { type: 'member', id: found.person_id, name: found.name, role },
    // Answers hold the person's name and e-mail, too.
    workspace: { ...workspace, state: `${workspace.state} ${found.person_changed_at.getTime()}` },
  }
}

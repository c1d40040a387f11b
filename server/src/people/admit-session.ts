import { holdAccess } from '../database/transaction.ts'
import { NotFound, Refused, Unauthorized } from '../errors.ts'
import { HELD } from '../shared/rights.ts'
import type { Right } from '../shared/rights.ts'
import { requireRight, viewOf } from '../workspaces/caller.ts'
import type { Caller } from '../workspaces/caller.ts'
import { planAccess } from '../workspaces/workspaces.ts'
import { admittedWorkspace } from '../workspaces/workspace-state.ts'
import type { Admission } from '../workspaces/workspace-state.ts'
import { domainOf, useCompany } from './company/identity-provider.ts'
import { requireFreshProof } from './sign-in.ts'
import { tokenHash } from './secret-token.ts'
import type { FindSession, FoundSession, SessionLookup } from './session-lookup.ts'

export type SessionRequest = {
  /** From the cookie. */
  token: string | undefined
  /** From where the request comes. */
  address: string
  /** The address of the workspace. */
  slug: string
  writes: boolean
  /** Whether the browser says that a page of this service sent the request. */
  isSameOrigin: boolean
}

const NEEDED = 'The staff of this workspace signs in with passkeys: add one to your account, or sign in with it.'

/** Who asks, and what they are told where they may not. */
type Rules = {
  /** Undefined for somebody to whom the workspace is as if it did not exist. */
  callerOf: (found: FoundSession) => Caller | undefined
  notFound: string
  /** Where the plan of the workspace allows no writes. */
  readOnly: string
}

/** A decision about a request, and the person whom it is about. */
type Decision = Admission & { personId: string }

/**
 * Admits a member of the staff to a workspace. Throws Unauthorized without a live session, NotFound where the person is
 * no member of the workspace, and Refused for what the role, the plan or the session does not allow.
 */
export async function admitMember(
  sessions: SessionLookup,
  request: SessionRequest,
  needed: { right: Right | readonly Right[]; keepsToOwn: boolean; freshProof: boolean },
): Promise<Admission> {
  return admit(sessions, request, async (lookup) => {
    const decision = await decide(lookup, request, {
      callerOf: (found) => {
        const { role, is_held: isHeld, person_id, name, proof, workspace } = found
        if (role === null) return undefined
        requireCompany(found)
        if (workspace?.staff_need_passkey && proof.passkeyAt === null && !proof.byCompany)
          throw new Refused('passkey_required', NEEDED)
        return { type: 'member', id: person_id, name, role, isHeld: isHeld === true, proof }
      },
      notFound: `There is no workspace "${request.slug}".`,
      readOnly: 'The trial or subscription of this workspace has ended: it can only be read.',
    })
    const { caller, workspace } = decision
    if (caller.type !== 'member') throw new Refused('forbidden', 'Only the staff can do this.')
    requireRight(caller, needed.right)
    if (caller.isHeld && !needed.keepsToOwn) throw new Refused('forbidden', HELD)
    if (needed.freshProof) requireFreshProof(caller.proof, workspace.at)
    return decision
  })
}

/**
 * Admits a buyer to the trade portal of a workspace. Their customer comes from the session alone. Throws Unauthorized
 * without a live session, for a disabled buyer and for one of an inactive customer, NotFound where the person is no
 * buyer there, and Refused for what the plan does not allow.
 */
export async function admitBuyer(sessions: SessionLookup, request: SessionRequest): Promise<Admission> {
  return admit(sessions, request, (lookup) =>
    decide(lookup, request, {
      // The session goes on for what else the person has; here it counts as ended.
      callerOf: (found) => {
        const { buyer, is_former_buyer } = found
        if (is_former_buyer) throw new Unauthorized('Your access to this trade portal has ended: ask the wholesaler.')
        if (buyer) requireCompany(found)
        return buyer ? { type: 'buyer', ...buyer } : undefined
      },
      notFound: `There is no trade portal "${request.slug}" for you.`,
      readOnly: 'Orders are not taken now.',
    }),
  )
}

/** Throws Refused for somebody of a company that signs in here with its own accounts, and who has not. */
function requireCompany({ email, proof, workspace }: FoundSession): void {
  if (!proof.byCompany && workspace?.company_domains?.includes(domainOf(email))) throw useCompany(email)
}

/**
 * Decides before the body is read. Each transaction of a write decides anew: its body may have taken a minute to
 * arrive.
 */
async function admit(
  sessions: SessionLookup,
  { writes }: SessionRequest,
  decideBy: (lookup: FindSession) => Promise<Decision>,
): Promise<Admission> {
  const { personId, ...admission } = await decideBy(sessions)
  if (!writes) return admission
  const { caller, workspace } = admission
  return {
    ...admission,
    holdAccess: async (trx) => {
      await holdAccess(trx, personId)
      const now = await decideBy(sessions.within(trx, workspace.at))
      if (viewOf(now.caller) !== viewOf(caller)) {
        throw new Refused('forbidden', 'Your access was changed meanwhile: load the page again.')
      }
    },
  }
}

async function decide(sessions: FindSession, request: SessionRequest, rules: Rules): Promise<Decision> {
  const { token, address, slug, writes, isSameOrigin } = request
  const found = token === undefined ? undefined : await sessions.find(slug, tokenHash(token), address)
  if (!found) throw new Unauthorized('There is no session, or it has ended: sign in.')
  const caller = rules.callerOf(found)
  if (!found.workspace || !caller) throw new NotFound(rules.notFound)
  const workspace = admittedWorkspace(found.workspace.id, found.workspace)
  if (writes && !isSameOrigin) {
    throw new Refused('forbidden', 'Only the pages of this service can write with a session.')
  }
  if (writes && planAccess(workspace.plan) === 'read') throw new Refused('read_only', rules.readOnly)
  // Answers hold the person's name and e-mail, too.
  const state = `${workspace.state} ${found.person_changed_at.getTime()}`
  return { caller, workspace: { ...workspace, state }, personId: found.person_id }
}

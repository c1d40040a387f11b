import { matchingKey } from '../../server/src/matching-key.ts'
import { Broken } from './invariants.ts'
import * as is from './state.ts'
import type { Entry, State } from './state.ts'

const INVITATION_MS = 7 * 86_400_000

/** Throws where the session is not one of an owner, or of the staff. */
export function requireRole(state: State, session: string, slug: string, role: is.Role) {
  const [name, { address }] = is.accountOf(state, session)
  const has = state.roles.get(is.roleKey(slug, name))
  if (has === 'owner' || has === role) return
  throw new Broken(has === undefined ? 'proof' : 'end', `${address} acts as ${role}, and is ${has ?? 'nobody'} there.`)
}

/** A new invitation ends the earlier ones to the same. `mailed` and `shown` are its token, as it reached somebody. */
export function invite(
  state: State,
  {
    mailed,
    shown,
    at,
    by,
    ...invitation
  }: {
    slug: string
    address: string
    role: is.Role | undefined
    buyer: string | undefined
    mailed: string | undefined
    shown: string | undefined
    at: number
    /** The session of whoever invites. */
    by: string
  },
) {
  const address = matchingKey(invitation.address)
  const { slug, role, buyer } = invitation
  endInvitations(state, (other) =>
    buyer === undefined ? other.slug === slug && !other.buyer && other.address === address : other.buyer === buyer,
  )
  const [inviter] = is.accountOf(state, by)
  const common = { slug, role, buyer, by: inviter, address, expiresAt: at + INVITATION_MS, isOpen: true }
  const token = shown ?? mailed
  if (token !== undefined) state.invitations.set(token, { ...common, proves: shown === undefined })
}

/** Somebody joined: with `session` where they made an account by it, else with the session of `before`. */
export function accept(state: State, given: Entry & { token: string; password: string; at: number }) {
  const { token, password, at, session, before } = given
  const invitation = state.invitations.get(token)
  if (!invitation) throw new Broken('proof', 'A token that is no invitation lets somebody join.')
  const { address, slug, proves } = invitation
  if (!invitation.isOpen || invitation.expiresAt <= at) {
    throw new Broken('end', `An invitation of ${address} works although it has ended.`)
  }
  invitation.isOpen = false
  const name = session === undefined ? signedIn(state, invitation, before) : makeAnew(state, token, invitation)
  if (session !== undefined) {
    const account = state.accounts.get(name)!
    account.password = password
    account.isProved ||= proves
    is.openSession(state, name, { session, before })
  }
  if (invitation.buyer === undefined) {
    const key = is.roleKey(slug, name)
    state.roles.set(key, state.roles.get(key) ?? invitation.role!)
  } else {
    const buyer = state.buyers.get(invitation.buyer)!
    if (buyer.isDisabled) throw new Broken('end', `A disabled buyer joins as ${address}.`)
    buyer.account = name
  }
}

function signedIn(state: State, { address, proves }: is.Invitation, session: string | undefined): string {
  const [name, account] = is.accountOf(state, session)
  if (account.address !== address || !(account.isProved || !proves)) {
    throw new Broken('proof', `The invitation of ${address} lets ${account.address} join.`)
  }
  return name
}

function makeAnew(state: State, token: string, { address, proves }: is.Invitation): string {
  const name = is.accountAt(state, address)
  if (name === undefined) {
    const account = { id: undefined, address, isProved: false, password: null, earlierPasswords: new Set<string>() }
    state.accounts.set(token, account)
    return token
  }
  if (state.accounts.get(name)!.isProved || !proves) {
    throw new Broken('proof', `An invitation of ${address} gives its account away.`)
  }
  is.prove(state, name)
  return name
}

/** Removed: out of the workspace, signed out, no longer invited there; and whoever they have invited is not, either. */
export function remove(state: State, { slug, id }: { slug: string; id: string }) {
  const name = state.accounts.entries().find(([, account]) => account.id === id)?.[0]
  if (name === undefined) return
  const { address } = state.accounts.get(name)!
  state.roles.set(is.roleKey(slug, name), null)
  is.endSessions(state, name)
  endInvitations(state, (other) => {
    return other.slug === slug && (other.by === name || (other.address === address && !other.buyer))
  })
}

export function setRole(state: State, { slug, id, role }: { slug: string; id: string; role: is.Role }) {
  const name = state.accounts.entries().find(([, account]) => account.id === id)?.[0]
  if (name === undefined) return
  state.roles.set(is.roleKey(slug, name), role)
  if (role !== 'owner') endInvitations(state, (other) => other.slug === slug && other.by === name && !other.buyer)
}

export function setDisabled(state: State, buyer: string, isDisabled: boolean) {
  const found = state.buyers.get(buyer)
  if (found) found.isDisabled = isDisabled
}

function endInvitations({ invitations }: State, isMeant: (invitation: is.Invitation) => boolean) {
  for (const invitation of invitations.values()) if (isMeant(invitation)) invitation.isOpen = false
}

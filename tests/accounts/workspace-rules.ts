import { matchingKey } from '../../server/src/lib/matching-key.ts'
import { Broken } from './invariants.ts'
import * as is from './state.ts'
import type { Entry, State } from './state.ts'

const INVITATION_MS = 7 * 86_400_000

/** Who may do what people do here. */
export const OWNERS: readonly is.Role[] = ['owner']
export const SELLERS: readonly is.Role[] = ['owner', 'manager', 'orders']

/** Throws where the session may not do what members of those roles do. What only owners do asks for a fresh proof. */
export function requireRole(state: State, { before, at }: Entry, slug: string, roles: readonly is.Role[]) {
  const [name, { address }] = is.accountOf(state, before)
  const has = state.roles.get(is.roleKey(slug, name))
  if (!has || !roles.includes(has)) {
    throw new Broken(
      has === undefined ? 'proof' : 'end',
      `${address} acts as ${roles.join(' or ')}, and is ${has ?? 'nobody'} there.`,
    )
  }
  requireNeeded(state, before, slug)
  if (roles === OWNERS) is.requireFresh(state, before, at)
}

/** Throws where the workspace needs a passkey, and none proved the session. */
export function requireNeeded({ needing, sessions }: State, token: string | undefined, slug: string) {
  if (!needing.has(slug) || sessions.get(token!)!.byPasskey) return
  throw new Broken('needed', `A session that no passkey proved is in the console of ${slug}.`)
}

export function needPasskeys(
  state: State,
  { session, slug, areNeeded }: { session: string; slug: string; areNeeded: boolean },
) {
  if (!areNeeded) state.needing.delete(slug)
  else if (state.sessions.get(session)!.byPasskey) state.needing.add(slug)
  else throw new Broken('needed', 'Somebody without a passkey says that all need one.')
}

type Invited = {
  slug: string
  address: string
  token: string | undefined
  /** Whether only its mailbox got the link. */
  proves: boolean
  role?: is.Role
  buyer?: string
}

/** A new invitation ends the earlier ones to the same. */
export function invite(state: State, { before, at }: Entry, { token, ...invited }: Invited) {
  const address = matchingKey(invited.address)
  const { slug, role, buyer, proves } = invited
  endInvitations(state, (other) =>
    buyer === undefined ? other.slug === slug && !other.buyer && other.address === address : other.buyer === buyer,
  )
  if (token === undefined) return
  const [by] = is.accountOf(state, before)
  const expiresAt = at + INVITATION_MS
  state.invitations.set(token, { slug, role, buyer, proves, by, address, expiresAt, isOpen: true })
}

export function inviteBuyer(state: State, entry: Entry, invited: Invited & { buyer: string }) {
  state.buyers.set(invited.buyer, { slug: invited.slug, account: undefined, isDisabled: false })
  invite(state, entry, invited)
}

/** Somebody joined: with `session` where they made an account by it, else with the session of `before`. */
export function accept(state: State, entry: Entry, { token, password }: { token: string; password: string }) {
  const { at, session, before } = entry
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
    is.openSession(state, name, 'password', entry)
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
  endInvitations(state, (other) => {
    const inviters = other.buyer === undefined ? OWNERS : SELLERS
    return other.slug === slug && other.by === name && !inviters.includes(role)
  })
}

export function setDisabled(state: State, buyer: string, isDisabled: boolean) {
  const found = state.buyers.get(buyer)
  if (found) found.isDisabled = isDisabled
}

function endInvitations({ invitations }: State, isMeant: (invitation: is.Invitation) => boolean) {
  for (const invitation of invitations.values()) if (isMeant(invitation)) invitation.isOpen = false
}

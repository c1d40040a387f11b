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
  const [name, { address }] = is.accountOf(state, before, slug)
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

/** Throws where the staff needs a passkey or the company's account, and the session began without. */
export function requireNeeded(state: State, token: string | undefined, slug: string) {
  requireCompany(state, token, slug)
  const { byPasskey, company } = state.sessions.get(token!)!
  if (!state.needing.has(slug) || byPasskey || company) return
  throw new Broken('needed', `A session that no passkey proved is in the console of ${slug}.`)
}

/** Throws where all have to come by the company's account, and the session did not. */
export function requireCompany({ companies, sessions }: State, token: string | undefined, slug: string) {
  if (!companies.get(slug)?.isRequired || sessions.get(token!)!.company) return
  throw new Broken('needed', `A session that no company began is in ${slug}.`)
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
  const [by] = is.accountOf(state, before, slug)
  const expiresAt = at + INVITATION_MS
  state.invitations.set(token, { slug, role, buyer, proves, by, address, expiresAt, isOpen: true })
}

export function inviteBuyer(state: State, entry: Entry, invited: Invited & { buyer: string }) {
  const { slug, buyer } = invited
  state.buyers.set(buyer, { slug, address: matchingKey(invited.address), account: undefined, isDisabled: false })
  invite(state, entry, invited)
}

/** Somebody joined: with `session` where they made an account by it, else with the session of `before`. */
export function accept(state: State, entry: Entry, { token, password }: { token: string; password: string }) {
  const { at, session, before } = entry
  const invitation = state.invitations.get(token)
  if (!invitation) throw new Broken('proof', 'A token that is no invitation lets somebody join.')
  const { address, proves } = invitation
  if (!invitation.isOpen || invitation.expiresAt <= at) {
    throw new Broken('end', `An invitation of ${address} works although it has ended.`)
  }
  const name = session === undefined ? signedIn(state, invitation, before) : makeAnew(state, token, invitation)
  if (session !== undefined) {
    const account = state.accounts.get(name)!
    account.password = password
    account.isProved ||= proves
    is.openSession(state, name, 'password', entry)
  }
  join(state, name, invitation)
}

/** Uses an invitation up: the account joins the staff, or as a buyer. */
export function join(state: State, name: string, invitation: is.Invitation) {
  const { slug, address, role, buyer } = invitation
  invitation.isOpen = false
  if (buyer === undefined) {
    const key = is.roleKey(slug, name)
    state.roles.set(key, state.roles.get(key) ?? role!)
    return
  }
  const invited = state.buyers.get(buyer)
  if (!invited || invited.isDisabled) throw new Broken('end', `A disabled or erased buyer joins as ${address}.`)
  invited.account = name
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
    state.accounts.set(token, is.newAccount({ address }))
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
  const name = withId(state, id)
  if (name === undefined) return
  const { address } = state.accounts.get(name)!
  state.roles.set(is.roleKey(slug, name), null)
  is.endSessions(state, name)
  endInvitations(state, (other) => {
    return other.slug === slug && (other.by === name || (other.address === address && !other.buyer))
  })
}

export function setRole(state: State, { slug, id, role }: { slug: string; id: string; role: is.Role }) {
  const name = withId(state, id)
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

export function eraseBuyer(state: State, { slug, buyer }: { slug: string; buyer: string }) {
  const found = state.buyers.get(buyer)
  if (!found) throw new Broken('erased', 'A buyer is erased a second time.')
  erase(state, { slug, buyer, name: found.account })
}

export function eraseColleague(state: State, { slug, id }: { slug: string; id: string }) {
  const name = withId(state, id)
  if (name !== undefined) erase(state, { slug, name })
}

/**
 * Erased: with all that the person was invited to there, or was as a buyer; and with the account where no workspace is
 * left that knows it.
 */
function erase(state: State, { slug, buyer, name }: { slug: string; buyer?: string; name: string | undefined }) {
  if (name !== undefined && state.roles.get(is.roleKey(slug, name))) {
    throw new Broken('erased', `${state.accounts.get(name)!.address} is erased, and works in ${slug}.`)
  }
  const { address } = name === undefined ? state.buyers.get(buyer!)! : state.accounts.get(name)!
  for (const [id, other] of state.buyers) {
    const isTheirs = name !== undefined && (other.account ? other.account === name : other.address === address)
    if (id === buyer || (other.slug === slug && isTheirs)) state.buyers.delete(id)
  }
  endInvitations(state, (other) => {
    const isOfErased = other.buyer !== undefined && !state.buyers.has(other.buyer)
    return other.slug === slug && (isOfErased || other.address === address)
  })
  if (name !== undefined && !isKnown(state, name)) is.endAccount(state, name)
}

function isKnown({ roles, buyers }: State, name: string): boolean {
  const works = roles.entries().some(([key, role]) => role !== null && key.endsWith(` ${name}`))
  return works || buyers.values().some(({ account }) => account === name)
}

function withId({ accounts }: State, id: string): string | undefined {
  return accounts.entries().find(([, account]) => account.id === id)?.[0]
}

function endInvitations({ invitations }: State, isMeant: (invitation: is.Invitation) => boolean) {
  for (const invitation of invitations.values()) if (isMeant(invitation)) invitation.isOpen = false
}

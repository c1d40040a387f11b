import { matchingKey } from '../../server/src/lib/matching-key.ts'
import { Broken } from './invariants.ts'

/** A proof is good for so long where an act asks for a fresh one, in milliseconds. */
const FRESH_MS = 10 * 60_000

export type Account = {
  /** Of the person; known once one of their sessions was looked at. */
  id: string | undefined
  address: string
  isProved: boolean
  password: string | null
  earlierPasswords: Set<string>
  /** Whether it went with the last workspace that knew the person. */
  isGone: boolean
}

export function newAccount(known: Pick<Account, 'address'> & Partial<Account>): Account {
  return { id: undefined, isProved: false, password: null, earlierPasswords: new Set(), isGone: false, ...known }
}

/** The pages to which mailed links lead. */
export type Page = '/sign-in' | '/reset-password' | '/new-email' | '/call-off' | '/invitation'

type Expiring = { expiresAt: number; isOpen: boolean }
export type Link = Expiring & { page: Page; account: string; address: string }
export type Invitation = Expiring & {
  slug: string
  address: string
  /** The account that invites. */
  by: string
  /** As whom: in the staff, or the buyer of that id. */
  role: Role | undefined
  buyer: string | undefined
  /** Whether only its mailbox got the link. */
  proves: boolean
}
export const ROLES = ['owner', 'manager', 'pricing', 'orders', 'viewer'] as const
export type Role = (typeof ROLES)[number]
export type Session = {
  account: string
  isOpen: boolean
  /** When its holder last proved who they are, by more than a link. Null for never. */
  provedAt: number | null
  /** Whether that was ever by a passkey. */
  byPasskey: boolean
  /** Of a session that an identity provider began: when it ends. */
  company: ByCompany | null
}
/** `at` is the workspace whose provider it is, and which alone the session opens; null for that of the deployment. */
export type ByCompany = { at: string | null; endsAt: number }
export type Passkey = { account: string; isOpen: boolean }
/** `address` is the one that was invited. */
export type Buyer = { slug: string; address: string; account: string | undefined; isDisabled: boolean }

/** All accounts and what opens them, as the docs of the service say. Accounts are named by how they began. */
export type State = {
  accounts: Map<string, Account>
  sessions: Map<string, Session>
  /** By their ids in the account. */
  passkeys: Map<string, Passkey>
  links: Map<string, Link>
  invitations: Map<string, Invitation>
  /** By workspace and account. Null for somebody who was removed. */
  roles: Map<string, Role | null>
  /** The workspaces whose staff need a passkey. */
  needing: Set<string>
  /** The workspaces with a provider of their own, and whether people have to come by it. */
  companies: Map<string, { isRequired: boolean }>
  buyers: Map<string, Buyer>
}

export function emptyState(): State {
  return {
    accounts: new Map(),
    sessions: new Map(),
    passkeys: new Map(),
    links: new Map(),
    invitations: new Map(),
    roles: new Map(),
    needing: new Set(),
    companies: new Map(),
    buyers: new Map(),
  }
}

export const roleKey = (slug: string, account: string) => `${slug} ${account}`

/** The name of the account that has an address, or undefined. */
export function accountAt(state: State, address: string): string | undefined {
  const key = matchingKey(address)
  return state.accounts.entries().find(([, account]) => account.address === key && !account.isGone)?.[0]
}

/**
 * The account of a session, open or not: what only ends something, may end it a moment late. `slug` is the workspace in
 * which somebody acts; without one, it is in the account itself.
 */
export function formerAccountOf({ sessions }: State, token: string | undefined, slug?: string): string {
  const session = sessions.get(token ?? '')
  if (!session) throw new Broken('proof', 'Somebody without a session acts in an account.')
  const at = session.company?.at ?? null
  if (at !== null && at !== slug) {
    throw new Broken('proof', `A session that the provider of ${at} began acts in ${slug ?? 'the account'}.`)
  }
  return session.account
}

/** The account of a session that must be open. */
export function accountOf(state: State, token: string | undefined, slug?: string): [name: string, Account] {
  const name = formerAccountOf(state, token, slug)
  const account = state.accounts.get(name)!
  if (!state.sessions.get(token!)!.isOpen) {
    throw new Broken('end', `A session of ${account.address} that has ended acts in the account.`)
  }
  return [name, account]
}

/** The session that the browser had before and the one that an act gave it, and when that was. */
export type Entry = { session: string | undefined; before: string | undefined; at: number }

/** Somebody has proved who they are. A link is a fresh proof only of somebody who has nothing else. */
export function openSession(
  state: State,
  name: string,
  by: 'password' | 'passkey' | 'link' | ByCompany,
  { session, before, at }: Entry,
): void {
  endSession(state, before)
  const isEnough = by !== 'link' || (state.accounts.get(name)!.password === null && !hasPasskey(state, name))
  const provedAt = isEnough ? at : null
  const company = typeof by === 'object' ? by : null
  state.sessions.set(session!, { account: name, isOpen: true, provedAt, byPasskey: by === 'passkey', company })
}

/** Whether a session counts as fresh. */
export function isFresh({ sessions }: State, token: string | undefined, at: number): boolean {
  const provedAt = sessions.get(token ?? '')?.provedAt ?? null
  return provedAt !== null && at - provedAt < FRESH_MS
}

export function requireFresh(state: State, token: string | undefined, at: number): void {
  if (!isFresh(state, token, at)) throw new Broken('fresh', 'The last proof is older than 10 minutes.')
}

export function hasPasskey({ passkeys }: State, name: string): boolean {
  return passkeys.values().some(({ account, isOpen }) => account === name && isOpen)
}

/** Whether a workspace of the account needs passkeys. */
export function needsPasskey({ needing, roles }: State, name: string): boolean {
  return needing.values().some((slug) => roles.get(roleKey(slug, name)))
}

export function endSession({ sessions }: State, token: string | undefined): void {
  const session = sessions.get(token ?? '')
  if (session) session.isOpen = false
}

export function endSessions({ sessions }: State, account: string, except?: string): void {
  for (const [token, session] of sessions) {
    if (session.account === account && token !== except) session.isOpen = false
  }
}

export function setPassword(account: Account, password: string | null): void {
  if (account.password !== null) account.earlierPasswords.add(account.password)
  account.password = password
}

/** Ends the sessions and the mailed links. Those that call a new e-mail off go on. */
export function endAccess(state: State, name: string, except?: string): void {
  endSessions(state, name, except)
  for (const link of state.links.values()) {
    if (link.account === name && link.page !== '/call-off') link.isOpen = false
  }
}

export function endPasskeys({ passkeys }: State, name: string): void {
  for (const passkey of passkeys.values()) if (passkey.account === name) passkey.isOpen = false
}

/** The account goes, with all that opened it. */
export function endAccount(state: State, name: string): void {
  const account = state.accounts.get(name)!
  account.isGone = true
  setPassword(account, null)
  endPasskeys(state, name)
  endSessions(state, name)
  for (const link of state.links.values()) if (link.account === name) link.isOpen = false
}

/** The first proof of an address ends what somebody else may have set up with it. */
export function prove(state: State, name: string): void {
  const account = state.accounts.get(name)!
  if (!account.isProved) {
    setPassword(account, null)
    endPasskeys(state, name)
    endAccess(state, name)
  }
  account.isProved = true
}

/** Whether a token of a link or an invitation still opens something. */
export function isOpen({ links, invitations }: State, token: string, at: number): boolean {
  const expiring = links.get(token) ?? invitations.get(token)
  return expiring !== undefined && expiring.isOpen && expiring.expiresAt > at
}

/** Uses up a link. */
export function takeLink(state: State, token: string, page: Page, at: number): [name: string, Account, Link] {
  const link = state.links.get(token)
  if (!link || link.page !== page) throw new Broken('proof', `A token that is no link to ${page} is taken for one.`)
  const account = state.accounts.get(link.account)!
  if (!link.isOpen || link.expiresAt <= at) {
    throw new Broken('end', `A link to ${page}, mailed to ${link.address}, works although it has ended.`)
  }
  link.isOpen = false
  return [link.account, account, link]
}

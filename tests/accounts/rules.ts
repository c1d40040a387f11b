import { matchingKey } from '../../server/src/lib/matching-key.ts'
import { Broken } from './invariants.ts'
import type { Done } from './one-act.ts'
import * as is from './state.ts'
import type { Entry, State } from './state.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

// What each act does where it succeeds. A rule throws Broken where the act may not succeed.

export function signIn(state: State, entry: Entry, { address, password }: { address: string; password: string }) {
  const name = is.accountAt(state, address)
  const account = name === undefined ? undefined : state.accounts.get(name)!
  if (!account) throw new Broken('proof', `The password "${password}" opens ${address}, which has no account.`)
  requirePassword(account, password)
  is.openSession(state, name!, 'password', entry)
}

/** `token` is what came in the mail; undefined where none came. */
export function mailLink(
  state: State,
  { token, page, address, at }: { token: string | undefined; page: is.Page; address: string; at: number },
) {
  if (token === undefined) return
  const account = is.accountAt(state, address)
  if (account === undefined) throw new Broken('proof', `A link to an account is mailed to ${address}, which has none.`)
  const expiresAt = at + 30 * MINUTE_MS
  state.links.set(token, { page, account, address: matchingKey(address), expiresAt, isOpen: true })
}

export function useLink(
  state: State,
  entry: Entry,
  { token, page, password }: { token: string; page: is.Page; password?: string | undefined },
) {
  const [name, account, link] = is.takeLink(state, token, page, entry.at)
  if (link.address !== account.address) {
    throw new Broken('proof', `A link that was mailed to ${link.address} opens the account of ${account.address}.`)
  }
  is.prove(state, name)
  if (password !== undefined) {
    is.setPassword(account, password)
    is.endAccess(state, name)
  }
  is.openSession(state, name, password === undefined ? 'link' : 'password', entry)
}

/** Another password or e-mail takes the present password, or a fresh proof where there is none. */
function requireCurrent(state: State, { before, at }: Entry, current: string): [name: string, is.Account] {
  const [name, account] = is.accountOf(state, before)
  if (account.password === null) is.requireFresh(state, before, at)
  else requirePassword(account, current)
  return [name, account]
}

export function requirePassword(account: is.Account, given: string) {
  if (account.password === given) return
  const isOld = account.earlierPasswords.has(given)
  throw new Broken(isOld ? 'end' : 'proof', `"${given}" is taken for the password of ${account.address}.`)
}

export function changePassword(
  state: State,
  entry: Entry,
  { current, password }: { current: string; password: string },
) {
  const [name, account] = requireCurrent(state, entry, current)
  is.setPassword(account, password)
  is.endAccess(state, name, entry.before)
}

/** The tokens are those of the mails to the new address and to the present one. */
export function askForNewEmail(
  state: State,
  { tokens: [confirm, callOff], ...entry }: Done,
  { current, address }: { current: string; address: string },
) {
  const { before: session, at } = entry
  const [, present] = is.accountOf(state, session)
  // The address that it is already is no change.
  if (confirm === undefined && matchingKey(address) === present.address) return
  const [name, account] = requireCurrent(state, entry, current)
  callOffWaiting(state, session)
  const common = { account: name, isOpen: true }
  const waiting = { page: '/new-email' as const, address: matchingKey(address), expiresAt: at + DAY_MS }
  const before = { page: '/call-off' as const, address: account.address, expiresAt: at + 7 * DAY_MS }
  if (confirm !== undefined) state.links.set(confirm, { ...common, ...waiting })
  if (callOff !== undefined) state.links.set(callOff, { ...common, ...before })
}

export function callOffWaiting(state: State, session: string | undefined) {
  const name = is.formerAccountOf(state, session)
  for (const link of state.links.values()) {
    if (link.account === name && link.page === '/new-email') link.isOpen = false
  }
}

export function useNewEmail(state: State, entry: Entry, token: string) {
  const [name] = is.accountOf(state, entry.before)
  const [asker, account, { address }] = is.takeLink(state, token, '/new-email', entry.at)
  if (asker !== name) throw new Broken('proof', `Somebody confirms ${address} for an account that is not theirs.`)
  moveTo(state, name, address)
  account.isProved = true
  is.endAccess(state, name)
  is.openSession(state, name, 'link', entry)
}

/** Those of earlier addresses go on: each takes back what came after it. */
export function callOff(state: State, { token, at }: { token: string; at: number }) {
  const [name, account, { address, expiresAt }] = is.takeLink(state, token, '/call-off', at)
  moveTo(state, name, address)
  is.setPassword(account, null)
  is.endAccess(state, name)
  // Where a workspace needs them, the mail of a person alone lets nobody in.
  if (!is.needsPasskey(state, name)) is.endPasskeys(state, name)
  for (const link of state.links.values()) {
    if (link.account === name && link.expiresAt >= expiresAt) link.isOpen = false
  }
}

function moveTo(state: State, name: string, address: string) {
  const other = is.accountAt(state, address)
  if (other !== undefined && other !== name) throw new Broken('proof', `Two accounts have the address ${address}.`)
  state.accounts.get(name)!.address = address
}

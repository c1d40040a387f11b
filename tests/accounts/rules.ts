import { matchingKey } from '../../server/src/matching-key.ts'
import { Broken } from './invariants.ts'
import * as is from './state.ts'
import type { Entry, State } from './state.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

// What each act does where it succeeds. A rule throws Broken where the act may not succeed.

export function signIn(state: State, { address, password, ...entry }: Entry & { address: string; password: string }) {
  const name = is.accountAt(state, address)
  const account = name === undefined ? undefined : state.accounts.get(name)!
  if (account?.password !== password) {
    const isOld = account?.earlierPasswords.has(password)
    throw new Broken(isOld ? 'end' : 'proof', `The password "${password}" opens ${address}, and is not its password.`)
  }
  is.openSession(state, name!, entry)
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
  { token, page, at, password, ...entry }: Entry & { token: string; page: is.Page; at: number; password?: string },
) {
  const [name, account, link] = is.takeLink(state, token, page, at)
  if (link.address !== account.address) {
    throw new Broken('proof', `A link that was mailed to ${link.address} opens the account of ${account.address}.`)
  }
  is.prove(state, name)
  if (password !== undefined) {
    is.endCredentials(state, name)
    account.password = password
  }
  is.openSession(state, name, entry)
}

export function requireCurrent(account: is.Account, current: string | undefined) {
  if (account.password === null || account.password === current) return
  const isOld = account.earlierPasswords.has(current ?? '')
  throw new Broken(isOld ? 'end' : 'proof', `"${current}" changes ${account.address}, and is not its password.`)
}

export function changePassword(
  state: State,
  { session, current, password }: { session: string; current: string; password: string },
) {
  const [name, account] = is.accountOf(state, session)
  requireCurrent(account, current)
  is.setPassword(account, password)
  is.endAccess(state, name, session)
}

/** `confirm` and `callOff` are the tokens that came in the mails to the new address and to the present one. */
export function askForNewEmail(
  state: State,
  given: {
    session: string
    current: string
    address: string
    at: number
    confirm: string | undefined
    callOff: string | undefined
  },
) {
  const [name, account] = is.accountOf(state, given.session)
  // The address that it is already is no change.
  if (given.confirm === undefined && matchingKey(given.address) === account.address) return
  requireCurrent(account, given.current)
  callOffWaiting(state, given.session)
  const { confirm, callOff, at } = given
  const common = { account: name, isOpen: true }
  const waiting = { page: '/new-email' as const, address: matchingKey(given.address), expiresAt: at + DAY_MS }
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

export function useNewEmail(state: State, { token, at, ...entry }: Entry & { token: string; at: number }) {
  const [name] = is.accountOf(state, entry.before)
  const [asker, account, { address }] = is.takeLink(state, token, '/new-email', at)
  if (asker !== name) throw new Broken('proof', `Somebody confirms ${address} for an account that is not theirs.`)
  moveTo(state, name, address)
  account.isProved = true
  is.endAccess(state, name)
  is.openSession(state, name, entry)
}

/** Those of earlier addresses go on: each takes back what came after it. */
export function callOff(state: State, { token, at }: { token: string; at: number }) {
  const [name, , { address, expiresAt }] = is.takeLink(state, token, '/call-off', at)
  moveTo(state, name, address)
  is.endCredentials(state, name)
  for (const link of state.links.values()) {
    if (link.account === name && link.expiresAt >= expiresAt) link.isOpen = false
  }
}

function moveTo(state: State, name: string, address: string) {
  const other = is.accountAt(state, address)
  if (other !== undefined && other !== name) throw new Broken('proof', `Two accounts have the address ${address}.`)
  state.accounts.get(name)!.address = address
}

import { Broken } from './invariants.ts'
import { requirePassword } from './rules.ts'
import * as is from './state.ts'
import type { Entry, State } from './state.ts'

/** `id` is that of the new one. The session counts as proved by it. */
export function addPasskey(state: State, { before, at }: Entry, id: string) {
  const name = requireMayChange(state, before, at)
  state.passkeys.set(id, { account: name, isOpen: true })
  proved(state, before, at, 'passkey')
}

/**
 * Other sessions that a passkey proved end. That of whoever removes it counts as proved by one while another is left.
 */
export function removePasskey(state: State, { before, at }: Entry, id: string) {
  const name = requireMayChange(state, before, at)
  const passkey = openPasskey(state, id)
  if (passkey.account !== name) throw new Broken('proof', 'Somebody removes a passkey of somebody else.')
  passkey.isOpen = false
  for (const [token, session] of state.sessions) {
    if (session.account !== name || !session.byPasskey) continue
    if (token !== before) session.isOpen = false
    else session.byPasskey = is.hasPasskey(state, name)
  }
}

export function signInByPasskey(state: State, entry: Entry, id: string) {
  is.openSession(state, openPasskey(state, id).account, 'passkey', entry)
}

export function proveByPassword(state: State, { before, at }: Entry, password: string) {
  requirePassword(state.accounts.get(is.formerAccountOf(state, before))!, password)
  proved(state, before, at, 'password')
}

export function proveByPasskey(state: State, { before, at }: Entry, id: string) {
  if (openPasskey(state, id).account !== is.formerAccountOf(state, before)) {
    throw new Broken('proof', 'A passkey of somebody else proves who holds a session.')
  }
  proved(state, before, at, 'passkey')
}

/** Where a workspace needs passkeys, only a session that a passkey proved changes those of somebody who has one. */
function requireMayChange(state: State, token: string | undefined, at: number): string {
  const [name, { address }] = is.accountOf(state, token)
  is.requireFresh(state, token, at)
  const isSafe = state.sessions.get(token!)!.byPasskey || !is.hasPasskey(state, name)
  if (isSafe || !is.needsPasskey(state, name)) return name
  throw new Broken('needed', `A session that no passkey proved changes the passkeys of ${address}.`)
}

function openPasskey({ passkeys, accounts }: State, id: string): is.Passkey {
  const passkey = passkeys.get(id)!
  if (passkey.isOpen) return passkey
  throw new Broken('end', `A passkey of ${accounts.get(passkey.account)!.address} works although it has ended.`)
}

function proved({ sessions }: State, token: string | undefined, at: number, by: 'password' | 'passkey') {
  const session = sessions.get(token!)!
  session.provedAt = at
  session.byPasskey ||= by === 'passkey'
}

import { matchingKey } from '../../server/src/lib/matching-key.ts'
import { Broken } from './invariants.ts'
import * as is from './state.ts'
import type { Entry, State } from './state.ts'
import { join } from './workspace-rules.ts'

const SESSION_MS = 12 * 3_600_000

export function setCompany(
  state: State,
  { session, slug, isRequired }: { session: string; slug: string; isRequired: boolean },
) {
  if (isRequired && !state.sessions.get(session)!.company) {
    throw new Broken('needed', 'Somebody who came in otherwise says that all have to come by the company’s account.')
  }
  state.companies.set(slug, { isRequired })
}

export function removeCompany(state: State, slug: string) {
  if (!state.companies.delete(slug)) throw new Broken('end', `The provider of ${slug} is taken away a second time.`)
  for (const session of state.sessions.values()) if (session.company?.at === slug) session.isOpen = false
}

/**
 * The provider of the deployment proves an address; that of a workspace lets people in who belong there. Who has no
 * account joins where they are invited.
 */
export function signInByCompany(state: State, entry: Entry, { address, at }: { address: string; at: string | null }) {
  if (at !== null && !state.companies.has(at)) {
    throw new Broken('end', `The provider of ${at} signs in, and was taken away.`)
  }
  const known = is.accountAt(state, address)
  if (known !== undefined && at === null) is.prove(state, known)
  if (known !== undefined && at !== null && !belongsTo(state, at, known)) {
    throw new Broken('proof', `The provider of ${at} signs in ${address}, who does not belong there.`)
  }
  const name = known ?? joinByCompany(state, entry, { address: matchingKey(address), at })
  is.openSession(state, name, { at, endsAt: entry.at + SESSION_MS }, entry)
}

function belongsTo({ roles, buyers }: State, slug: string, name: string): boolean {
  const isBuyer = buyers.values().some((buyer) => buyer.slug === slug && buyer.account === name)
  return isBuyer || !!roles.get(is.roleKey(slug, name))
}

function joinByCompany(
  state: State,
  { at: now, session }: Entry,
  { address, at }: { address: string; at: string | null },
) {
  const invitations = [...state.invitations.values()].filter(
    (one) => one.isOpen && one.expiresAt > now && one.address === address && (at === null || one.slug === at),
  )
  if (invitations.length === 0) throw new Broken('proof', `A company lets ${address} join, who is not invited.`)
  const name = `by company ${session}`
  state.accounts.set(name, is.newAccount({ address, isProved: at === null }))
  for (const invitation of invitations) join(state, name, invitation)
  return name
}

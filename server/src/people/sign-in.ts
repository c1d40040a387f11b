import type { Context } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { invalidField, Refused, Unauthorized } from '../errors.ts'
import { Limiter } from '../lib/limiter.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { countAttempt, passwordLimits, provenLimits, takeBackAttempt, passkeyLimits } from './attempts.ts'
import type { AttemptLimit } from './attempts.ts'
import { isKnownDevice, noteDevice } from './known-devices.ts'
import { isPassword } from './credentials.ts'
import { findPerson, lockPerson, readPerson } from './persons.ts'
import type { KnownPerson, LockedPerson } from './persons.ts'
import { makeToken, tokenHash } from './secret-token.ts'
import { refuseOfCompany } from './company/identity-provider.ts'
import { beginSession, endSession, noteProof } from './sessions.ts'
import type { Device, ProvedBy, OwnSession } from './sessions.ts'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { isWithin } from '../database/rowset.ts'
import type { Proof } from '../workspaces/caller.ts'
import { askForPasskey, checkAnswer, noteUse } from './passkeys/check-answer.ts'

/** Who has just signed in, and the tokens for the cookies: of the session, and of the browser. */
export type SignedIn = { personId: string; token: string; device: string }

/**
 * From where a request to sign in comes. `token` is of an earlier session of the same browser, which ends. `device` is
 * the token that an earlier sign-in has left in the browser.
 */
export type Visitor = Device & { ipAddress: string; token: string | undefined; device: string | undefined }

/**
 * One attempt of an account at a time, and few in all: a right password that is being checked counts as an attempt
 * until it is known to be right. A known device takes turns with strangers.
 */
const attempts = new Limiter({ slots: { all: 8, perOwner: 1 }, inProgress: 256 })

/**
 * Signs in by e-mail and password. Throws Unauthorized, with the same words and after the same time whether there is
 * such an account or not, and RateLimited after too many wrong passwords.
 */
export async function signIn(
  context: Context,
  { email, password }: { email: string; password: string },
  visitor: Visitor,
): Promise<SignedIn> {
  refuseOfCompany(context, email)
  const { ipAddress, device } = visitor
  const person = await findPerson(context, email)
  const account = matchingKey(email)
  const limits = (await isKnownDevice(context, person?.id, device))
    ? provenLimits(account, `device ${tokenHash(device!)}`)
    : passwordLimits(account, ipAddress)
  await requirePassword(context, { person, password, limits, ipAddress })
  return inTransaction(context, async (trx) => enter(trx, await lockUnchanged(trx, person!), visitor))
}

/**
 * Begins a session for somebody who has proved who they are. It always has a new token. A link by mail counts as a
 * fresh proof only of somebody who has nothing else.
 */
export async function enter(
  trx: Context,
  { id: personId, password_hash, has_passkey }: LockedPerson,
  { token, device, ...from }: Visitor,
  by: Exclude<ProvedBy, null> = 'password',
): Promise<SignedIn> {
  if (token !== undefined) await endSession(trx, token)
  const provedBy = by === 'link' && (password_hash !== null || has_passkey) ? null : by
  return {
    personId,
    token: await beginSession(trx, personId, from, provedBy),
    device: await noteDevice(trx, personId, device),
  }
}

/**
 * The same for somebody whom an identity provider has signed in: that of the workspace `issuedBy`, or with null of the
 * deployment. What a workspace's provider says is no reason to know the browser.
 */
export async function enterByCompany(
  trx: Context,
  { id: personId }: LockedPerson,
  { token, device, ...from }: Visitor,
  issuedBy: string | null,
): Promise<SignedIn> {
  if (token !== undefined) await endSession(trx, token)
  return {
    personId,
    token: await beginSession(trx, personId, from, 'company', issuedBy),
    device: issuedBy === null ? await noteDevice(trx, personId, device) : (device ?? makeToken()),
  }
}

/** Throws Unauthorized if it is not the person's password, and RateLimited. A right one never counts. */
export async function requirePassword(
  context: Context,
  given: { person: KnownPerson | undefined; password: string; limits: AttemptLimit[]; ipAddress: string },
): Promise<void> {
  const { person, password, limits, ipAddress } = given
  await attempts.run(limits[0]!.subject, async () => {
    await countAttempt(context, limits)
    if (!(await isPassword(password, person?.password_hash ?? null, ipAddress))) throw wrongPassword()
    await takeBackAttempt(context, limits)
  })
}

/**
 * Locks a person whose password was checked before the transaction. Throws Unauthorized if the password or the e-mail
 * was replaced since.
 */
export async function lockUnchanged(trx: Context, checked: KnownPerson): Promise<LockedPerson> {
  const person = await lockPerson(trx, checked.id)
  const isUnchanged = person?.password_hash === checked.password_hash && person.email_key === checked.email_key
  if (!isUnchanged) throw wrongPassword()
  return person
}

function wrongPassword(): Unauthorized {
  return new Unauthorized('E-mail or password is wrong.')
}

/** How long a proof is good for what asks for a fresh one, in milliseconds. */
const FRESH_MS = 10 * 60_000

/**
 * Throws Refused with `proof_required` where the holder of the session has not proved who they are within 10 minutes.
 */
export function requireFreshProof({ provedAt }: Proof, at: Date): void {
  if (provedAt !== null && isWithin(provedAt, FRESH_MS, at)) return
  throw new Refused('proof_required', 'Show that it is you: by your password, or by a passkey.')
}

/**
 * Throws Refused with `passkey_required` where no passkey proved the session of somebody who wants all staff to have
 * one.
 */
export function requireOwnPasskeyFirst({ passkeyAt }: Proof): void {
  if (passkeyAt !== null) return
  throw new Refused('passkey_required', 'Sign in with a passkey of your own first: this would shut you out.')
}

/** Proves by the password who holds the session. Throws InvalidInput for a wrong one, and RateLimited. */
export async function proveByPassword(
  context: Context,
  session: OwnSession,
  password: string,
  ipAddress: string,
): Promise<void> {
  const person = await readPerson(context, session.personId)
  const limits = provenLimits(person.email_key, `session ${session.sessionId}`)
  await inOwnWords('password', 'Must be your password.', async () => {
    await requirePassword(context, { person, password, limits, ipAddress })
    await inTransaction(context, async (trx) => {
      await lockUnchanged(trx, person)
      await noteProof(trx, session, 'password')
    })
  })
}

/** What the browser needs to ask the holder of the session for one of their passkeys. Throws RateLimited. */
export async function askForProof(context: Context, personId: string) {
  await countAttempt(context, passkeyLimits(personId))
  return askForPasskey(context, { purpose: 'prove', personId })
}

/** Proves by a passkey who holds the session. Throws InvalidInput for one that is not theirs. */
export async function proveByPasskey(
  context: Context,
  session: OwnSession,
  answer: AuthenticationResponseJSON,
): Promise<void> {
  const { personId } = session
  await inOwnWords('passkey', 'Must be a passkey of your account.', async () => {
    const checked = await checkAnswer(context, answer, { purpose: 'prove', personId })
    await inTransaction(context, async (trx) => {
      await lockPerson(trx, personId)
      await noteUse(trx, checked)
      await noteProof(trx, session, 'passkey')
    })
  })
  await takeBackAttempt(context, passkeyLimits(personId))
}

/** Refuses a wrong proof at its field: it ends no session, so it is no Unauthorized. */
export async function inOwnWords(path: string, message: string, prove: () => Promise<void>): Promise<void> {
  try {
    await prove()
  } catch (error) {
    throw error instanceof Unauthorized ? invalidField(path, message) : error
  }
}

/** What the browser needs to sign somebody in with any passkey that it has of this service. Throws RateLimited. */
export async function beginSignIn(context: Context, { ipAddress }: Visitor) {
  await countAttempt(context, passkeyLimits(ipAddress))
  return askForPasskey(context, { purpose: 'sign_in', personId: null })
}

/** Signs in with a passkey. Throws as `checkAnswer` does. */
export async function signInByPasskey(
  context: Context,
  answer: AuthenticationResponseJSON,
  visitor: Visitor,
): Promise<SignedIn> {
  const checked = await checkAnswer(context, answer, { purpose: 'sign_in', personId: null })
  const entered = await inTransaction(context, async (trx) => {
    const person = (await lockPerson(trx, checked.personId))!
    refuseOfCompany(trx, person.email)
    await noteUse(trx, checked)
    return enter(trx, person, visitor, 'passkey')
  })
  await takeBackAttempt(context, passkeyLimits(visitor.ipAddress))
  return entered
}

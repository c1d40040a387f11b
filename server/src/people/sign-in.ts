import type { Context } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { Unauthorized } from '../errors.ts'
import { Limiter } from '../lib/limiter.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { countAttempt, passwordLimits, provenLimits, takeBackAttempt } from './attempts.ts'
import type { AttemptLimit } from './attempts.ts'
import { isKnownDevice, noteDevice } from './known-devices.ts'
import { isPassword } from './password-hash.ts'
import { findPerson, lockPerson } from './persons.ts'
import type { KnownPerson, LockedPerson } from './persons.ts'
import { tokenHash } from './secret-token.ts'
import { beginSession, endSession } from './sessions.ts'
import type { Device, ProvedBy } from './sessions.ts'

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

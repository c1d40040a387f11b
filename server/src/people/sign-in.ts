import type { Context } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { Unauthorized } from '../errors.ts'
import { FairQueue } from '../fair-queue.ts'
import { matchingKey } from '../matching-key.ts'
import { countAttempt, passwordLimits, takeBackAttempt } from './attempts.ts'
import { isPassword } from './password-hash.ts'
import { findPerson } from './persons.ts'
import type { KnownPerson } from './persons.ts'
import { beginSession, endSession } from './sessions.ts'
import type { Device } from './sessions.ts'

/** Who has just signed in, and the token for the cookie. */
export type SignedIn = { personId: string; token: string }

/** From where a request to sign in comes. `token` is of an earlier session of the same browser, which ends. */
export type Visitor = Device & { ipAddress: string; token: string | undefined }

/**
 * One attempt of an account at a time, and few in all: a right password that is being checked counts as an attempt until
 * it is known to be right.
 */
const attempts = new FairQueue({ slots: 8, perOwner: { alone: 1, contended: 1 }, maxWaiting: 256 })

/**
 * Signs in by e-mail and password. Throws Unauthorized, with the same words and after the same time whether there is such
 * an account or not, and RateLimited after too many wrong passwords.
 */
export async function signIn(
  context: Context,
  { email, password }: { email: string; password: string },
  visitor: Visitor,
): Promise<SignedIn> {
  const person = await findPerson(context, email)
  await requirePassword(context, { email, person, password }, visitor)
  return enter(context, person!.id, visitor)
}

/** Begins a session for somebody who has proved who they are. It always has a new token. */
export async function enter(context: Context, personId: string, { token, ...device }: Visitor): Promise<SignedIn> {
  return inTransaction(context, async (trx) => {
    if (token !== undefined) await endSession(trx, token)
    return { personId, token: await beginSession(trx, personId, device) }
  })
}

/** Throws Unauthorized if it is not the person's password, and RateLimited. A right one never counts. */
export async function requirePassword(
  context: Context,
  given: { email: string; person: KnownPerson | undefined; password: string },
  { ipAddress }: { ipAddress: string },
): Promise<void> {
  const account = matchingKey(given.email)
  const limits = passwordLimits(account, ipAddress)
  await attempts.run(account, async () => {
    await countAttempt(context, limits)
    if (!(await isPassword(given.password, given.person?.password_hash ?? null, ipAddress))) {
      throw new Unauthorized('E-mail or password is wrong.')
    }
    await takeBackAttempt(context, limits)
  })
}

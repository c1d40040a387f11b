import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Context } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { isWithin } from '../database/within.ts'
import { InvalidInput, Refused, Unauthorized } from '../errors.ts'
import type { Proof } from '../workspaces/caller.ts'
import { countAttempt, passkeyLimits, provenLimits, takeBackAttempt } from './attempts.ts'
import { askForPasskey, checkAnswer, noteUse } from './passkeys/check-answer.ts'
import { lockPerson, readPerson } from './persons.ts'
import { noteProof } from './sessions.ts'
import type { OwnSession } from './sessions.ts'
import { lockUnchanged, requirePassword } from './sign-in.ts'

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
  await inOwnWords('password', async () => {
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
  await inOwnWords('passkey', async () => {
    const checked = await checkAnswer(context, answer, { purpose: 'prove', personId })
    await inTransaction(context, async (trx) => {
      await lockPerson(trx, personId)
      await noteUse(trx, checked)
      await noteProof(trx, session, 'passkey')
    })
  })
  await takeBackAttempt(context, passkeyLimits(personId))
}

/** A wrong proof ends no session, so it is no Unauthorized. */
async function inOwnWords(given: 'password' | 'passkey', prove: () => Promise<void>): Promise<void> {
  try {
    await prove()
  } catch (error) {
    if (!(error instanceof Unauthorized)) throw error
    throw new InvalidInput([
      { path: given, message: `Must be ${given === 'password' ? 'your password' : 'a passkey of your account'}.` },
    ])
  }
}

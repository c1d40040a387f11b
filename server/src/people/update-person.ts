import type { Context } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidInput, Unauthorized } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'
import type { Proof } from '../workspaces/caller.ts'
import { countAttempt, newEmailLimits, newPasswordLimits, provenLimits } from './attempts.ts'
import { replacePassword, hashPassword } from './credentials.ts'
import { askForNewEmail } from './new-email.ts'
import { requireFreshProof, lockUnchanged, requirePassword } from './sign-in.ts'
import type { Visitor } from './sign-in.ts'
import { readPerson, tellPerson } from './persons.ts'
import type { KnownPerson, LockedPerson } from './persons.ts'
import { recordPersonChange } from './record-person-change.ts'
import { requireSession } from './sessions.ts'
import type { OwnSession } from './sessions.ts'

/** What a person changes of their own account; what is left out stays. */
type PersonChanges = {
  name?: string | undefined
  email?: string | undefined
  password?: string | undefined
  /** Needed for another e-mail or password. */
  currentPassword?: string | undefined
}

/**
 * Changes the name and the password of a person, and asks for another e-mail, which waits until it is proved. Another
 * password ends all other sessions, and is told by mail. Throws InvalidInput for a wrong current password, Unauthorized
 * if the session has ended or the credentials were replaced meanwhile, Refused for somebody without a password who has
 * not proved who they are, and RateLimited.
 */
export async function updatePerson(
  context: Context,
  session: OwnSession & { proof: Proof },
  changes: PersonChanges,
  { ipAddress, device }: Visitor,
): Promise<void> {
  const before = await readPerson(context, session.personId)
  const email = changes.email !== undefined && changes.email !== before.email ? changes.email : undefined
  if (email !== undefined || changes.password !== undefined) {
    await requireCurrent(context, before, session, changes, ipAddress)
  }
  if (email !== undefined) await countAttempt(context, newEmailLimits(before.id, matchingKey(email)))
  if (changes.password !== undefined) await countAttempt(context, newPasswordLimits(before.id))
  const hash = changes.password === undefined ? undefined : await hashPassword(changes.password, ipAddress)
  await inTransaction(context, async (trx) => {
    const person = await lockUnchanged(trx, before)
    await requireSession(trx, session)
    if (hash !== undefined) {
      await replacePassword(trx, person, hash, { sessionId: session.sessionId, device })
      await tellPerson(trx, person, 'Your password was changed.')
    }
    if (email !== undefined) await askForNewEmail(trx, person, email)
    if (changes.name !== undefined) await setName(trx, person, changes.name)
  })
}

/** Somebody without a password proves by a passkey or a link who they are. */
async function requireCurrent(
  context: Context,
  person: KnownPerson,
  { sessionId, proof }: OwnSession & { proof: Proof },
  { currentPassword: password }: PersonChanges,
  ipAddress: string,
): Promise<void> {
  if (person.password_hash === null) return requireFreshProof(proof, context.clock())
  if (password === undefined) throw new InvalidInput([{ path: 'currentPassword', message: 'Is required.' }])
  const limits = provenLimits(person.email_key, `session ${sessionId}`)
  try {
    await requirePassword(context, { person, password, limits, ipAddress })
  } catch (error) {
    if (!(error instanceof Unauthorized)) throw error
    throw new InvalidInput([{ path: 'currentPassword', message: 'Must be your present password.' }])
  }
}

async function setName(trx: Context, person: LockedPerson, name: string): Promise<void> {
  await trx.db.updateTable('person').set({ name, updated_at: trx.clock() }).where('id', '=', person.id).execute()
  await recordPersonChange(trx, person, { name })
}

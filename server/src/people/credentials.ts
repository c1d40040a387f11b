import type { Context } from '../context.ts'
import { forgetDevices } from './known-devices.ts'
import { lockPerson, setPasswordHash } from './persons.ts'
import type { LockedPerson } from './persons.ts'
import { endSessions } from './sessions.ts'

/** What may go on although the credentials changed: the session and the browser that changed them. */
type Kept = { sessionId?: string | undefined; device?: string | undefined }

/**
 * Gives a person another password, or none with `null`. What was made before opens nothing any more: sessions, links to
 * the account, and known devices end. Only links that call a new e-mail off still work.
 */
export async function replacePassword(
  trx: Context,
  { id }: LockedPerson,
  hash: string | null,
  kept: Kept = {},
): Promise<void> {
  if (hash === null) await trx.db.deleteFrom('password').where('person_id', '=', id).execute()
  else await setPasswordHash(trx, id, hash)
  await endAccess(trx, id, kept)
}

/** Ends the sessions, the links to the account and the known devices of a person. */
export async function endAccess(trx: Context, personId: string, { sessionId, device }: Kept = {}): Promise<void> {
  await endSessions(trx, personId, sessionId)
  await forgetDevices(trx, personId, device)
  await trx.db.deleteFrom('account_link').where('person_id', '=', personId).where('purpose', '!=', 'call_off').execute()
}

/**
 * Marks the e-mail of a person as proved, and returns the person as they are then. The first proof ends all that
 * somebody else may have set up with that address: the password, the passkeys, the sessions, the links, and the name,
 * which becomes the address.
 */
export async function proveEmail(trx: Context, person: LockedPerson): Promise<LockedPerson> {
  if (person.email_verified) return person
  await trx.db.deleteFrom('passkey').where('person_id', '=', person.id).execute()
  await replacePassword(trx, person, null)
  await trx.db
    .updateTable('person')
    .set({ email_verified: true, name: person.email, updated_at: trx.clock() })
    .where('id', '=', person.id)
    .execute()
  return (await lockPerson(trx, person.id))!
}

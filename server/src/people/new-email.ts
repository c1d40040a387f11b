import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidRequest } from '../errors.ts'
import { nameInMail } from '../jobs/mail/mail-layout.ts'
import { queueMail } from '../jobs/mail/queue-mail.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { addLink, takeLink } from './account-links.ts'
import { endAccess, replacePassword } from './credentials.ts'
import { removeDoubtfulPasskeys } from './passkeys/passkeys.ts'
import { pageLink } from './page-link.ts'
import { findPerson } from './persons.ts'
import type { LockedPerson } from './persons.ts'
import { recordPersonChange } from './record-person-change.ts'
import { requireSession } from './sessions.ts'
import type { OwnSession } from './sessions.ts'
import { enter } from './sign-in.ts'
import type { SignedIn, Visitor } from './sign-in.ts'

const DAY_MS = 86_400_000
/** How long the link to a new e-mail works. */
const CONFIRM_DAYS = 1
/** How long the address of before can call a new e-mail off. */
const CALL_OFF_DAYS = 7

/**
 * Asks for another e-mail of a person. It takes effect when the link that is mailed there is used (`useNewEmail`). A
 * proved address of before is told, with a link that calls it off (`callOffNewEmail`). An earlier wish ends. Nothing
 * tells whether somebody else has the address. Only the address itself is written to the new one, no words of the
 * person's.
 */
export async function askForNewEmail(trx: Context, person: LockedPerson, email: string): Promise<void> {
  await callOffWaiting(trx, person.id)
  const now = trx.clock().getTime()
  const expiresAt = new Date(now + CONFIRM_DAYS * DAY_MS)
  const token = await addLink(trx, person, { purpose: 'new_email', email, expiresAt })
  await queueMail(trx, {
    owner: { personId: person.id },
    to: email,
    subject: 'Confirm your e-mail for Trade Catalogue',
    paragraphs: [
      'Hello,',
      'somebody who is signed in to Trade Catalogue wants to use this address from now on. The link below confirms it, within a day.',
      'If this was not you, ignore this message: nothing changes.',
    ],
    link: { label: 'Confirm this e-mail', url: pageLink(trx, `/new-email?token=${token}`), secret: token },
    sendBefore: expiresAt,
  })
  if (person.email_verified) await tellAddressOfBefore(trx, person, email)
}

/** Calls off the new e-mail that waits. Idempotent. */
export async function callOffWaiting({ db }: Pick<Context, 'db'>, personId: string): Promise<void> {
  await db.deleteFrom('account_link').where('person_id', '=', personId).where('purpose', '=', 'new_email').execute()
}

/**
 * Gives a person the e-mail that waits, by its link and a session of that person: so one holder has proved both. Ends
 * all sessions and links of before, and begins another session. Throws InvalidRequest if the link was used or is too
 * old, is for another account, or somebody has the e-mail; and Unauthorized if the session has ended.
 */
export async function useNewEmail(
  context: Context,
  token: string,
  session: OwnSession,
  visitor: Visitor,
): Promise<SignedIn> {
  return inTransaction(context, async (trx) => {
    const { person, email } = await takeLink(trx, token, 'new_email')
    if (person.id !== session.personId) {
      throw new InvalidRequest('This link is for another account: sign in to that one, and open the link again.')
    }
    await requireSession(trx, session)
    await setEmail(trx, person, email)
    await endAccess(trx, person.id, { device: visitor.device })
    return enter(trx, person, visitor, 'link')
  })
}

/**
 * Calls a new e-mail off by the link that was mailed to the address of before, whether it waits or has taken effect:
 * the person has the address of before. Whoever asked for the other one knew the password or had a session. So all of
 * that ends, and the person sets a new password by a link. Throws InvalidRequest if the link was used or is too old, or
 * somebody else has the address by now.
 */
export async function callOffNewEmail(context: Context, token: string): Promise<{ email: string }> {
  return inTransaction(context, async (trx) => {
    const { person, email, expiresAt } = await takeLink(trx, token, 'call_off')
    if (matchingKey(email) !== person.email_key) await setEmail(trx, person, email)
    await removeDoubtfulPasskeys(trx, person)
    await replacePassword(trx, person, null)
    // Those of earlier addresses remain: each takes back what came after it.
    await trx.db
      .deleteFrom('account_link')
      .where('person_id', '=', person.id)
      .where('expires_at', '>=', expiresAt)
      .execute()
    return { email }
  })
}

/**
 * Whether an account has left the address, and its holder can still call that off. Until then, the address is for
 * nobody who does not prove it: else whoever took the account could keep its holder from taking it back.
 */
export async function isReserved({ db, clock }: Context, email: string): Promise<boolean> {
  const link = await db
    .selectFrom('account_link')
    .select('token_hash')
    .where(sql`lower(normalize(email, nfc))`, '=', matchingKey(email))
    .where('purpose', '=', 'call_off')
    .where('expires_at', '>', clock())
    .limit(1)
    .executeTakeFirst()
  return link !== undefined
}

async function tellAddressOfBefore(trx: Context, person: LockedPerson, email: string): Promise<void> {
  const expiresAt = new Date(trx.clock().getTime() + CALL_OFF_DAYS * DAY_MS)
  const token = await addLink(trx, person, { purpose: 'call_off', email: person.email, expiresAt })
  await queueMail(trx, {
    owner: { personId: person.id },
    to: person.email,
    subject: 'Your e-mail at Trade Catalogue is about to change',
    paragraphs: [
      `Hello ${nameInMail(person.name)},`,
      `your e-mail address will be ${email}, once the link that was sent there is used.`,
      `If this was not you, call it off: for ${CALL_OFF_DAYS} days the link below brings this address back, signs everybody out, and ends your password and your passkeys.`,
    ],
    link: { label: 'Call it off', url: pageLink(trx, `/call-off?token=${token}`), secret: token },
    sendBefore: expiresAt,
  })
}

/** Throws InvalidRequest where somebody else has the e-mail. */
async function setEmail(trx: Context, person: LockedPerson, email: string): Promise<void> {
  const other = await findPerson(trx, email)
  if (other && other.id !== person.id) {
    throw new InvalidRequest(`There is another account with the e-mail "${email}": sign in to that one by a link.`)
  }
  await trx.db
    .updateTable('person')
    .set({ email, email_key: matchingKey(email), email_verified: true, updated_at: trx.clock() })
    .where('id', '=', person.id)
    .execute()
  await recordPersonChange(trx, person, { email })
}

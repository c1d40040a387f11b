import type { Context } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { invalidField, InvalidRequest } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'
import type { Proof } from '../workspaces/caller.ts'
import { countAttempt, newEmailLimits, newPasswordLimits, provenLimits } from './attempts.ts'
import { endAccess, hashPassword, replacePassword } from './credentials.ts'
import { inOwnWords, enter, lockUnchanged, requireFreshProof, requirePassword } from './sign-in.ts'
import type { SignedIn, Visitor } from './sign-in.ts'
import { findPerson, readPerson, tellPerson } from './persons.ts'
import type { KnownPerson, LockedPerson } from './persons.ts'
import { requireSession } from './sessions.ts'
import type { OwnSession } from './sessions.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { ActivityEntry } from '../workspaces/activity/record-activity.ts'
import { differences } from '../workspaces/activity/differences.ts'
import type { Actor } from '../database/column-values.ts'
import { membershipsOf } from './members.ts'
import { sql } from 'kysely'
import { nameInMail } from '../jobs/mail/mail-layout.ts'
import { queueMail } from '../jobs/mail/queue-mail.ts'
import { addLink, takeLink } from './account-links.ts'
import { removeDoubtfulPasskeys } from './passkeys/passkeys.ts'
import { pageLink } from './page-link.ts'

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
  if (password === undefined) throw invalidField('currentPassword', 'Is required.')
  const limits = provenLimits(person.email_key, `session ${sessionId}`)
  await inOwnWords('currentPassword', 'Must be your present password.', () =>
    requirePassword(context, { person, password, limits, ipAddress }),
  )
}

async function setName(trx: Context, person: LockedPerson, name: string): Promise<void> {
  await trx.db.updateTable('person').set({ name, updated_at: trx.clock() }).where('id', '=', person.id).execute()
  await recordPersonChange(trx, person, { name })
}

type Told = { workspaceId: string; actor: Actor; entry: ActivityEntry }

/**
 * Records another name or e-mail of a person in all workspaces that show it, as the lists of people there change, too:
 * both where they are staff, and the e-mail where they are a buyer. A buyer has a name of their own.
 */
export async function recordPersonChange(
  trx: Context,
  before: KnownPerson,
  after: { name?: string; email?: string },
): Promise<void> {
  const changes = differences(before, after, ['name', 'email'])
  if (Object.keys(changes).length === 0) return
  const asStaff = await toldAsStaff(trx, { id: before.id, name: after.name ?? before.name }, changes)
  const asBuyer = changes['email'] ? await toldAsBuyer(trx, before.id, { email: changes['email'] }) : []
  // In the order of their ids, so that two such changes never deadlock.
  const told = [...asStaff, ...asBuyer].toSorted((a, b) => (a.workspaceId < b.workspaceId ? -1 : 1))
  for (const { workspaceId, actor, entry } of told) await recordActivity({ ...trx, workspaceId, actor }, entry)
}

async function toldAsStaff(
  trx: Context,
  { id, name }: { id: string; name: string },
  changes: ActivityEntry['changes'],
): Promise<Told[]> {
  const subject = { type: 'person', id, label: name }
  return (await membershipsOf(trx, id)).map(({ id: workspaceId }) => ({
    workspaceId,
    actor: { type: 'staff', id, name },
    entry: { action: 'person.update', subject, changes },
  }))
}

async function toldAsBuyer({ db }: Context, personId: string, changes: ActivityEntry['changes']): Promise<Told[]> {
  const buyers = await db
    .selectFrom('buyer')
    .select(['workspace_id as workspaceId', 'id', 'name', 'customer_id as customerId'])
    .where('person_id', '=', personId)
    .execute()
  return buyers.map(({ workspaceId, id, name, customerId }) => ({
    workspaceId,
    actor: { type: 'buyer', id, name },
    entry: { action: 'buyer.update', subject: { type: 'buyer', id, label: name, customerId }, changes },
  }))
}

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
async function askForNewEmail(trx: Context, person: LockedPerson, email: string): Promise<void> {
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

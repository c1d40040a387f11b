import type { Context } from '../context.ts'
import { recordActivity } from '../activity/record-activity.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidInput, Unauthorized } from '../errors.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { matchingKey } from '../matching-key.ts'
import { hashPassword } from './password-hash.ts'
import { readPerson, setPasswordHash } from './persons.ts'
import type { KnownPerson } from './persons.ts'
import { membershipsOf } from './read-me.ts'
import { endSessions } from './sessions.ts'
import { requirePassword } from './sign-in.ts'

const DAY_MS = 86_400_000

/** What a person changes of their own account; what is left out stays. */
export type PersonChanges = {
  name?: string | undefined
  email?: string | undefined
  password?: string | undefined
  /** Needed for another e-mail or password. */
  currentPassword?: string | undefined
}

/** Whose session asks, and from where. */
type Session = { personId: string; sessionId: string; ipAddress: string }

/**
 * Changes name, e-mail and password of a person. Another password ends all other sessions. Another e-mail or password is
 * told to the address of before. Throws InvalidInput for a wrong current password or a taken e-mail, and RateLimited.
 */
export async function updatePerson(context: Context, session: Session, changes: PersonChanges): Promise<void> {
  const { personId, sessionId, ipAddress } = session
  const before = await readPerson(context, personId)
  const email = changes.email !== undefined && changes.email !== before.email ? changes.email : undefined
  if (email !== undefined || changes.password !== undefined) await requireCurrent(context, before, session, changes)
  const hash = changes.password === undefined ? undefined : await hashPassword(changes.password, ipAddress)
  await inTransaction(context, async (trx) => {
    await updateRow(trx, before, { name: changes.name, email })
    if (hash !== undefined) {
      await setPasswordHash(trx, personId, hash)
      await endSessions(trx, personId, sessionId)
    }
    if (email !== undefined) await tell(trx, before, `Your e-mail address is now ${email}.`)
    if (hash !== undefined) await tell(trx, before, 'Your password was changed.')
    await recordEverywhere(trx, before, { name: changes.name, email })
  })
}

/** Somebody without a password has proved by a link who they are. */
async function requireCurrent(
  context: Context,
  person: KnownPerson,
  { ipAddress }: Session,
  { currentPassword: password }: PersonChanges,
): Promise<void> {
  if (person.password_hash === null) return
  if (password === undefined) throw new InvalidInput([{ path: 'currentPassword', message: 'Is required.' }])
  try {
    await requirePassword(context, { email: person.email, person, password }, { ipAddress })
  } catch (error) {
    if (!(error instanceof Unauthorized)) throw error
    throw new InvalidInput([{ path: 'currentPassword', message: 'Must be your present password.' }])
  }
}

async function updateRow(
  { db, clock }: Context,
  before: KnownPerson,
  { name = before.name, email = before.email }: Pick<PersonChanges, 'name' | 'email'>,
): Promise<void> {
  const email_key = matchingKey(email)
  const other = await db
    .selectFrom('person')
    .select('id')
    .where('email_key', '=', email_key)
    .where('id', '!=', before.id)
    .executeTakeFirst()
  if (other)
    throw new InvalidInput([{ path: 'email', message: `Must not be the e-mail of somebody else: "${email}".` }])
  const email_verified = before.email_verified && email_key === matchingKey(before.email)
  await db
    .updateTable('person')
    .set({ name, email, email_key, email_verified, updated_at: clock() })
    .where('id', '=', before.id)
    .execute()
}

async function tell(context: Context, { email, name }: KnownPerson, what: string): Promise<void> {
  await queueMail(context, {
    to: email,
    subject: 'Your account at Trade Catalogue was changed',
    paragraphs: [
      `Hello ${name},`,
      what,
      'If this was not you, ask for a new password, and tell whoever runs the service.',
    ],
    sendBefore: new Date(context.clock().getTime() + DAY_MS),
  })
}

/** The lists of people in all workspaces of the person change, too. */
async function recordEverywhere(
  context: Context,
  before: KnownPerson,
  after: Pick<PersonChanges, 'name' | 'email'>,
): Promise<void> {
  const changes = Object.fromEntries(
    (['name', 'email'] as const)
      .filter((field) => after[field] !== undefined && after[field] !== before[field])
      .map((field) => [field, { from: before[field], to: after[field] }]),
  )
  if (Object.keys(changes).length === 0) return
  const name = after.name ?? before.name
  const memberships = await membershipsOf(context, before.id)
  // In the order of their ids, so that two such changes never deadlock.
  for (const { id: workspaceId } of memberships.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    await recordActivity(
      { ...context, workspaceId, actor: { type: 'staff', id: before.id, name } },
      { action: 'person.update', subject: { type: 'person', id: before.id, label: name }, changes },
    )
  }
}

import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Row } from '../database/tables.ts'
import { inTransaction } from '../database/transaction.ts'
import { isAhead } from '../database/rowset.ts'
import { InvalidRequest } from '../errors.ts'
import { nameInMail } from '../jobs/mail/mail-layout.ts'
import { queueMail } from '../jobs/mail/queue-mail.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { isPastLimit, linkLimits } from './attempts.ts'
import { proveEmail, replacePassword, hashPassword } from './credentials.ts'
import { refuseOfCompany } from './company/identity-provider.ts'
import { pageLink } from './page-link.ts'
import { accountLook } from './members.ts'
import { findPerson, lockPerson } from './persons.ts'
import type { KnownPerson, LockedPerson } from './persons.ts'
import { makeToken, tokenHash } from './secret-token.ts'
import { enter } from './sign-in.ts'
import type { SignedIn, Visitor } from './sign-in.ts'

type LinkPurpose = Row<'account_link'>['purpose']
type RequestedPurpose = 'sign_in' | 'reset'

/** How long a link works. */
const LINK_MINUTES = 30
const LINK_MS = LINK_MINUTES * 60_000
/**
 * Links for one purpose that are open at a time, of one person. Further ones are not sent: those in the mailbox work.
 * So strangers who ask again and again fill no mailbox, and keep nobody out.
 */
const MAX_OPEN = 5
/** An answer takes this long, in milliseconds, whether there is such an account or not. */
const ANSWER_MS = 250

/** Signs in by a link, which proves the e-mail. Throws InvalidRequest if the link was used, or is too old. */
export async function useSignInLink(context: Context, token: string, visitor: Visitor): Promise<SignedIn> {
  return inTransaction(context, async (trx) => {
    const { person } = await useLink(trx, token, 'sign_in')
    refuseOfCompany(trx, person.email)
    return enter(trx, await proveEmail(trx, person), visitor, 'link')
  })
}

/**
 * Sets a new password by a link, which proves the e-mail. Ends all sessions, and signs in. Throws as `useSignInLink`
 * does.
 */
export async function resetPassword(
  context: Context,
  { token, password }: { token: string; password: string },
  visitor: Visitor,
): Promise<SignedIn> {
  // Whoever has no link makes nobody hash.
  if (!(await findLink(context, token, 'reset'))) throw useless()
  const hash = await hashPassword(password, visitor.ipAddress)
  return inTransaction(context, async (trx) => {
    const { person } = await useLink(trx, token, 'reset')
    refuseOfCompany(trx, person.email)
    await proveEmail(trx, person)
    await replacePassword(trx, person, hash)
    return enter(trx, person, visitor)
  })
}

/** Makes a link for a person that was mailed to `email`. Returns its token. */
export async function addLink(
  { db }: Context,
  { id }: LockedPerson,
  { purpose, email, expiresAt }: { purpose: LinkPurpose; email: string; expiresAt: Date },
): Promise<string> {
  const token = makeToken()
  await db
    .insertInto('account_link')
    .values({ token_hash: tokenHash(token), person_id: id, purpose, email, expires_at: expiresAt })
    .execute()
  return token
}

/** Uses up a link, and locks its person. Throws InvalidRequest. */
export async function takeLink(
  trx: Context,
  token: string,
  purpose: LinkPurpose,
): Promise<{ person: LockedPerson; email: string; expiresAt: Date }> {
  // The person is locked first, as whatever ends links does: so the two never deadlock.
  const found = await findLink(trx, token, purpose)
  const person = found && (await lockPerson(trx, found.person_id))
  const used = await trx.db
    .deleteFrom('account_link')
    .where('token_hash', '=', tokenHash(token))
    .returning(['email', 'expires_at'])
    .executeTakeFirst()
  if (!person || !used) throw useless()
  return { person, email: used.email, expiresAt: used.expires_at }
}

/** The e-mail that waits until its link is used; null without one. */
export async function waitingEmail({ db, clock }: Context, personId: string): Promise<string | null> {
  const link = await db
    .selectFrom('account_link')
    .select('email')
    .where('person_id', '=', personId)
    .where('purpose', '=', 'new_email')
    .where('expires_at', '>', clock())
    .executeTakeFirst()
  return link?.email ?? null
}

/** The greeting of a mail. Whoever has not proved the address may have chosen a name to be read by a stranger. */
function greeting({ name, email_verified }: KnownPerson): string {
  return email_verified ? `Hello ${nameInMail(name)},` : 'Hello,'
}

/** A link proves the address that it was mailed to, and no other. */
async function useLink(trx: Context, token: string, purpose: RequestedPurpose) {
  const { person, email } = await takeLink(trx, token, purpose)
  if (matchingKey(email) !== person.email_key) throw useless()
  return { person }
}

/**
 * Mails a link to sign in, or to set a new password, if somebody has that e-mail. The caller is not told whether a mail is
 * sent.
 */
export async function requestLink(
  context: Context,
  email: string,
  purpose: RequestedPurpose,
  { ipAddress }: Visitor,
): Promise<void> {
  const answerAt = setTimeout(ANSWER_MS)
  const maxOpen = (await isPastLimit(context, linkLimits(ipAddress))) ? 1 : MAX_OPEN
  const known = await findPerson(context, email)
  if (known) {
    await inTransaction(context, async (trx) => {
      const person = await lockPerson(trx, known.id)
      if (person && (await openLinks(trx, person, purpose)) < maxOpen) await mailLink(trx, person, purpose)
    })
  }
  await answerAt
}

async function openLinks({ db, clock }: Context, { id }: LockedPerson, purpose: LinkPurpose): Promise<number> {
  const open = await db
    .selectFrom('account_link')
    .select('token_hash')
    .where('person_id', '=', id)
    .where('purpose', '=', purpose)
    .where(isAhead(sql`expires_at`, LINK_MS, clock()))
    .execute()
  return open.length
}

async function mailLink(trx: Context, person: LockedPerson, purpose: RequestedPurpose): Promise<void> {
  const { email } = person
  const expiresAt = new Date(trx.clock().getTime() + LINK_MS)
  const token = await addLink(trx, person, { purpose, email, expiresAt })
  const { subject, ask, label, path } = WORDS[purpose]
  const look = await accountLook(trx, person.id)
  await queueMail(trx, {
    owner: { personId: person.id },
    to: email,
    look,
    subject: subject(look.name),
    paragraphs: [
      greeting(person),
      `${ask} The link below works once, for ${LINK_MINUTES} minutes.`,
      'If this was not you, ignore this message: nothing changes.',
    ],
    link: { label, url: pageLink(trx, `${path}?token=${token}`), secret: token },
    sendBefore: expiresAt,
  })
}

const WORDS = {
  sign_in: {
    subject: (name: string) => `Sign in to ${name}`,
    ask: 'somebody asked for a link to sign in as you.',
    label: 'Sign in',
    path: '/sign-in',
  },
  reset: {
    subject: (name: string) => `A new password for ${name}`,
    ask: 'somebody asked for a new password for you.',
    label: 'Set a new password',
    path: '/reset-password',
  },
}

async function findLink({ db, clock }: Context, token: string, purpose: LinkPurpose) {
  return db
    .selectFrom('account_link')
    .select('person_id')
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', clock())
    .executeTakeFirst()
}

function useless(): InvalidRequest {
  return new InvalidRequest('This link was used already, or is too old: ask for another one.')
}

import { setTimeout } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { Row } from '../database/tables.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidRequest } from '../errors.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { matchingKey } from '../matching-key.ts'
import { countAttempt, mailLimits } from './attempts.ts'
import { pageLink } from './page-link.ts'
import { hashPassword } from './password-hash.ts'
import { findPerson, setPasswordHash } from './persons.ts'
import type { KnownPerson } from './persons.ts'
import { makeToken, tokenHash } from './secret-token.ts'
import { endSessions } from './sessions.ts'
import { enter } from './sign-in.ts'
import type { SignedIn, Visitor } from './sign-in.ts'

type Purpose = Row<'account_link'>['purpose']

/** How long a link works. */
const LINK_MINUTES = 30
/** An answer takes this long, in milliseconds, whether there is such an account or not. */
const ANSWER_MS = 250

/** Mails a link to sign in, if somebody has that e-mail. Throws RateLimited. */
export async function requestSignInLink(context: Context, email: string, visitor: Visitor): Promise<void> {
  await request(context, email, 'sign_in', visitor)
}

/** Mails a link to set a new password, if somebody has that e-mail. Throws RateLimited. */
export async function requestReset(context: Context, email: string, visitor: Visitor): Promise<void> {
  await request(context, email, 'reset', visitor)
}

/**
 * Signs in by a link. The first link that is used proves the e-mail: what somebody else may have set up with it before
 * ends. Throws InvalidRequest if the link was used, or is too old.
 */
export async function useSignInLink(context: Context, token: string, visitor: Visitor): Promise<SignedIn> {
  return inTransaction(context, async (trx) => {
    const personId = await useLink(trx, token, 'sign_in')
    if (await proveEmail(trx, personId)) {
      await endSessions(trx, personId)
      await trx.db.deleteFrom('password').where('person_id', '=', personId).execute()
    }
    return enter(trx, personId, visitor)
  })
}

/** Sets a new password by a link, ends all sessions, and signs in. Throws as `useSignInLink` does. */
export async function resetPassword(
  context: Context,
  { token, password }: { token: string; password: string },
  visitor: Visitor,
): Promise<SignedIn> {
  // Whoever has no link makes nobody hash.
  await requireLink(context, token, 'reset')
  const hash = await hashPassword(password, visitor.ipAddress)
  return inTransaction(context, async (trx) => {
    const personId = await useLink(trx, token, 'reset')
    await proveEmail(trx, personId)
    await setPasswordHash(trx, personId, hash)
    await endSessions(trx, personId)
    return enter(trx, personId, visitor)
  })
}

async function request(context: Context, email: string, purpose: Purpose, { ipAddress }: Visitor): Promise<void> {
  const answerAt = setTimeout(ANSWER_MS)
  await countAttempt(context, mailLimits(matchingKey(email), ipAddress))
  const person = await findPerson(context, email)
  if (person) await inTransaction(context, (trx) => mailLink(trx, person, purpose))
  await answerAt
}

async function mailLink(context: Context, { id, email, name }: KnownPerson, purpose: Purpose): Promise<void> {
  const token = makeToken()
  const expiresAt = new Date(context.clock().getTime() + LINK_MINUTES * 60_000)
  await context.db
    .insertInto('account_link')
    .values({ token_hash: tokenHash(token), person_id: id, purpose, expires_at: expiresAt })
    .execute()
  const { subject, ask, label, path } = WORDS[purpose]
  await queueMail(context, {
    to: email,
    subject,
    paragraphs: [
      `Hello ${name},`,
      `${ask} The link below works once, for ${LINK_MINUTES} minutes.`,
      'If this was not you, ignore this message: nothing changes.',
    ],
    link: { label, url: pageLink(context, `${path}?token=${token}`), secret: token },
    sendBefore: expiresAt,
  })
}

const USELESS = 'This link was used already, or is too old: ask for another one.'

const WORDS = {
  sign_in: {
    subject: 'Sign in to Trade Catalogue',
    ask: 'somebody asked for a link to sign in as you.',
    label: 'Sign in',
    path: '/sign-in',
  },
  reset: {
    subject: 'A new password for Trade Catalogue',
    ask: 'somebody asked for a new password for you.',
    label: 'Set a new password',
    path: '/reset-password',
  },
}

async function requireLink({ db, clock }: Context, token: string, purpose: Purpose): Promise<void> {
  const link = await db
    .selectFrom('account_link')
    .select('person_id')
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', clock())
    .executeTakeFirst()
  if (!link) throw new InvalidRequest(USELESS)
}

async function useLink({ db, clock }: Context, token: string, purpose: Purpose): Promise<string> {
  const used = await db
    .deleteFrom('account_link')
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', clock())
    .returning('person_id')
    .executeTakeFirst()
  if (!used) throw new InvalidRequest(USELESS)
  return used.person_id
}

/** Returns whether the e-mail was not proved before. */
async function proveEmail({ db, clock }: Context, personId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('person')
    .set({ email_verified: true, updated_at: clock() })
    .where('id', '=', personId)
    .where('email_verified', '=', false)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

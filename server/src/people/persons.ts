import { randomUUIDv7 } from 'node:crypto'
import type { InferResult } from 'kysely'
import type { Context } from '../context.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { z } from 'zod'
import { isEmail } from '../shared/email.ts'
import { onceOr, text } from '../lib/text-input.ts'
import { nameInMail } from '../jobs/mail/mail-layout.ts'
import { queueMail } from '../jobs/mail/queue-mail.ts'

type NewPerson = { name: string; email: string; isVerified: boolean; passwordHash: string | null }

/** A person as a sign-in needs them. */
export type KnownPerson = InferResult<ReturnType<typeof select>>[number]

declare const locked: unique symbol

/** A person whose row is locked until the transaction ends. Only `lockPerson` makes one. */
export type LockedPerson = KnownPerson & { [locked]: true }

/** The person with that e-mail. */
export async function findPerson(context: Context, email: string): Promise<KnownPerson | undefined> {
  return select(context).where('p.email_key', '=', matchingKey(email)).executeTakeFirst()
}

export async function readPerson(context: Context, id: string): Promise<KnownPerson> {
  return select(context).where('p.id', '=', id).executeTakeFirstOrThrow()
}

/**
 * Locks a person until the transaction ends, and reads them anew. Each change of a credential and each beginning of a
 * session holds this lock: so a session never rests on a credential that was replaced meanwhile. Undefined for nobody.
 */
export async function lockPerson(trx: Context, id: string): Promise<LockedPerson | undefined> {
  await trx.db.selectFrom('person').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return (await select(trx).where('p.id', '=', id).executeTakeFirst()) as LockedPerson | undefined
}

/** Adds a person, with a password or with none. Returns undefined if somebody has the e-mail. */
export async function addPerson(context: Context, person: NewPerson): Promise<string | undefined> {
  const { db, clock } = context
  const now = clock()
  const added = await db
    .insertInto('person')
    .values({
      id: randomUUIDv7(),
      name: person.name,
      email: person.email,
      email_key: matchingKey(person.email),
      email_verified: person.isVerified,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added && person.passwordHash !== null) await setPasswordHash(context, added.id, person.passwordHash)
  return added?.id
}

/** Sets the password of a person who has one or none. `madeAtStart`: by the start of the service, for the sample. */
export async function setPasswordHash(
  { db, clock }: Context,
  personId: string,
  hash: string,
  { madeAtStart = false }: { madeAtStart?: boolean } = {},
): Promise<void> {
  const values = { hash, made_at_start: madeAtStart, updated_at: clock() }
  await db
    .insertInto('password')
    .values({ person_id: personId, ...values })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(values))
    .execute()
}

function select({ db }: Context) {
  return db
    .selectFrom('person as p')
    .leftJoin('password as w', 'w.person_id', 'p.id')
    .select(['p.id', 'p.name', 'p.email', 'p.email_key', 'p.email_verified', 'w.hash as password_hash'])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('passkey').select('id').whereRef('person_id', '=', 'p.id'))
        .$castTo<boolean>()
        .as('has_passkey'),
    )
}

/** In Unicode code points. */
const PASSWORD_LENGTH = { min: 8, max: 200 }

export const emailInput = text(254).refine(isEmail, 'Must be one e-mail address.')

export const nameInput = text(200)

/** A new password. Space around it counts. */
export const newPassword = z
  .string({ error: onceOr('Must be text.') })
  .refine((value) => value.isWellFormed() && !value.includes('\0'), 'Must not contain NUL or half a surrogate pair.')
  .refine((value) => [...value].length >= PASSWORD_LENGTH.min, `Must have at least ${PASSWORD_LENGTH.min} characters.`)
  .refine((value) => [...value].length <= PASSWORD_LENGTH.max, `Must have at most ${PASSWORD_LENGTH.max} characters.`)
  .meta({ minLength: PASSWORD_LENGTH.min, maxLength: PASSWORD_LENGTH.max })

const DAY_MS = 86_400_000

/**
 * Mails a person what was changed of their account: so nobody else changes it unseen. An address that was never proved
 * may be that of a stranger, who is told nothing.
 */
export async function tellPerson(
  context: Context,
  { id: personId, email, email_verified, name }: KnownPerson,
  what: string,
): Promise<void> {
  if (!email_verified) return
  await queueMail(context, {
    owner: { personId },
    to: email,
    subject: 'Your account at Trade Catalogue was changed',
    paragraphs: [
      `Hello ${nameInMail(name)},`,
      what,
      'If this was not you, ask for a new password, remove the passkeys that you do not know from your account, and tell whoever runs the service.',
    ],
    sendBefore: new Date(context.clock().getTime() + DAY_MS),
  })
}

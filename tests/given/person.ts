import { randomUUID } from 'node:crypto'
import { addPerson } from '../../server/src/people/persons.ts'
import type { Context } from '../../server/src/context.ts'
import { cheapHash } from '../accounts/cheap-hashes.ts'

export type GivenPerson = { id: string; name: string; email: string; password: string }

const PASSWORD = 'correct horse battery'

/** A person who belongs nowhere yet, with a password. */
export async function givenPerson(
  context: Context,
  { name = 'Pat Person', isVerified = true }: { name?: string; isVerified?: boolean } = {},
): Promise<GivenPerson> {
  const email = `${randomUUID()}@People.example`
  const passwordHash = await cheapHash(PASSWORD)
  const id = await addPerson(context, { name, email, isVerified, passwordHash })
  return { id: id!, name, email, password: PASSWORD }
}

/** The mails to an address, the latest first. */
export async function mailsTo({ db }: Context, to: string): Promise<{ subject: string; text: string }[]> {
  return db
    .selectFrom('mail')
    .select(['subject', 'text'])
    .where('recipient', '=', to)
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')
    .execute()
}

/** The latest mail to an address, of that subject if one is given, and the token in its link. */
export async function latestMail(
  context: Context,
  to: string,
  { subject }: { subject?: string } = {},
): Promise<{ subject: string; text: string; token: string }> {
  const mail = (await mailsTo(context, to)).find((sent) => subject === undefined || sent.subject === subject)
  if (!mail) throw new Error(`There is no such mail to ${to}.`)
  return { ...mail, token: /(?:token=|invitation\/)([\w-]+)/.exec(mail.text)?.[1] ?? '' }
}

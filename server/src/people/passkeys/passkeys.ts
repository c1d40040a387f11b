import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { InvalidRequest, NotFound } from '../../errors.ts'
import { endAccess } from '../credentials.ts'
import { findPerson, lockPerson } from '../persons.ts'
import type { LockedPerson } from '../persons.ts'
import { membershipsOf } from '../places-of.ts'
import { endSessionsOfPasskeys, requireSession, wasProvedByPasskey } from '../sessions.ts'
import type { OwnSession } from '../sessions.ts'
import { tellPerson } from '../tell-person.ts'

/** The passkeys of a person, the oldest first. */
export async function listPasskeys({ db }: Context, personId: string) {
  const rows = await db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'used_at'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, created_at, used_at }) => ({
    id,
    name,
    createdAt: created_at.toISOString(),
    lastUsedAt: used_at?.toISOString() ?? null,
  }))
}

/** The passkeys of a person as a browser knows them. */
export async function credentialsOf(
  { db }: Context,
  personId: string,
): Promise<{ id: string; transports: string[] }[]> {
  return db
    .selectFrom('passkey')
    .select(['credential_id as id', 'transports'])
    .where('person_id', '=', personId)
    .execute()
}

/** Renames a passkey. Throws NotFound. */
export async function renamePasskey(
  { db }: Context,
  { personId, id, name }: { personId: string; id: string; name: string },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new NotFound('You have no such passkey: it may have been removed.')
}

/**
 * Removes a passkey, and tells the person by mail. Other sessions that a passkey proved end: this one may have been
 * lost. Throws NotFound, and InvalidRequest as `requireOwnPasskey` does.
 */
export async function removePasskey(context: Context, session: OwnSession, id: string): Promise<void> {
  const { personId, sessionId } = session
  await inTransaction(context, async (trx) => {
    const person = (await lockPerson(trx, personId))!
    await requireSession(trx, session)
    await requireOwnPasskey(trx, person, session)
    const removed = await trx.db
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('person_id', '=', personId)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw new NotFound('You have no such passkey: it may have been removed already.')
    await endSessionsOfPasskeys(trx, personId, sessionId)
    await tellPerson(trx, person, `The passkey "${removed.name}" was removed from your account.`)
  })
}

/**
 * Removes all passkeys of a person who has lost them, and ends all their sessions; for the operator. Throws NotFound.
 */
export async function removeAllPasskeys(
  context: Context,
  { email }: { email: string },
): Promise<{ id: string; removed: number }> {
  const person = await findPerson(context, email)
  if (!person) throw new NotFound(`There is no person with the e-mail "${email}".`)
  return inTransaction(context, async (trx) => {
    await lockPerson(trx, person.id)
    const removed = await trx.db.deleteFrom('passkey').where('person_id', '=', person.id).returning('id').execute()
    await endAccess(trx, person.id)
    await tellPerson(trx, person, 'Whoever runs the service removed all passkeys of your account.')
    return { id: person.id, removed: removed.length }
  })
}

/**
 * Where a workspace of the person needs passkeys, a password must not be enough to get one, nor to get rid of one:
 * somebody who has a passkey changes them in a session that a passkey proved. Throws InvalidRequest.
 */
export async function requireOwnPasskey(trx: Context, person: LockedPerson, { sessionId }: OwnSession): Promise<void> {
  if (!person.has_passkey || (await wasProvedByPasskey(trx, sessionId))) return
  const needing = await needingWorkspace(trx, person)
  if (needing === undefined) return
  throw new InvalidRequest(
    `${needing} needs passkeys: sign in with one of yours to change them. If you have lost them, ask whoever runs the service.`,
  )
}

/**
 * Takes the passkeys from a person whose account somebody else was in. They stay where a workspace needs them: there
 * nobody has added one by a password alone, and the mail of the person alone must not let anybody in.
 */
export async function removeDoubtfulPasskeys(trx: Context, person: LockedPerson): Promise<void> {
  if ((await needingWorkspace(trx, person)) !== undefined) return
  await trx.db.deleteFrom('passkey').where('person_id', '=', person.id).execute()
}

/** The name of a workspace of the person that needs passkeys. */
async function needingWorkspace(trx: Context, { id }: LockedPerson): Promise<string | undefined> {
  const memberships = await membershipsOf(trx, id)
  return memberships.find(({ needsPasskey }) => needsPasskey)?.name
}

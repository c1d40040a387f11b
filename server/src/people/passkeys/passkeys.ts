import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { InvalidRequest, NotFound } from '../../errors.ts'
import { endAccess } from '../credentials.ts'
import { findPerson, lockPerson, readPerson, tellPerson } from '../persons.ts'
import type { LockedPerson } from '../persons.ts'
import { membershipsOf } from '../members.ts'
import { deviceName, endSessionsOfPasskeys, noteProof, requireSession, wasProvedByPasskey } from '../sessions.ts'
import type { OwnSession } from '../sessions.ts'
import { randomUUIDv7 } from 'node:crypto'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server'
import { sql } from 'kysely'
import { countAttempt, passkeyLimits, takeBackAttempt } from '../attempts.ts'
import { CHALLENGE_MS, credentialsOf, makeChallenge, useChallenge } from './check-answer.ts'
import { requireRelyingParty } from './relying-party.ts'
import type { RelyingParty } from './relying-party.ts'

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
async function requireOwnPasskey(trx: Context, person: LockedPerson, { sessionId }: OwnSession): Promise<void> {
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

const MAX_PASSKEYS = 20
/** By COSE: Ed25519, ES256 and RS256, which all browsers have between them. */
const ALGORITHMS = [-8, -7, -257]

/** Whose session asks, and in which browser. */
type Holder = OwnSession & { userAgent: string | undefined }

/** What the browser needs to make a passkey. Throws InvalidRequest where passkeys cannot work, and RateLimited. */
export async function beginAdding(context: Context, personId: string): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const party = requireRelyingParty(context)
  await countAttempt(context, passkeyLimits(personId))
  const { name, email } = await readPerson(context, personId)
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return generateRegistrationOptions({
    rpName: 'Trade Catalogue',
    rpID: party.id,
    userID: Uint8Array.from(Buffer.from(personId)),
    userName: email,
    userDisplayName: name,
    challenge: Uint8Array.from(await makeChallenge(context, { purpose: 'add', personId })),
    timeout: CHALLENGE_MS,
    supportedAlgorithmIDs: ALGORITHMS,
    // An authenticator that has one of these makes no second one.
    excludeCredentials: await credentialsOf(context, personId),
    // It names its person, so a sign-in asks for no e-mail; and it asks for a finger or a PIN, so it is more than a
    // found key.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/**
 * Adds the passkey that the browser has made, and tells the person by mail. The session counts as proved by it. Throws
 * InvalidRequest for an answer that is wrong, too late or of somebody else.
 */
export async function addPasskey(
  context: Context,
  holder: Holder,
  answer: RegistrationResponseJSON,
): Promise<{ id: string }> {
  const { personId } = holder
  const party = requireRelyingParty(context)
  const challenge = await useChallenge(context, answer.response.clientDataJSON, { purpose: 'add', personId })
  const { credential } = await check(answer, challenge, party)
  const id = randomUUIDv7()
  await inTransaction(context, async (trx) => {
    const person = (await lockPerson(trx, personId))!
    await requireSession(trx, holder)
    await requireOwnPasskey(trx, person, holder)
    if ((await credentialsOf(trx, personId)).length >= MAX_PASSKEYS) {
      throw new InvalidRequest(`You have ${MAX_PASSKEYS} passkeys: remove one first.`)
    }
    const name = deviceName(holder.userAgent ?? null)
    const added = await trx.db
      .insertInto('passkey')
      .values({
        id,
        person_id: personId,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        // Names without commas. A subquery, as in `textArray`, cannot be inserted into a table of a cluster.
        transports: sql<string[]>`string_to_array(${(credential.transports ?? []).join(',')}, ',')`,
        name,
        created_at: trx.clock(),
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows === 0n) throw new InvalidRequest('This passkey was added already.')
    await noteProof(trx, holder, 'passkey')
    await tellPerson(trx, person, `A passkey was added to your account, on ${name}.`)
  })
  await takeBackAttempt(context, passkeyLimits(personId))
  return { id }
}

async function check(answer: RegistrationResponseJSON, expectedChallenge: string, { id, origin }: RelyingParty) {
  const expected = { expectedChallenge, expectedOrigin: origin, expectedRPID: id, supportedAlgorithmIDs: ALGORITHMS }
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  let checked: VerifiedRegistrationResponse | undefined
  try {
    checked = await verifyRegistrationResponse({ response: answer, ...expected, requireUserVerification: true })
  } catch {
    // The package throws for all that is wrong with an answer.
  }
  if (!checked?.verified) throw new InvalidRequest('The passkey could not be checked: try again.')
  return checked.registrationInfo
}

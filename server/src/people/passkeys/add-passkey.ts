import { randomUUIDv7 } from 'node:crypto'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { InvalidRequest } from '../../errors.ts'
import { countAttempt, passkeyLimits, takeBackAttempt } from '../attempts.ts'
import { deviceName } from '../device-name.ts'
import { lockPerson, readPerson } from '../persons.ts'
import { noteProof, requireSession } from '../sessions.ts'
import type { OwnSession } from '../sessions.ts'
import { tellPerson } from '../tell-person.ts'
import { CHALLENGE_MS, makeChallenge, useChallenge } from './challenges.ts'
import { credentialsOf, requireOwnPasskey } from './passkeys.ts'
import { requireRelyingParty } from './relying-party.ts'
import type { RelyingParty } from './relying-party.ts'

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

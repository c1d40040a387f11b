import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
  VerifiedAuthenticationResponse,
} from '@simplewebauthn/server'
import type { Context } from '../../context.ts'
import type { Row } from '../../database/tables.ts'
import { InvalidRequest, Unauthorized } from '../../errors.ts'
import { requireRelyingParty } from './relying-party.ts'
import { makeToken, tokenHash } from '../secret-token.ts'

/** How long somebody may take at the prompt of their browser, in milliseconds. */
export const CHALLENGE_MS = 5 * 60_000

/** What a challenge is for; and whom, unless that turns out with the answer. */
type Asked = { purpose: Row<'passkey_challenge'>['purpose']; personId: string | null }

/** Makes a challenge for an authenticator. Only its digest is kept. */
export async function makeChallenge({ db, clock }: Context, { purpose, personId }: Asked): Promise<Buffer> {
  const challenge = makeToken()
  await db
    .insertInto('passkey_challenge')
    .values({
      challenge_hash: tokenHash(challenge),
      purpose,
      person_id: personId,
      expires_at: new Date(clock().getTime() + CHALLENGE_MS),
    })
    .execute()
  return Buffer.from(challenge, 'base64url')
}

/**
 * Uses the challenge that an answer names, whether the answer turns out right or wrong, and returns it. Throws
 * InvalidRequest for one that was used, is too old, or was for something or somebody else.
 */
export async function useChallenge(
  { db, clock }: Context,
  clientDataJSON: string,
  { purpose, personId }: Asked,
): Promise<string> {
  const challenge = namedChallenge(clientDataJSON)
  const used = await db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', tokenHash(challenge))
    .where('purpose', '=', purpose)
    .where('person_id', 'is not distinct from', personId)
    .where('expires_at', '>', clock())
    .returning('purpose')
    .executeTakeFirst()
  if (!used) throw new InvalidRequest('This took too long, or was sent before: try again.')
  return challenge
}

function namedChallenge(clientDataJSON: string): string {
  try {
    return String(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()).challenge)
  } catch {
    throw new InvalidRequest('This is no answer of a passkey: try again.')
  }
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

/** A passkey whose answer was right, with the counter that the answer told. */
type CheckedPasskey = { id: string; personId: string; counter: number }

// The package takes a tenth of a second to load, so that waits for the first passkey.

/** What the browser needs to ask for a passkey: any of this service, or one of that person. */
export async function askForPasskey(context: Context, asked: Asked): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { id: rpID } = requireRelyingParty(context)
  const challenge = Uint8Array.from(await makeChallenge(context, asked))
  const own = asked.personId === null ? [] : await credentialsOf(context, asked.personId)
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return generateAuthenticationOptions({
    rpID,
    challenge,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    ...(own.length > 0 && { allowCredentials: own }),
  })
}

/**
 * Checks the answer to a challenge. Throws Unauthorized where it is not of a passkey of this service and this person,
 * and InvalidRequest for a challenge that was used or is too old. Count it with `noteUse`, under the lock of the
 * person.
 */
export async function checkAnswer(
  context: Context,
  answer: AuthenticationResponseJSON,
  asked: Asked,
): Promise<CheckedPasskey> {
  const party = requireRelyingParty(context)
  const expectedChallenge = await useChallenge(context, answer.response.clientDataJSON, asked)
  const passkey = await findPasskey(context, answer.id)
  if (!passkey || (asked.personId !== null && passkey.person_id !== asked.personId)) throw unknown()
  const { userHandle } = answer.response
  if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== passkey.person_id) throw unknown()
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  let checked: VerifiedAuthenticationResponse | undefined
  try {
    checked = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: Uint8Array.from(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
    })
  } catch {
    // The package throws for all that is wrong with an answer.
  }
  if (!checked?.verified) throw unknown()
  return { id: passkey.id, personId: passkey.person_id, counter: checked.authenticationInfo.newCounter }
}

/**
 * Counts the use of a passkey. Throws Unauthorized where it was removed meanwhile, or where its counter did not rise:
 * then a copy of it is in use.
 */
export async function noteUse({ db, clock }: Context, { id, personId, counter }: CheckedPasskey): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter, used_at: clock() })
    .where('id', '=', id)
    .where('person_id', '=', personId)
    // Of an authenticator that counts nothing, it stays 0.
    .where('counter', counter === 0 ? '=' : '<', counter)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw unknown()
}

async function findPasskey({ db }: Context, credentialId: string): Promise<Row<'passkey'> | undefined> {
  return db.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
}

function unknown(): Unauthorized {
  return new Unauthorized('This passkey opens no account here. It may have been removed: sign in another way.')
}

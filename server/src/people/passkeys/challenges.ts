import type { Context } from '../../context.ts'
import type { Row } from '../../database/tables.ts'
import { InvalidRequest } from '../../errors.ts'
import { makeToken, tokenHash } from '../secret-token.ts'

/** How long somebody may take at the prompt of their browser, in milliseconds. */
export const CHALLENGE_MS = 5 * 60_000

/** What a challenge is for; and whom, unless that turns out with the answer. */
export type Asked = { purpose: Row<'passkey_challenge'>['purpose']; personId: string | null }

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

import { randomUUIDv7 } from 'node:crypto'
import type { Context } from '../context.ts'
import { makeToken, tokenHash } from './secret-token.ts'
import { SESSION_MS } from './session-times.ts'

/** Where a session was begun, as its person is shown it. */
export type Device = { ipAddress?: string | undefined; userAgent?: string | undefined }

/** Begins a session. Returns its token, for the cookie; only the digest of the token is stored. */
export async function beginSession(
  { db, clock }: Context,
  personId: string,
  { ipAddress, userAgent }: Device = {},
): Promise<string> {
  const token = makeToken()
  const now = clock()
  await db
    .insertInto('session')
    .values({
      id: randomUUIDv7(),
      person_id: personId,
      token_hash: tokenHash(token),
      expires_at: new Date(now.getTime() + SESSION_MS),
      created_at: now,
      updated_at: now,
      ip_address: ipAddress ?? null,
      user_agent: userAgent ?? null,
    })
    .execute()
  return token
}

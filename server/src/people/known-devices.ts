import type { Context } from '../context.ts'
import { makeToken, tokenHash } from './secret-token.ts'

/** Devices that are known of one person; the one that was unused for longest is forgotten first. */
const MAX_DEVICES = 20

/**
 * Whether somebody has signed in as that person with a browser before. Wrong passwords from there count apart from
 * those of strangers. The token opens nothing.
 */
export async function isKnownDevice(
  { db }: Context,
  personId: string | undefined,
  token: string | undefined,
): Promise<boolean> {
  if (token === undefined) return false
  const known = await db
    .selectFrom('known_device')
    .select('person_id')
    .where('token_hash', '=', tokenHash(token))
    .execute()
  return known.some(({ person_id }) => person_id === personId)
}

/**
 * Notes that a person has signed in with a browser; call it with the person locked. Returns the token for its cookie: a
 * new one, unless the browser has one of this service already, by whichever person.
 */
export async function noteDevice({ db, clock }: Context, personId: string, token: string | undefined): Promise<string> {
  const known =
    token !== undefined &&
    (await db.selectFrom('known_device').select('token_hash').where('token_hash', '=', tokenHash(token)).execute())
  const kept = known && known.length > 0 ? token! : makeToken()
  const now = clock()
  await db
    .insertInto('known_device')
    .values({ token_hash: tokenHash(kept), person_id: personId, created_at: now, used_at: now })
    .onConflict((conflict) => conflict.columns(['token_hash', 'person_id']).doUpdateSet({ used_at: now }))
    .execute()
  await forgetAllBut({ db }, personId, MAX_DEVICES)
  return kept
}

/** Forgets the devices of a person, but for the one with that token. */
export async function forgetDevices({ db }: Pick<Context, 'db'>, personId: string, except?: string): Promise<void> {
  await db
    .deleteFrom('known_device')
    .where('person_id', '=', personId)
    .$if(except !== undefined, (query) => query.where('token_hash', '!=', tokenHash(except!)))
    .execute()
}

async function forgetAllBut({ db }: Pick<Context, 'db'>, personId: string, count: number): Promise<void> {
  const oldest = db
    .selectFrom('known_device')
    .select('token_hash')
    .where('person_id', '=', personId)
    .orderBy('used_at', 'desc')
    .orderBy('token_hash')
    .offset(count)
  await db.deleteFrom('known_device').where('person_id', '=', personId).where('token_hash', 'in', oldest).execute()
}

import type { Context } from '../context.ts'
import { forgetDevices } from './known-devices.ts'
import { lockPerson, setPasswordHash } from './persons.ts'
import type { LockedPerson } from './persons.ts'
import { endSessions } from './sessions.ts'
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { ScryptOptions } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { Limiter } from '../lib/limiter.ts'

/** What may go on although the credentials changed: the session and the browser that changed them. */
type Kept = { sessionId?: string | undefined; device?: string | undefined }

/**
 * Gives a person another password, or none with `null`. What was made before opens nothing any more: sessions, links to
 * the account, and known devices end. Only links that call a new e-mail off still work.
 */
export async function replacePassword(
  trx: Context,
  { id }: LockedPerson,
  hash: string | null,
  kept: Kept = {},
): Promise<void> {
  if (hash === null) await trx.db.deleteFrom('password').where('person_id', '=', id).execute()
  else await setPasswordHash(trx, id, hash)
  await endAccess(trx, id, kept)
}

/** Ends the sessions, the links to the account and the known devices of a person. */
export async function endAccess(trx: Context, personId: string, { sessionId, device }: Kept = {}): Promise<void> {
  await endSessions(trx, personId, sessionId)
  await forgetDevices(trx, personId, device)
  await trx.db.deleteFrom('account_link').where('person_id', '=', personId).where('purpose', '!=', 'call_off').execute()
}

/**
 * Marks the e-mail of a person as proved, and returns the person as they are then. The first proof ends all that
 * somebody else may have set up with that address: the password, the passkeys, the sessions, the links, and the name,
 * which becomes the address.
 */
export async function proveEmail(trx: Context, person: LockedPerson): Promise<LockedPerson> {
  if (person.email_verified) return person
  await trx.db.deleteFrom('passkey').where('person_id', '=', person.id).execute()
  await replacePassword(trx, person, null)
  await trx.db
    .updateTable('person')
    .set({ email_verified: true, name: person.email, updated_at: trx.clock() })
    .where('id', '=', person.id)
    .execute()
  return (await lockPerson(trx, person.id))!
}

/** 32 MB and about 0.1 s of a processor. Each hash has its parameters beside it, so that later ones may cost more. */
const COST = { N: 16_384, r: 16, p: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32

/** A hash takes a processor for a tenth of a second. Half of them remain for requests; addresses take turns. */
const hashing = new Limiter({ slots: Math.max(1, Math.floor(availableParallelism() / 2)), inProgress: 64 })

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/**
 * The form in which a password is stored: `scrypt$N$r$p$salt$hash`, in base64url. `owner` is who takes turns, such as
 * an address. Throws Unavailable where too many wait.
 */
export async function hashPassword(password: string, owner: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await hashing.run(owner, () => key(password, salt, COST))
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Whether it is the password with that hash. Without a hash it is not, and finding that out takes as long. */
export async function isPassword(password: string, stored: string | null, owner: string): Promise<boolean> {
  const [, N, r, p, salt, hash] = (stored ?? '').split('$')
  const cost = stored === null ? COST : { N: Number(N), r: Number(r), p: Number(p) }
  const found = await hashing.run(owner, () => key(password, Buffer.from(salt ?? 'unknown', 'base64url'), cost))
  const expected = Buffer.from(hash ?? '', 'base64url')
  return expected.length === found.length && timingSafeEqual(expected, found)
}

/** NFKC: keyboards write the same character in different ways. */
function key(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return derive(password.normalize('NFKC'), salt, HASH_BYTES, { ...cost, maxmem: 256 * cost.N * cost.r })
}

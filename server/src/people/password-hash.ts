import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import type { ScryptOptions } from 'node:crypto'
import { Limiter } from '../lib/limiter.ts'

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

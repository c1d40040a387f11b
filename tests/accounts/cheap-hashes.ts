import { randomBytes, scrypt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, vi } from 'vitest'
import * as hashes from '../../server/src/people/credentials.ts'

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number }, Buffer>(scrypt)
/** A hash takes as long for others as it would, within limits, but no processor. In milliseconds. */
const TAKES_MS = 10

/** A hash that costs a thousandth. Its parameters are stored with it, so checking it is as cheap. */
export async function cheapHash(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, 32, { N: 64, r: 8, p: 1 })
  return ['scrypt', 64, 8, 1, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Makes the hashes of the tests of a file cheap. */
export function useCheapHashes(): void {
  let restore: () => void
  beforeAll(() => void (restore = makeHashesCheap(hashes)))
  afterAll(() => restore())
}

/**
 * Makes hashes cheap, until what is returned is called. What checks them is the service's own. It takes a while all the
 * same, so that what happens at once meets.
 */
export function makeHashesCheap(module: typeof hashes): () => void {
  const hashPassword = vi.spyOn(module, 'hashPassword').mockImplementation(async (password) => {
    await setTimeout(TAKES_MS)
    return cheapHash(password)
  })
  const { isPassword } = module
  const check = vi.spyOn(module, 'isPassword').mockImplementation(async (password, stored, owner) => {
    await setTimeout(TAKES_MS)
    return isPassword(password, stored ?? 'scrypt$64$8$1$bm9ib2R5$bm9ib2R5', owner)
  })
  return () => [hashPassword, check].forEach((spy) => spy.mockRestore())
}

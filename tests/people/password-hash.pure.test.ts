import { expect, test } from 'vitest'
import { hashPassword, isPassword } from '../../server/src/people/credentials.ts'

test('a password is kept as a hash that takes 32 MB, and opens with the same letters alone', async () => {
  const stored = await hashPassword('Zuckertüte', 'test')
  expect(stored).toMatch(/^scrypt\$16384\$16\$1\$[\w-]{22}\$[\w-]{43}$/)
  // The ü as two characters, as some keyboards write it.
  expect(await isPassword('Zuckertu\u0308te', stored, 'test')).toBe(true)
  expect(await isPassword('zuckertüte', stored, 'test')).toBe(false)
  expect(await isPassword('Zuckertüte', null, 'test')).toBe(false)
})

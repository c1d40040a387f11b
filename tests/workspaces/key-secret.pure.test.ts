import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashKey, makeKey, workspaceOfKey } from '../../server/src/workspaces/keys.ts'
import { anyCharacter } from '../given/any-character.ts'

test('a key names the workspace that it was made for', () => {
  fc.assert(
    fc.property(fc.uuid({ version: [4, 7] }), (id) => {
      const key = makeKey(id)
      expect(key).toMatch(/^tck_[0-9A-Za-z]{22}_[0-9A-Za-z]{32}$/)
      expect(workspaceOfKey(key)).toBe(id)
    }),
    { numRuns: 500 },
  )
})

test.each(['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])('also for %s', (id) => {
  expect(workspaceOfKey(makeKey(id))).toBe(id)
})

test('two keys of a workspace are never the same', () => {
  const id = '01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a'
  const keys = Array.from({ length: 1_000 }, () => makeKey(id))
  expect(new Set(keys.map((key) => key.slice(-32))).size).toBe(1_000)
  expect(new Set(keys.map((key) => key.slice(0, -32))).size).toBe(1)
})

test('its secret draws on all letters and digits alike', () => {
  const counts = new Map<string, number>()
  for (let i = 0; i < 2_000; i++) {
    for (const letter of makeKey('01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a').slice(-32)) {
      counts.set(letter, (counts.get(letter) ?? 0) + 1)
    }
  }
  const mean = (2_000 * 32) / 62
  expect(counts.size).toBe(62)
  // Seven standard deviations: a biased draw is caught, an unlucky one all but never.
  for (const count of counts.values()) expect(Math.abs(count - mean)).toBeLessThan(7 * Math.sqrt(mean))
})

test('what is stored is the SHA-256 of the whole key', () => {
  const key = makeKey('01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a')
  expect(Buffer.from(hashKey(key)).toString('hex')).toBe(createHash('sha256').update(key).digest('hex'))
})

test('text that is no key names no workspace', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(workspaceOfKey(text)).toBeNull()
    }),
  )
  const key = makeKey('01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a')
  const damaged = [key.slice(1), `${key}a`, ` ${key}`, `${key}\n`, key.replace('tck', 'TCK'), key.replaceAll('_', '-')]
  for (const text of damaged) expect(workspaceOfKey(text)).toBeNull()
})

test('a number past the last id names no workspace', () => {
  expect(workspaceOfKey(`tck_${'z'.repeat(22)}_${'a'.repeat(32)}`)).toBeNull()
})

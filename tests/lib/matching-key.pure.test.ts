import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchingKey } from '../../server/src/lib/matching-key.ts'
import { visibleText } from '../../server/src/shared/invisible.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 40 })

test('is the same for every form of the same letters', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(matchingKey(value.normalize('NFD'))).toBe(matchingKey(value))
      expect(matchingKey(value.normalize('NFC'))).toBe(matchingKey(value))
    }),
  )
})

test('is the same for every case of the letters of an ordinary code', () => {
  const code = fc.stringMatching(/^[A-Za-z0-9ÄÖÜäöüÉéÑñØøÇç _./+-]{0,40}$/)
  fc.assert(
    fc.property(code, (value) => {
      expect(matchingKey(value.toUpperCase())).toBe(matchingKey(value))
      expect(matchingKey(value.toLowerCase())).toBe(matchingKey(value))
    }),
  )
})

test.each([
  ['DEN-1042', 'den-1042'],
  ['Cafe\u0301', 'café'],
  ['STRASSE ß', 'strasse ß'],
  [' x \u00a0 y ', ' x y '],
  ['16\u200b-\u00ad07\u2060', '16-07'],
  ['C‑3', 'c-3'],
  ['Baker’s', "baker's"],
  ['می\u200cخواهم', 'میخواهم'],
])('of "%s" is "%s"', (value, key) => {
  expect(matchingKey(value)).toBe(key)
})

test.each([
  ['CAFE', 'CAFÉ'],
  ['A', '\uff21'],
  ['1', '01'],
  ['ﬁ', 'fi'],
])('keeps "%s" and "%s" apart', (one, other) => {
  expect(matchingKey(one)).not.toBe(matchingKey(other))
})

test('what is invisible is left out of a long text as fast as of a short one', () => {
  const started = performance.now()
  expect(visibleText(`é${' '.repeat(1_000_000)}x${'\u200d'.repeat(1_000_000)}`).length).toBe(1_000_002)
  expect(performance.now() - started).toBeLessThan(5_000)
})

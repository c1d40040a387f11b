import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameInMail, plainWords } from '../../server/src/jobs/mail/mail-layout.ts'

test.each([
  ['Zoë O’Brien-Núñez', 'Zoë O’Brien-Núñez'],
  ['محمد علي', 'محمد علي'],
  ['J.R. Hartley', 'J. R. Hartley'],
  ['Ann\r\n\r\nYour account was\u2028closed', 'Ann Your account was closed'],
  ['see https://evil.example/x', 'see https: //evil. example/x'],
  ['www.evil。example', 'www. evil。 example'],
  ['pay@evil.example', 'pay@ evil. example'],
  ['Ann\u202Egro.live\u202C', 'Anngro. live'],
  ['x'.repeat(200), `${'x'.repeat(60)}…`],
])('the name %j is %j in a mail', (name, shown) => expect(nameInMail(name)).toBe(shown))

test('whatever a name contains, it is one line, short, without control characters, overrides and links', () => {
  const pieces = fc.constantFrom(
    '\n',
    '\r',
    '\u2029',
    '\u202E',
    '\u2066',
    '\u0007',
    '://',
    '.',
    '@',
    'a',
    'b',
    ' ',
    '😀',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 80 }), (parts) => {
      const name = nameInMail(parts.join(''))
      expect(name).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]|\S[.:@]\S/u)
      expect([...name].length).toBeLessThanOrEqual(61)
    }),
  )
})

test('text keeps its lines, and loses what would show it in another order', () => {
  expect(plainWords('Leave at door B.\n\tRing\u202E twice\u0000.')).toBe('Leave at door B.\n\tRing twice.')
})

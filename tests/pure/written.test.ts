import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inOne, writtenList } from '../../server/src/written.ts'
import type { Written } from '../../server/src/written.ts'

const piece = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.nat(100_000).map((length) => 'ł'.repeat(length)),
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
)
const { written } = fc.letrec<{ written: Written }>((tie) => ({
  written: fc.oneof({ depthSize: 'small' }, piece, fc.array(tie('written'))),
}))

const flat = (pieces: Written): (string | Buffer)[] =>
  typeof pieces === 'string' || Buffer.isBuffer(pieces) ? [pieces] : (pieces as readonly Written[]).flatMap(flat)

test('pieces are put together in their order, however large they are and deep within each other', () => {
  fc.assert(
    fc.property(fc.array(written, { maxLength: 5 }), (pieces) => {
      const expected = Buffer.concat(flat(pieces).map((one) => Buffer.from(one as string)))
      expect(inOne(pieces).equals(expected)).toBe(true)
    }),
    { numRuns: 100 },
  )
})

test('what was put together before stays as it is', () => {
  const first = inOne('a'.repeat(9_000))
  inOne('b'.repeat(900_000))
  inOne('c')
  expect(String(first)).toBe('a'.repeat(9_000))
})

test('a list is JSON', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (values) => {
      const entries = values.map((value) => [JSON.stringify(value)])
      expect(JSON.parse(String(inOne(writtenList(entries))))).toEqual(JSON.parse(JSON.stringify(values)))
    }),
  )
})

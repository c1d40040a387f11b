import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ValueCounter } from '../../server/src/http/bodies/value-counter.ts'
import { anyCharacter } from '../any-character.ts'

/** Values inside lists and objects but for the first of each, and the lists and objects. */
function counted(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inside = Object.values(value)
  return 1 + Math.max(0, inside.length - 1) + inside.reduce((sum: number, entry) => sum + counted(entry), 0)
}

test('counts values as they are, whatever is in texts, and wherever the bytes are cut', () => {
  const cuts = fc.array(fc.nat(40), { maxLength: 10 })
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: anyCharacter }), cuts, fc.boolean(), (value, lengths, spaced) => {
      const bytes = Buffer.from(JSON.stringify(value, null, spaced ? 2 : 0))
      const counter = new ValueCounter()
      let start = 0
      for (const length of [...lengths, bytes.length]) {
        counter.add(bytes.subarray(start, start + length))
        start += length
      }
      expect(counter.count).toBe(counted(value))
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextOffset } from '../../server/src/http/envelope.ts'

test('a walk by the next offset shows every row once, and ends', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.integer({ min: 1, max: 50 }), (total, limit) => {
      const rows = Array.from({ length: total }, (_, i) => i)
      const shown: number[] = []
      let pages = 0
      for (let offset: number | null = 0; offset !== null; pages++) {
        const page: number[] = rows.slice(offset, offset + limit)
        shown.push(...page)
        offset = nextOffset(page, { limit, offset })
      }
      expect(shown).toEqual(rows)
      expect(pages).toBe(Math.floor(total / limit) + 1)
    }),
  )
})

test('a full page names the next, and one that is not full is the last', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.integer({ min: 1, max: 50 }), fc.nat(1_000_000), (length, limit, offset) => {
      const page = Array.from({ length: Math.min(length, limit) })
      expect(nextOffset(page, { limit, offset })).toBe(length >= limit ? offset + limit : null)
    }),
  )
})

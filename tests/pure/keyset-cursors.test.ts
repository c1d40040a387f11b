import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeysetCursors } from '../../server/src/database/paging/keyset-cursors.ts'

const cursor = (rows: number) => ({ key: `Product ${rows}`, id: String(rows) })
const long = (rows: number) => ({ key: '\u0151'.repeat(200), id: String(rows).padStart(36) })
const page = fc.record({ offset: fc.integer({ min: 0, max: 2_000 }), length: fc.integer({ min: 0, max: 50 }) })

test('a cursor is that of that very row, at or before the offset', () => {
  fc.assert(
    fc.property(fc.array(page), fc.integer({ min: 0, max: 2_500 }), (pages, offset) => {
      const cursors = new KeysetCursors().at('workspace 7')
      for (const { offset, length } of pages) cursors.keepPage('list', offset, length, (i) => cursor(offset + i + 1))
      const { rows, cursor: found } = cursors.before('list', offset)
      expect(rows).toBeLessThanOrEqual(offset)
      expect(found).toEqual(rows === 0 ? null : cursor(rows))
    }),
  )
})

test('a walk finds the cursor of each page, left by the page before', () => {
  const cursors = new KeysetCursors().at('workspace 7')
  for (let offset = 0; offset < 20_000; offset += 7) {
    expect(cursors.before('list', offset).rows).toBe(offset)
    cursors.keepPage('list', offset, 7, (i) => cursor(offset + i + 1))
  }
})

test('a cursor is of one list, in one state', () => {
  const all = new KeysetCursors()
  all.at('workspace 7').keep('list', 50, cursor(50))
  expect(all.at('workspace 8').before('list', 50)).toEqual({ rows: 0, cursor: null })
  expect(all.at('workspace 7').before('other list', 50)).toEqual({ rows: 0, cursor: null })
})

test.each([Number.MAX_SAFE_INTEGER, 1e12])('an offset of %i is looked up at once', (offset) => {
  expect(new KeysetCursors().at('workspace 7').before('list', offset)).toEqual({ rows: 0, cursor: null })
})

test('cursors are bounded by their bytes: with long names, the oldest are forgotten', () => {
  const cursors = new KeysetCursors().at('workspace 7')
  for (let rows = 1; rows <= 50_000; rows++) cursors.keep('list', rows, long(rows))
  expect(cursors.before('list', 50_000)).toEqual({ rows: 50_000, cursor: long(50_000) })
  expect(cursors.before('list', 1)).toEqual({ rows: 0, cursor: null })
})

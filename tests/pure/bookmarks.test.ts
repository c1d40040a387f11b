import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Bookmarks } from '../../server/src/catalogue/bookmarks.ts'

const place = (rows: number) => ({ key: `Product ${rows}`, id: String(rows) })
const long = (rows: number) => ({ key: '\u0151'.repeat(200), id: String(rows).padStart(36) })
const page = fc.record({ offset: fc.integer({ min: 0, max: 2_000 }), length: fc.integer({ min: 0, max: 50 }) })

test('a bookmark is the place of that very row, at or before the offset', () => {
  fc.assert(
    fc.property(fc.array(page), fc.integer({ min: 0, max: 2_500 }), (pages, offset) => {
      const bookmarks = new Bookmarks().at('workspace 7')
      for (const { offset, length } of pages) bookmarks.keepPage('list', offset, length, (i) => place(offset + i + 1))
      const { rows, place: found } = bookmarks.before('list', offset)
      expect(rows).toBeLessThanOrEqual(offset)
      expect(found).toEqual(rows === 0 ? null : place(rows))
    }),
  )
})

test('a walk finds the place of each page, left by the page before', () => {
  const bookmarks = new Bookmarks().at('workspace 7')
  for (let offset = 0; offset < 20_000; offset += 7) {
    expect(bookmarks.before('list', offset).rows).toBe(offset)
    bookmarks.keepPage('list', offset, 7, (i) => place(offset + i + 1))
  }
})

test('a bookmark is of one list, in one state', () => {
  const all = new Bookmarks()
  all.at('workspace 7').keep('list', 50, place(50))
  expect(all.at('workspace 8').before('list', 50)).toEqual({ rows: 0, place: null })
  expect(all.at('workspace 7').before('other list', 50)).toEqual({ rows: 0, place: null })
})

test('lists that have the same rows share their bookmarks', () => {
  const bookmarks = new Bookmarks().at('workspace 7')
  bookmarks.share('for one', 'for everyone')
  bookmarks.share('for another', 'for everyone')
  bookmarks.keep('for one', 50, place(50))
  expect(bookmarks.before('for another', 50)).toEqual({ rows: 50, place: place(50) })
})

test.each([Number.MAX_SAFE_INTEGER, 1e12])('an offset of %i is looked up at once', (offset) => {
  expect(new Bookmarks().at('workspace 7').before('list', offset)).toEqual({ rows: 0, place: null })
})

test('bookmarks are bounded by their bytes: with long names, the oldest are forgotten', () => {
  const bookmarks = new Bookmarks().at('workspace 7')
  for (let rows = 1; rows <= 50_000; rows++) bookmarks.keep('list', rows, long(rows))
  expect(bookmarks.before('list', 50_000)).toEqual({ rows: 50_000, place: long(50_000) })
  expect(bookmarks.before('list', 1)).toEqual({ rows: 0, place: null })
})

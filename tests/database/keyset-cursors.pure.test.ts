import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ListCursors } from '../../server/src/database/paging/list.ts'

/** Another list for each test, and each round of it: all lists share their memory. */
let count = 0
const newCursors = () => new ListCursors({ workspaceId: 'workspace', state: '7' }, `list ${++count}`)
const cursor = (rows: number) => ({ key: `Product ${rows}`, id: String(rows) })
const long = (rows: number) => ({ key: '\u0151'.repeat(200), id: String(rows).padStart(36) })
const page = fc.record({ offset: fc.integer({ min: 0, max: 2_000 }), length: fc.integer({ min: 0, max: 50 }) })

test('a cursor is that of that very row, at or before the offset', () => {
  fc.assert(
    fc.property(fc.array(page), fc.integer({ min: 0, max: 2_500 }), (pages, offset) => {
      const cursors = newCursors()
      for (const { offset, length } of pages) cursors.storePage(offset, length, (i) => cursor(offset + i + 1))
      const { rows, cursor: found } = cursors.before(offset)
      expect(rows).toBeLessThanOrEqual(offset)
      expect(found).toEqual(rows === 0 ? null : cursor(rows))
    }),
  )
})

test('a walk finds the cursor of each page, left by the page before', () => {
  const cursors = newCursors()
  for (let offset = 0; offset < 20_000; offset += 7) {
    expect(cursors.before(offset).rows).toBe(offset)
    cursors.storePage(offset, 7, (i) => cursor(offset + i + 1))
  }
})

const of = (workspaceId: string, state: string | undefined, list: string) =>
  new ListCursors(state === undefined ? { workspaceId } : { workspaceId, state }, list)

test('a cursor is of one list of a workspace, in one state', () => {
  of('a', '7', 'one').keep(50, cursor(50))
  of('a', undefined, 'one').keep(50, cursor(50))
  expect(of('a', '7', 'one').before(50)).toEqual({ rows: 50, cursor: cursor(50) })
  for (const other of [of('a', '8', 'one'), of('a', '7', 'other'), of('b', '7', 'one'), of('a', undefined, 'one')]) {
    expect(other.before(50)).toEqual({ rows: 0, cursor: null })
  }
})

test.each([Number.MAX_SAFE_INTEGER, 1e12])('an offset of %i is looked up at once', (offset) => {
  expect(newCursors().before(offset)).toEqual({ rows: 0, cursor: null })
})

test('cursors are bounded by their bytes: with long names, the oldest are forgotten', () => {
  const cursors = newCursors()
  for (let rows = 1; rows <= 50_000; rows++) cursors.keep(rows, long(rows))
  expect(cursors.before(50_000)).toEqual({ rows: 50_000, cursor: long(50_000) })
  expect(cursors.before(1)).toEqual({ rows: 0, cursor: null })
})

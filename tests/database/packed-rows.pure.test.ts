import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rawJsonList, unpack } from '../../server/src/database/paging/list.ts'

const COLUMNS = { document: sql`p.document`, price: sql`p.price` }
const row = fc.record({
  document: fc.dictionary(fc.string(), fc.string({ unit: 'grapheme' })).map((object) => JSON.stringify(object)),
  price: fc.oneof(fc.constant(''), fc.nat().map(String)),
})

test('rows come out as they were packed, in their order', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), (rows) => {
      // As string_agg puts them together.
      const together = (column: 'document' | 'price') => rows.map((each) => each[column]).join('\x1f')
      expect(unpack(COLUMNS, { document: together('document'), price: together('price') })).toEqual(rows)
    }),
  )
})

test('no rows are none, and one of nothing but nulls is one', () => {
  expect(unpack(COLUMNS, { document: null, price: null })).toEqual([])
  expect(unpack(COLUMNS, { document: '', price: '' })).toEqual([{ document: '', price: '' }])
})

test('a list of raw JSON is the JSON of the list', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (values) => {
      const entries = values.map((value) => JSON.stringify(value))
      expect(rawJsonList(entries)).toBe(JSON.stringify(values))
    }),
  )
})

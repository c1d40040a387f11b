import { expect, test } from 'vitest'
import { walkDocuments } from '../cost/cases/index.ts'

test('every operation of both APIs has a worst legal call in tests/cost/cases, and each of those is of an operation', async () => {
  expect((await walkDocuments()).unmatched).toEqual([])
})

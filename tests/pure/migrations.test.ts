import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

test('migrations are numbered from 1, without a gap and without the same number twice', () => {
  const files = readdirSync(new URL('../../server/migrations/', import.meta.url))
  const numbers = files.map((file) => Number(/^(\d{4})_[a-z_]+\.sql$/.exec(file)?.[1])).toSorted((a, b) => a - b)
  expect(numbers).toEqual(files.map((_, i) => i + 1))
})

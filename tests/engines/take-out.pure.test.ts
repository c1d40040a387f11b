import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TAKEN_OUT } from '../accounts/taken-out.ts'
import { RIGHT_PRICES } from '../model/wrong-prices.ts'

const CUTS = Object.entries({ ...TAKEN_OUT, ...RIGHT_PRICES }).flatMap(([name, cuts]) =>
  cuts.map(({ file, text }) => ({ name, file, text })),
)

// Their own tests are in the deep run only.
test.each(CUTS)('what is taken out of $file for “$name” is there once', ({ file, text }) => {
  expect(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').split(text)).toHaveLength(2)
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generateClientTypes } from '../../scripts/generate-client-types.ts'

test(
  'the types of the client are those of the API as it is (else: npm run generate)',
  { timeout: 60_000 },
  async () => {
    const stale = (await generateClientTypes()).filter(({ path, text }) => readFileSync(path, 'utf8') !== text)
    expect(stale.map(({ path }) => path)).toEqual([])
  },
)

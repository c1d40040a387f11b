import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SCRIPT = fileURLToPath(new URL('../../scripts/generate-client-types.ts', import.meta.url))

// In its own process: schemas that other tests load would show in the documents.
test('the types of the client are those of the API as it is (else: npm run generate)', { timeout: 60_000 }, () => {
  expect(execFileSync(process.execPath, [SCRIPT, '--check'], { encoding: 'utf8' })).toBe('')
})

import { expect, test } from 'vitest'
import { retryLine } from '../../server/src/import-command/messages.ts'

test.for([
  [{ status: 429 }, 'The rate limit of the key is used up: trying again in 60 s.'],
  [{ status: 503 }, 'The service is overloaded or has no database: trying again in 60 s.'],
  [{ status: 502 }, 'The service answered 502: trying again in 60 s.'],
  [{ status: 0 }, 'The service does not answer: trying again in 60 s.'],
  [{ status: 0, timedOutAfter: 30 }, 'The service has not answered for 30 s: trying again in 60 s.'],
] as const)('an import says why it waits: %o', ([failed, line]) => {
  expect(retryLine({ attempt: 1, seconds: 60, ...failed })).toBe(line)
})

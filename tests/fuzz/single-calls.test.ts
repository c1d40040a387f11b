import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { operations } from './description.ts'
import { stock, useFuzzedService } from './fuzzed-service.ts'
import { expectAsDescribed } from './judge.ts'
import type { KnownValues } from './known-values.ts'
import { describedRequests, requests } from './requests.ts'
import { PATIENCE_MS, runs } from './runs.ts'

const service = useFuzzedService()
let known: KnownValues
beforeAll(async () => {
  known = await stock(service)
})

describe.each(operations)('$id', (operation) => {
  test.each([
    ['as it is described', describedRequests(operation), 30],
    ['as it is not', requests(operation), 130],
  ])(
    `${operation.id} gives the answers it promises when called %s`,
    async (_how, arbitrary, count) => {
      await fc.assert(
        fc.asyncProperty(arbitrary, async (request) => {
          const sent = request.filled(known)
          const answer = await service.ask(sent)
          expectAsDescribed(sent, answer)
          const tag = answer?.status === 200 && answer.headers.get('etag')?.[0]
          if (!tag) return
          const again = await service.ask(sent.ifNoneMatch(tag))
          expectAsDescribed(sent, again)
          expect(again?.status).toBe(304)
        }),
        runs(count),
      )
    },
    PATIENCE_MS,
  )
})

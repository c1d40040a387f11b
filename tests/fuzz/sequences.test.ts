import fc from 'fast-check'
import { expect, test } from 'vitest'
import { publishDuePriceChanges } from '../../server/src/jobs/background-jobs.ts'
import { operations } from './description.ts'
import { fill, learnLists, useFuzzedService } from './fuzzed-service.ts'
import { writer } from './headers.ts'
import { expectAsDescribed } from './judge.ts'
import { KnownValues } from './known-values.ts'
import { OPENING, operate, operatorSteps } from './operator-steps.ts'
import { Request } from './request.ts'
import { describedRequests, requests } from './requests.ts'
import { PATIENCE_MS, runs } from './runs.ts'

const HOUR_MS = 3_600_000

const service = useFuzzedService()

const writes = operations.filter(({ body }) => body)
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.oneof(...writes.map(describedRequests)) },
    { weight: 4, arbitrary: fc.oneof(...operations.map(describedRequests)) },
    { weight: 2, arbitrary: fc.oneof(...operations.map((operation) => requests(operation, writer))) },
    { weight: 6, arbitrary: operatorSteps },
    { weight: 1, arbitrary: fc.constantFrom(1, 24, 24 * 30).map((hours) => ({ hours })) },
  ),
  { minLength: 4, maxLength: 25, size: 'max' },
)

test(
  'calls in any order, with the operator and time at work in between, give the answers that each promises',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        const workspace = await service.workspace()
        const known = new KnownValues()
        known.learn('writer', workspace.key)
        await fill(service, workspace.key)
        for (const step of OPENING) await operate(service.context, workspace.id, known, step)
        await learnLists(service, workspace.key, known)
        for (const step of steps) {
          if ('hours' in step) await letPass(step.hours)
          else if (step instanceof Request) await ask(step, known)
          else await operate(service.context, workspace.id, known, step)
        }
        for (const operation of operations) {
          for (const request of fc.sample(describedRequests(operation), { numRuns: 1, seed: 1 }))
            await ask(request, known)
        }
      }),
      runs(20),
    )
  },
  PATIENCE_MS,
)

async function ask(request: Request, known: KnownValues): Promise<void> {
  const sent = request.filled(known)
  const body = expectAsDescribed(sent, await service.ask(sent))
  if (body && !body.error) known.learnFrom(sent.operation.id, body)
}

async function letPass(hours: number): Promise<void> {
  service.later(hours * HOUR_MS)
  const failures: unknown[] = []
  await publishDuePriceChanges(service.context, { error: (failure: unknown) => void failures.push(failure) }, new Map())
  expect(failures).toEqual([])
}

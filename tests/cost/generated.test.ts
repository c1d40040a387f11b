import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { operations } from '../fuzz/description.ts'
import { expectAffordable } from './expect-affordable.ts'
import { largestCalls } from './largest-calls.ts'
import type { LargestCall } from './largest-calls.ts'
import { useMeasuredServer } from './measured-server.ts'
import { PATIENCE_MS, runs } from './sizes.ts'

const measured = useMeasuredServer()

/** Without what is long in it; fast-check tells all. */
function shown({ text, seed, shape, share, query }: LargestCall): string {
  return `${query.join('&').slice(0, 60)} (${text}, seed ${seed}, ${share} of ${shape})`
}

describe.each(operations)('$id', (operation) => {
  test(`${operation.id} costs no more than what was sent allows, at any size`, { timeout: PATIENCE_MS }, () =>
    fc.assert(
      fc.asyncProperty(largestCalls(operation), async (call) => {
        await expectAffordable(measured, `${operation.id} ${shown(call)}`, async (send, attempt) => {
          const { headers } = await send(call.bytes(measured.stocked, attempt))
          // Else nothing was asked for.
          expect(headers.has('ratelimit')).toBe(operation.keyed)
        })
      }),
      // A smaller one costs less: there is nothing to find by shrinking.
      { ...runs(2), endOnFailure: true },
    ),
  )
})

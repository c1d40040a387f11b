import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashKey } from '../../server/src/workspaces/keys.ts'
import { termsChangedAt } from '../../server/src/pricing/kinds-of-term.ts'
import { RequestCounter, WINDOW_SECONDS } from '../../server/src/workspaces/request-counter.ts'
import { useService } from '../given/service.ts'

const service = useService()

/** Seconds that pass before a request, and which process it goes to. */
const requests = fc.array(fc.tuple(fc.integer({ min: 0, max: 50 }), fc.boolean()), { minLength: 20, maxLength: 40 })
/** By how many seconds the clock of one process is ahead of the other's. */
const ahead = fc.constantFrom(1, 20, 90)

test('processes whose clocks differ count each request once, in windows that follow each other', async () => {
  await fc.assert(
    fc.asyncProperty(requests, ahead, async (sent, seconds) => {
      const workspace = await service.workspace()
      let now = service.time.now.getTime()
      const counter = (offset: number) =>
        new RequestCounter({ ...service.context, clock: () => new Date(now + offset * 1000) }, termsChangedAt)
      const [fast, slow] = [counter(seconds), counter(0)]
      const windows = new Map<number, number[]>()
      for (const [pause, toFast] of sent) {
        now += pause * 1000
        const counted = await (toFast ? fast : slow).count(workspace.id, hashKey(workspace.key).toString('hex'))
        const began = counted!.started_at.getTime()
        windows.set(began, [...(windows.get(began) ?? []), counted!.requests])
      }
      for (const numbers of windows.values()) expect(numbers).toEqual(numbers.map((_, i) => i + 1))
      const begins = [...windows.keys()]
      for (const [i, began] of begins.entries()) {
        if (i > 0) expect(began - begins[i - 1]!).toBeGreaterThanOrEqual(WINDOW_SECONDS * 1000)
      }
    }),
    { numRuns: 8 },
  )
})

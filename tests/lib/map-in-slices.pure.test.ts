import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mapInSlices } from '../../server/src/lib/map-in-slices.ts'

test('entries are mapped in their order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer()), async (entries) => {
      expect(await mapInSlices(entries, (entry) => entry * 2)).toEqual(entries.map((entry) => entry * 2))
    }),
  )
})

test('what comes in meanwhile goes between', async () => {
  const order: string[] = []
  const entries = Array.from({ length: 6 }, (_, i) => i)
  const mapped = mapInSlices(entries, (entry) => {
    for (const until = performance.now() + 3; performance.now() < until;);
    order.push(`entry ${entry}`)
  })
  await setImmediate()
  order.push('other')
  await mapped
  expect(order.indexOf('other')).toBeLessThan(order.indexOf('entry 5'))
})

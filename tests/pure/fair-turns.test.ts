import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Unavailable } from '../../server/src/errors.ts'
import { FairTurns } from '../../server/src/http/fair-turns.ts'

const never = () => 0

/** Work that begins at once and goes on until it is told to end. */
function workshop(turns: FairTurns) {
  const begun: string[] = []
  const refused: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    refused,
    begin: (owner: string, name: string) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(name, resolve)
      const done = turns.take(owner, () => {
        begun.push(name)
        return promise
      })
      done.catch((error) => {
        expect(error).toBeInstanceOf(Unavailable)
        refused.push(name)
      })
    },
    end: async (name: string) => {
      ends.get(name)!()
      await settled()
    },
  }
}

/** Everything that follows from what has been done by now has happened. */
async function settled(): Promise<void> {
  await new Promise((resolve) => void setImmediate(resolve))
}

test('owners take turns, however much each has waiting', async () => {
  const { begin, end, begun } = workshop(new FairTurns({ atATime: 1, mostWaiting: 10, rest: never }))
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) begin(name[0]!, name)
  await settled()
  for (let i = 0; i < 7; i++) await end(begun[i]!)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('where no more can wait, the owner that has most waiting gives way', async () => {
  const turns = new FairTurns({ atATime: 1, mostWaiting: 3, rest: never })
  const { begin, end, begun, refused } = workshop(turns)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) begin('a', name)
  await settled()
  expect(refused).toEqual(['a5'])
  expect([turns.hasPlaceFor('a'), turns.hasPlaceFor('b')]).toEqual([false, true])
  begin('b', 'b1')
  await settled()
  expect(refused).toEqual(['a5', 'a4'])
  expect(turns.hasPlaceFor('b')).toBe(false)
  for (let i = 0; i < 4; i++) await end(begun[i]!)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('rests after work, for as long as it is told, before somebody’s turn comes', async () => {
  const rests: number[] = []
  const turns = new FairTurns({ atATime: 1, mostWaiting: 1, rest: (took) => rests.push(took) * 5 })
  const [first, second] = [
    turns.take('a', async () => performance.now()),
    turns.take('b', async () => performance.now()),
  ]
  expect((await second) - (await first)).toBeGreaterThan(4)
  expect(rests[0]).toBeGreaterThanOrEqual(0)
})

test('what is asked for is done or refused, once, and never too much works or waits', async () => {
  const owner = fc.constantFrom('a', 'b', 'c', 'd')
  const limits = fc.record({ atATime: fc.integer({ min: 1, max: 3 }), mostWaiting: fc.integer({ min: 1, max: 6 }) })
  const steps = fc.array(fc.oneof(owner, fc.nat(5)), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(limits, steps, async (limit, script) => {
      const { begin, end, begun, refused } = workshop(new FairTurns({ ...limit, rest: never }))
      const working: string[] = []
      let asked = 0
      const check = async () => {
        await settled()
        for (const name of begun) if (!seen.has(name)) working.push(name)
        for (const name of begun) seen.add(name)
        const waiting = asked - begun.length - refused.length
        expect(working.length).toBeLessThanOrEqual(limit.atATime)
        expect(waiting).toBeLessThanOrEqual(limit.mostWaiting)
        if (waiting > 0) expect(working.length).toBe(limit.atATime)
        if (waiting < limit.mostWaiting && refused.length === 0) expect(begun.length + waiting).toBe(asked)
      }
      const seen = new Set<string>()
      for (const step of script) {
        if (typeof step === 'string') begin(step, `${step}${asked++}`)
        else if (working.length > 0) await end(working.splice(step % working.length, 1)[0]!)
        await check()
      }
      while (working.length > 0) {
        await end(working.shift()!)
        await check()
      }
      expect([...begun, ...refused].toSorted()).toHaveLength(asked)
      expect(new Set([...begun, ...refused]).size).toBe(asked)
    }),
    { numRuns: 100 },
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Unavailable } from '../../server/src/errors.ts'
import { Limiter } from '../../server/src/lib/limiter.ts'

/** Work that begins at once and goes on until it is told to end. */
function workshop(limiter: Limiter) {
  const begun: string[] = []
  const refused: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    refused,
    begin: (owner: string, name: string, urgent = false) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(name, resolve)
      const work = () => {
        begun.push(name)
        return promise
      }
      limiter.run(owner, work, { urgent }).catch((error) => {
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

function countOf(owner: string, names: string[]): number {
  return names.filter((name) => name[0] === owner).length
}

/** Everything that follows from what has been done by now has happened. */
async function settled(): Promise<void> {
  await new Promise((resolve) => void setImmediate(resolve))
}

test('owners take turns, however much each has waiting', async () => {
  const { begin, end, begun } = workshop(new Limiter({ slots: 1 }))
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) begin(name[0]!, name)
  await settled()
  for (let done = 0; done < 6; done++) await end(begun[done]!)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
})

test('an owner has no more than its slots, and others get the rest at once', async () => {
  const { begin, end, begun } = workshop(new Limiter({ slots: { all: 3, perOwner: 2 } }))
  for (const name of ['a1', 'a2', 'a3', 'b1']) begin(name[0]!, name)
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('b1')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  expect(begun.at(-1)).toBe('a3')
})

test('what is urgent goes first, in the order of asking', async () => {
  const { begin, end, begun } = workshop(new Limiter({ slots: 1 }))
  begin('a', 'a1')
  begin('a', 'a2')
  begin('b', 'urgent1', true)
  begin('b', 'urgent2', true)
  for (const name of ['a1', 'urgent1', 'urgent2']) await end(name)
  expect(begun).toEqual(['a1', 'urgent1', 'urgent2', 'a2'])
})

test('who waits too long is refused, and holds up nobody', async () => {
  const limiter = new Limiter({ slots: 1 })
  const release = await limiter.acquire('a')
  await expect(limiter.acquire('a', { limitMs: 1 })).rejects.toBeInstanceOf(Unavailable)
  const next = limiter.acquire('b')
  release()
  expect(await next).toBeTypeOf('function')
})

test('what is asked for runs or is refused, once; nobody waits beside a slot that they may have', async () => {
  const share = fc
    .record({ all: fc.integer({ min: 1, max: 4 }), perOwner: fc.integer({ min: 1, max: 4 }) })
    .map(({ all, perOwner }) => ({ all, perOwner: Math.min(all, perOwner) }))
  const steps = fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.nat(5)), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(share, fc.integer({ min: 4, max: 9 }), steps, async (slots, inProgress, script) => {
      const { begin, end, begun, refused } = workshop(new Limiter({ slots, inProgress }))
      const asked: string[] = []
      const ended = new Set<string>()
      const running = () => begun.filter((name) => !ended.has(name))
      const check = async () => {
        await settled()
        const waiting = asked.filter((name) => !begun.includes(name) && !refused.includes(name))
        expect(running().length).toBeLessThanOrEqual(slots.all)
        expect(running().length + waiting.length).toBeLessThanOrEqual(inProgress)
        for (const owner of 'abc') expect(countOf(owner, running())).toBeLessThanOrEqual(slots.perOwner)
        if (running().length === slots.all) return
        for (const owner of 'abc')
          if (countOf(owner, running()) < slots.perOwner) expect(countOf(owner, waiting)).toBe(0)
      }
      const endOne = async (which: number) => {
        const name = running()[which % running().length]!
        ended.add(name)
        await end(name)
      }
      for (const step of script) {
        if (typeof step === 'string') {
          asked.push(`${step}${asked.length}`)
          begin(step, asked.at(-1)!)
        } else if (running().length > 0) await endOne(step)
        await check()
      }
      while (running().length > 0) await endOne(0)
      expect([...begun, ...refused].toSorted()).toEqual(asked.toSorted())
    }),
    { numRuns: 100 },
  )
})

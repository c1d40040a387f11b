import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Unavailable } from '../../server/src/errors.ts'
import { FairQueue } from '../../server/src/fair-queue.ts'

/** Work that begins at once and goes on until it is told to end. */
function workshop(queue: FairQueue) {
  const begun: string[] = []
  const refused: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    refused,
    begin: (owner: string, name: string, caller = '') => {
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(name, resolve)
      const work = () => {
        begun.push(name)
        return promise
      }
      const done = queue.run(owner, work, { caller })
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

test('owners are let in by turns, however much each has waiting', async () => {
  const { begin, end, begun } = workshop(new FairQueue({ slots: 1, maxWaiting: 10 }))
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) begin(name[0]!, name)
  await settled()
  for (let i = 0; i < 7; i++) await end(begun[i]!)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('where no more can wait, the owner that has most waiting gives way', async () => {
  const queue = new FairQueue({ slots: 1, maxWaiting: 3 })
  const { begin, end, begun, refused } = workshop(queue)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) begin('a', name)
  await settled()
  expect(refused).toEqual(['a5'])
  expect([queue.accepts('a'), queue.accepts('b')]).toEqual([false, true])
  begin('b', 'b1')
  await settled()
  expect(refused).toEqual(['a5', 'a4'])
  expect(queue.accepts('b')).toBe(false)
  for (let i = 0; i < 4; i++) await end(begun[i]!)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('callers of an owner are let in by turns, too, and count as one owner beside others', async () => {
  const { begin, end, begun } = workshop(new FairQueue({ slots: 1, maxWaiting: 10 }))
  for (const name of ['x1', 'x2', 'x3', 'x4', 'y1', 'y2', 'z1']) begin('a', name, name[0]!)
  for (const name of ['b1', 'b2']) begin('b', name)
  await settled()
  for (let i = 0; i < 9; i++) await end(begun[i]!)
  expect(begun).toEqual(['x1', 'x2', 'b1', 'y1', 'b2', 'z1', 'x3', 'y2', 'x4'])
})

test('while another caller of its owner is there, a caller has half of the places; and all of them while it is alone', async () => {
  const { begin, end, begun } = workshop(new FairQueue({ slots: 4, maxWaiting: 20 }))
  for (const name of ['x1', 'x2', 'x3', 'x4', 'x5', 'x6', 'x7', 'y1', 'y2']) begin('a', name, name[0]!)
  await settled()
  expect(begun).toEqual(['x1', 'x2', 'x3', 'x4'])
  await end('x1')
  await end('x2')
  expect(begun.slice(4)).toEqual(['y1', 'y2'])
  await end('y1')
  expect(begun.slice(6)).toEqual([])
  await end('y2')
  expect(begun.slice(6)).toEqual(['x5', 'x6'])
})

test('where no more can wait, the caller of an owner who has most waiting gives way to another one of it', async () => {
  const queue = new FairQueue({ slots: 1, maxWaiting: 3 })
  const { begin, begun, refused } = workshop(queue)
  for (const name of ['x1', 'x2', 'x3', 'x4', 'x5', 'y1']) begin('a', name, name[0]!)
  await settled()
  expect(refused).toEqual(['x5', 'x4'])
  expect(begun).toEqual(['x1'])
  expect([queue.accepts('a', 'x'), queue.accepts('a', 'y')]).toEqual([false, false])
})

test('a place rests after work, for as long as it is told, before it is given to somebody else', async () => {
  const rests: number[] = []
  const queue = new FairQueue({ slots: 1, maxWaiting: 1 })
  const restMs = (tookMs: number) => rests.push(tookMs) * 5
  const [first, second] = [
    queue.run('a', async () => performance.now(), { restMs }),
    queue.run('b', async () => performance.now(), { restMs }),
  ]
  expect((await second) - (await first)).toBeGreaterThan(4)
  expect(rests[0]).toBeGreaterThanOrEqual(0)
})

test('beside others that are active, an owner has no more than its share, and all places while it is alone', async () => {
  const alone = workshop(new FairQueue({ slots: 4, perOwner: { alone: 4, contended: 2 } }))
  for (const name of ['a1', 'a2', 'a3', 'a4']) alone.begin('a', name)
  await settled()
  expect(alone.begun).toEqual(['a1', 'a2', 'a3', 'a4'])

  const shared = workshop(new FairQueue({ slots: 4, perOwner: { alone: 4, contended: 2 } }))
  for (const name of ['b1', 'a1', 'a2', 'a3', 'a4', 'b2', 'b3']) shared.begin(name[0]!, name)
  await settled()
  expect(shared.begun).toEqual(['b1', 'a1', 'a2', 'b2'])
  await shared.end('a1')
  expect(shared.begun).toEqual(['b1', 'a1', 'a2', 'b2', 'a3'])
})

test('what is urgent goes before all that waits, and what belongs to nobody has no share', async () => {
  const queue = new FairQueue({ slots: 1 })
  const order: string[] = []
  const enter = async (name: string, ...asked: Parameters<typeof queue.acquire>) => {
    const leave = await queue.acquire(...asked)
    order.push(name)
    setImmediate(leave)
  }
  await Promise.all([
    enter('a1', 'a'),
    enter('a2', 'a'),
    enter('nobody', undefined),
    enter('a3', 'a'),
    enter('urgent', undefined, { urgent: true }),
  ])
  expect(order).toEqual(['a1', 'urgent', 'a2', 'nobody', 'a3'])
})

test('who has waited too long is refused, and leaves nothing behind', async () => {
  const queue = new FairQueue({ slots: 1, maxWaiting: 1 })
  const leave = await queue.acquire('a')
  await expect(queue.acquire('b', { limitMs: 5 })).rejects.toBeInstanceOf(Unavailable)
  const next = queue.acquire('c')
  leave()
  expect(await next).toBeTypeOf('function')
})

test('who has held slots for an hour gets a free one at once, also beside others that are active', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { begin, end, begun } = workshop(new FairQueue({ slots: 2 }))
  begin('a', 'a1')
  vi.advanceTimersByTime(3_600_000)
  begin('b', 'b1')
  await end('a1')
  begin('a', 'a2')
  await settled()
  expect(begun).toEqual(['a1', 'b1', 'a2'])
})

test('what is asked for is done or refused, once, and never too much works or waits', async () => {
  const owner = fc.constantFrom('a', 'b', 'c', 'd', 'ax', 'ay', 'bx')
  const limits = fc.record({ slots: fc.integer({ min: 1, max: 3 }), maxWaiting: fc.integer({ min: 1, max: 6 }) })
  const steps = fc.array(fc.oneof(owner, fc.nat(5)), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(limits, steps, async (limit, script) => {
      const { begin, end, begun, refused } = workshop(new FairQueue({ ...limit }))
      const working: string[] = []
      let asked = 0
      const check = async () => {
        await settled()
        for (const name of begun) if (!seen.has(name)) working.push(name)
        for (const name of begun) seen.add(name)
        const waiting = asked - begun.length - refused.length
        expect(working.length).toBeLessThanOrEqual(limit.slots)
        expect(waiting).toBeLessThanOrEqual(limit.maxWaiting)
        if (waiting > 0) expect(working.length).toBe(limit.slots)
        if (waiting < limit.maxWaiting && refused.length === 0) expect(begun.length + waiting).toBe(asked)
      }
      const seen = new Set<string>()
      for (const step of script) {
        if (typeof step === 'string') begin(step[0]!, `${step}${asked++}`, step[1])
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

import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { QueryBatcher } from '../../server/src/database/paging/query-batcher.ts'

type Run = { group: string; asked: number[]; finish: (error?: Error) => void }

/** A batcher whose statements end when the test says so. */
function given() {
  const runs: Run[] = []
  const batcher = new QueryBatcher(async (group: string, asked: number[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    runs.push({ group, asked, finish: (error) => (error ? reject(error) : resolve()) })
    await promise
    return asked.map((number) => `${group}${number}`)
  })
  return { runs, ask: (group: string, number: number) => batcher.load(group, group, number) }
}

test('what is asked together is answered together, each with its own answer', async () => {
  const { runs, ask } = given()
  const answers = Promise.all([ask('a', 1), ask('a', 2), ask('a', 2)])
  await turn()
  expect(runs.map(({ asked }) => asked)).toEqual([[1, 2, 2]])
  runs[0]!.finish()
  expect(await answers).toEqual(['a1', 'a2', 'a2'])
})

test('what is asked while a statement runs is answered by the next one, and not by that', async () => {
  const { runs, ask } = given()
  const first = ask('a', 1)
  await turn()
  const later = Promise.all([ask('a', 2), ask('a', 3)])
  await turn()
  expect(runs).toHaveLength(1)
  runs[0]!.finish()
  expect(await first).toBe('a1')
  await turn()
  expect(runs.map(({ asked }) => asked)).toEqual([[1], [2, 3]])
  runs[1]!.finish()
  expect(await later).toEqual(['a2', 'a3'])
})

test('groups are never in one statement, and do not wait for each other', async () => {
  const { runs, ask } = given()
  const [a, b] = [ask('a', 1), ask('b', 2)]
  await turn()
  expect(runs.map(({ group, asked }) => [group, asked])).toEqual([
    ['a', [1]],
    ['b', [2]],
  ])
  runs[1]!.finish()
  expect(await b).toBe('b2')
  runs[0]!.finish()
  expect(await a).toBe('a1')
})

test('a statement that fails fails for all that were in it, and for nobody else', async () => {
  const { runs, ask } = given()
  const failed = Promise.allSettled([ask('a', 1), ask('a', 2)])
  await turn()
  const next = ask('a', 3)
  runs[0]!.finish(new Error('away'))
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await turn()
  runs[1]!.finish()
  expect(await next).toBe('a3')
})

test('whatever is asked, and whenever, each is answered once and rightly, by no more statements than may run', async () => {
  const question = fc.record({ group: fc.constantFrom('a', 'b'), number: fc.nat(), turns: fc.nat(3) })
  const limits = fc.record({ concurrency: fc.integer({ min: 1, max: 3 }), batchSize: fc.integer({ min: 1, max: 4 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(question, { maxLength: 40 }), limits, async (questions, allowed) => {
      const running = { a: 0, b: 0 }
      const batcher = new QueryBatcher(async (group: 'a' | 'b', asked: number[]) => {
        expect(++running[group]).toBeLessThanOrEqual(allowed.concurrency)
        expect(asked.length).toBeGreaterThan(0)
        expect(asked.length).toBeLessThanOrEqual(allowed.batchSize)
        await turn()
        running[group]--
        return asked.map((number) => `${group}${number}`)
      }, allowed)
      const answers: Promise<string>[] = []
      for (const { group, number, turns } of questions) {
        answers.push(batcher.load(group, group as 'a' | 'b', number))
        for (let i = 0; i < turns; i++) await turn()
      }
      expect(await Promise.all(answers)).toEqual(questions.map(({ group, number }) => `${group}${number}`))
    }),
  )
})

test('where several statements may run, more of them start while one runs', async () => {
  const runs: (() => void)[] = []
  const batcher = new QueryBatcher(
    async (_: string, asked: number[]) => {
      await new Promise<void>((resolve) => runs.push(resolve))
      return asked
    },
    { concurrency: 2, batchSize: 8 },
  )
  const first = batcher.load('a', 'a', 1)
  await turn()
  const second = batcher.load('a', 'a', 2)
  await turn()
  const third = batcher.load('a', 'a', 3)
  await turn()
  expect(runs).toHaveLength(2)
  for (const finish of runs.splice(0)) finish()
  expect(await Promise.all([first, second])).toEqual([1, 2])
  await turn()
  expect(runs).toHaveLength(1)
  runs[0]!()
  expect(await third).toBe(3)
})

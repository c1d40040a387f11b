import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { QueryBatcher } from '../../server/src/database/query-batcher.ts'

type Run = { group: string | undefined; asked: number[]; finish: (error?: Error) => void }

/** A batcher whose statements end when the test says so. */
function given() {
  const runs: Run[] = []
  const batcher = new QueryBatcher(async (asked: number[], group) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    runs.push({ group, asked, finish: (error) => (error ? reject(error) : resolve()) })
    await promise
    return asked.map((number) => `${group}${number}`)
  })
  return { runs, ask: (group: string, number: number) => batcher.load(number, group) }
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

test('whatever is asked, and whenever, each is answered once and rightly, by one statement of a group at a time', async () => {
  const question = fc.record({ group: fc.constantFrom('a', 'b', undefined), number: fc.nat(), turns: fc.nat(3) })
  await fc.assert(
    fc.asyncProperty(fc.array(question, { maxLength: 40 }), async (questions) => {
      const running = new Set<string | undefined>()
      const batcher = new QueryBatcher(async (asked: number[], group) => {
        expect(running).not.toContain(group)
        expect(asked.length).toBeGreaterThan(0)
        running.add(group)
        await turn()
        running.delete(group)
        return asked.map((number) => `${group}${number}`)
      })
      const answers: Promise<string>[] = []
      for (const { group, number, turns } of questions) {
        answers.push(batcher.load(number, group))
        for (let i = 0; i < turns; i++) await turn()
      }
      expect(await Promise.all(answers)).toEqual(questions.map(({ group, number }) => `${group}${number}`))
    }),
  )
})

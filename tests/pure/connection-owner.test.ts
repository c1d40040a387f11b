import { expect, test } from 'vitest'
import { connectionOwner, acquireForOwner } from '../../server/src/database/connection-owner.ts'
import { Unavailable } from '../../server/src/errors.ts'
import { FairQueue } from '../../server/src/fair-queue.ts'
import { QueryBatcher } from '../../server/src/reading/index.ts'

test('what nobody waits for any more is not begun, and its place is for others', async () => {
  const queue = new FairQueue({ slots: 1 })
  const leave = await queue.acquire('other')
  let left = false
  const waiting = connectionOwner.run({ owner: 'a', isGone: () => left }, () => acquireForOwner(queue))
  const behind = queue.acquire('a')
  left = true
  leave()
  await expect(waiting).rejects.toBeInstanceOf(Unavailable)
  expect(await behind).toBeTypeOf('function')
})

test('of those who are answered together, one that leaves takes nothing from the others', async () => {
  const queue = new FairQueue({ slots: 1 })
  const batcher = new QueryBatcher(async (_shared: null, items: string[]) => {
    ;(await acquireForOwner(queue))()
    return items
  })
  const ask = (name: string, gone: boolean) =>
    connectionOwner.run({ owner: 'a', isGone: () => gone }, () => batcher.load('all', null, name))
  expect(await Promise.all([ask('gone', true), ask('there', false)])).toEqual(['gone', 'there'])
  const all = await Promise.allSettled([ask('gone', true), ask('gone too', true)])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

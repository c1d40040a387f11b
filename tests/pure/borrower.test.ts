import { expect, test } from 'vitest'
import { borrower, enterOnAccount } from '../../server/src/database/borrower.ts'
import { Unavailable } from '../../server/src/errors.ts'
import { FairQueue } from '../../server/src/fair-queue.ts'
import { QueryBatcher } from '../../server/src/reading/index.ts'

test('what nobody waits for any more is not begun, and its place is for others', async () => {
  const queue = new FairQueue({ places: 1 })
  const leave = await queue.enter('other')
  let left = false
  const waiting = borrower.run({ workspaceId: 'a', isGone: () => left }, () => enterOnAccount(queue))
  const behind = queue.enter('a')
  left = true
  leave()
  await expect(waiting).rejects.toBeInstanceOf(Unavailable)
  expect(await behind).toBeTypeOf('function')
})

test('of those who are answered together, one that leaves takes nothing from the others', async () => {
  const queue = new FairQueue({ places: 1 })
  const batcher = new QueryBatcher(async (_shared: null, items: string[]) => {
    ;(await enterOnAccount(queue))()
    return items
  })
  const ask = (name: string, gone: boolean) =>
    borrower.run({ workspaceId: 'a', isGone: () => gone }, () => batcher.load('all', null, name))
  expect(await Promise.all([ask('gone', true), ask('there', false)])).toEqual(['gone', 'there'])
  const all = await Promise.allSettled([ask('gone', true), ask('gone too', true)])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

import { expect, test } from 'vitest'
import { atOneState, StateCache } from '../../server/src/database/paging/index.ts'
import { raiseRevision } from '../given/given.ts'
import { useService } from '../given/service.ts'

const service = useService()

/** Reads that are numbered, with a write to the workspace during the first ones. */
async function readings(writes: number) {
  const workspace = await service.workspace()
  let number = 0
  const read = async () => {
    number++
    if (number <= writes) await raiseRevision(workspace)
    return number
  }
  return { workspace, context: workspace.context, read }
}

test('what is read in several statements is read again if the workspace was written meanwhile', async () => {
  for (const writes of [0, 1, 2]) {
    const { context, read } = await readings(writes)
    expect(await atOneState(context, read)).toEqual({ result: writes + 1, state: expect.any(String) })
  }
})

test('a workspace that is written all the time gets what the third attempt read, and is told that it is of no one state', async () => {
  const { context, read } = await readings(Infinity)
  expect(await atOneState(context, read)).toEqual({ result: 3, state: null })
})

test('a result is kept until the next write, and only if it is of one state', async () => {
  const cache = new StateCache<number>({ max: 10 })
  const { workspace, context, read } = await readings(0)
  expect(await cache.read(context, 'count', read)).toBe(1)
  expect(await cache.read(context, 'count', read)).toBe(1)
  expect(await cache.read(context, 'another', read)).toBe(2)
  await raiseRevision(workspace)
  expect(await cache.read(context, 'count', read)).toBe(3)
  const busy = await readings(3)
  expect(await cache.read(busy.context, 'count', busy.read)).toBe(3)
  expect(await cache.read(busy.context, 'count', busy.read)).toBe(4)
})

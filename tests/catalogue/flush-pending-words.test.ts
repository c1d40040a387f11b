import { expect, test } from 'vitest'
import { flushPendingWords } from '../../server/src/jobs/background-jobs.ts'
import { items, send, skus } from '../given/given.ts'
import { useOwnService } from '../given/service.ts'

const service = useOwnService()

test('the words of new products are put into their places, and found before and after', async () => {
  const workspace = await service.workspace()
  const sent = items(50, (i) => ({ name: `Name ${i} walnut` }))
  const found = sent.map(({ sku }) => sku)
  await flushPendingWords(service.context)
  await send(workspace, sent)
  expect((await skus(workspace, 'q=walnut&limit=50')).toSorted()).toEqual(found)

  expect(await flushPendingWords(service.context)).toBeGreaterThan(0)
  expect(await flushPendingWords(service.context)).toBe(0)
  expect((await skus(workspace, 'q=walnut&limit=50&again=1')).toSorted()).toEqual(found)
})

import { afterEach, expect, test, vi } from 'vitest'
import { claimImports } from '../../server/src/files/import/import-row.ts'
import { workOn } from '../../server/src/files/import/import-worker.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { importTools, importingStaff } from '../given/import.ts'

const service = useService()

afterEach(() => void vi.useRealTimers())

test('an import that waits for its turn for a minute is not taken over meanwhile', async () => {
  const { workspace, staff, upload } = await importingStaff(service)
  const { id } = await upload('products.csv', 'SKU,Name,Price,Unit\nA-1,Plate,2.50,each\n', 'products')
  await staff.post(`/imports/${id}/check`)
  const claimed = async () => (await claimImports(service.context, 100, [])).find((claim) => claim.id === id)
  const claim = await claimed()

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const turn = Promise.withResolvers<void>()
  const tools = importTools(service)
  const working = workOn(service.context, claim!, {
    ...tools,
    runQueued: async (context, work) => {
      await turn.promise
      return tools.runQueued(context, work)
    },
  })
  for (let seconds = 0; seconds < 60; seconds += 20) {
    service.later(20_000)
    vi.advanceTimersByTime(20_000)
    await expect.poll(() => leaseEndsIn(workspace, id)).toBe(30_000)
    expect(await claimed()).toBeUndefined()
  }
  turn.resolve()
  await working
  expect((await staff.get(`/imports/${id}`)).body.data).toMatchObject({ status: 'checked' })
})

/** In milliseconds, from now on. */
async function leaseEndsIn(workspace: TestWorkspace, id: string): Promise<number> {
  const { leased_until } = await workspace.context.db
    .selectFrom('data_import')
    .select('leased_until')
    .where('workspace_id', '=', workspace.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return leased_until!.getTime() - service.time.now.getTime()
}

import { expect, test } from 'vitest'
import { useOwnService } from '../service.ts'
import { useImport } from './run-import.ts'

const service = useOwnService({ rateLimit: 3 })
const { run } = useImport(service)

test('an import over the rate limit waits as long as it is told, says so, and goes on', async () => {
  const workspace = await service.workspace()
  const rows = Array.from({ length: 450 }, (_, i) => `S${i},Product ${i},1,each\n`)
  const waits: number[] = []
  const result = await run(workspace, {
    content: `SKU,Name,Price,Unit\n${rows.join('')}`,
    sleep: async (milliseconds) => {
      waits.push(milliseconds)
      service.time.now = new Date(service.time.now.getTime() + milliseconds)
    },
  })
  expect(result).toMatchObject({ created: 450, rejected: 0 })
  // One call reads the workspace and five write; every fourth is refused once.
  expect(waits).toEqual([60_000])
  expect(result.said).toContain('The rate limit of the key is used up: trying again in 60 s.')
})

test('an import that is told to come back much later stops, and says when', async () => {
  const workspace = await service.workspace()
  const away = new Response('', { status: 503, headers: { 'retry-after': '3600' } })
  const stopped = run(workspace, { content: 'SKU,Name,Price,Unit\nA,A,1,each\n', fetch: async () => away.clone() })
  await expect(stopped).rejects.toThrow(/503.* The service asks to wait 3,600 s\.$/)
})

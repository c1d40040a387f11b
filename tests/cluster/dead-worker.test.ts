import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { workspacesByNode } from '../../server/src/database/read-by-node.ts'
import { workspacesWithDueImages } from '../../server/src/images/claim-image.ts'
import { queueImages } from '../../server/src/images/product-images.ts'
import { workspacesWithImages } from '../../server/src/images/sweep-images.ts'
import { claimImports } from '../../server/src/imports/claim-import.ts'
import { removeOldImports } from '../../server/src/imports/remove-import.ts'
import { publishDuePriceChanges } from '../../server/src/jobs/publish-due-price-changes.ts'
import { measureNodes } from '../../server/src/metrics/node-metrics.ts'
import { watchedCustomers } from '../../server/src/portal/watch-prices.ts'
import { schedulePriceChange } from '../../server/src/price-changes/settle-price-change.ts'
import { makeDistributed, startNodes } from '../engines/cluster.ts'
import { findCitus } from '../engines/find-postgres.ts'
import type { StartedServer } from '../engines/postgres.ts'
import { find, givenCustomer } from '../http/given.ts'
import { givenSignedInBuyer } from '../http/given-buyer.ts'
import { givenDraft, preview } from '../http/given-price-change.ts'
import { useOwnService } from '../service.ts'
import type { TestWorkspace } from '../service.ts'

let nodes: StartedServer[] = []

const service = useOwnService({
  makeDatabase: async () => {
    nodes = await startNodes(findCitus()!)
    const { config } = await makeDistributed(nodes, 'trade')
    return { config, remove: async () => nodes.forEach(({ stop }) => stop()) }
  },
})

/** Two workspaces of each worker, by its address. */
async function givenWorkspaces(): Promise<Map<string, TestWorkspace[]>> {
  const made: TestWorkspace[] = []
  for (;;) {
    made.push(await service.workspace())
    const found = (await workspacesByNode(service.context.db)).map(
      ({ node, workspaceIds }) => [node, made.filter(({ id }) => workspaceIds.includes(id)).slice(0, 2)] as const,
    )
    if (found.length === 2 && found.every(([, workspaces]) => workspaces.length === 2)) return new Map(found)
  }
}

/** The median time of a read, in milliseconds, while a workspace of the other worker is asked all the time. */
async function readTimeBeside(other: TestWorkspace, workspace: TestWorkspace, answered: number): Promise<number> {
  const times: number[] = []
  const asking = (async () => {
    while (times.length < 40) expect((await other.get('/products')).status).toBe(answered)
  })()
  while (times.length < 40) {
    const began = performance.now()
    // Each is another one, so none is answered from a cache.
    const { status } = await workspace.get(`/products?limit=${times.length + 1}`)
    times.push(performance.now() - began)
    expect(status).toBe(200)
  }
  await asking
  return times.toSorted((a, b) => a - b)[20]!
}

test('a dead worker is a 503 for its own workspaces, which come back with it; others are served and published', async () => {
  const workspaces = await givenWorkspaces()
  const dead = nodes[2]!
  const address = new URL(dead.url).host
  const [away, here] = [workspaces.get(address)!, [...workspaces].find(([node]) => node !== address)![1]]
  const at = new Date(service.time.now.getTime() + 60_000)
  const scheduled = new Map<TestWorkspace, string>()
  for (const workspace of [away[0]!, here[0]!]) {
    const id = await givenDraft(workspace, { A: [1000, 1100] })
    await schedulePriceChange(workspace.context, { id, at })
    scheduled.set(workspace, id)
    const product = await find(workspace, 'A')
    await queueImages(workspace.context, [{ id: product.id, imageUrl: 'https://images.example/plate.jpg' }])
    await givenSignedInBuyer(service, workspace, await givenCustomer(workspace), { price_mails: true })
  }
  const statusOf = async (workspace: TestWorkspace) => (await preview(workspace, scheduled.get(workspace)!)).status
  const before = await readTimeBeside(away[1]!, here[1]!, 200)

  dead.halt()
  service.later()
  const refused = await Promise.all(away.map(({ get }) => get('/products')))
  for (const { status, headers } of refused) {
    expect(status).toBe(503)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(await readTimeBeside(away[1]!, here[1]!, 503)).toBeLessThan(Math.max(3 * before, 100))
  expect((await here[1]!.put('/products', { data: [] })).status).not.toBe(503)

  const logged: object[] = []
  const log = { error: (details: object) => void logged.push(details) }
  const retryAt = new Map<string, Date>()
  expect(await publishDuePriceChanges(service.context, log, retryAt)).toBe(1)
  await publishDuePriceChanges(service.context, log, retryAt)
  expect(logged).toMatchObject([{ node: address }])
  expect(await statusOf(here[0]!)).toBe('published')
  expect(await watchedCustomers(service.context)).toMatchObject([{ workspaceId: here[0]!.id }])
  expect(await workspacesWithDueImages(service.context, { limit: 10 })).toEqual([here[0]!.id])
  expect(await workspacesWithImages(service.context)).toEqual([])
  expect(await claimImports(service.context, 1, [])).toEqual([])
  await removeOldImports(service.context)
  const registry = new Registry()
  await measureNodes(service.context, registry).work(log)
  expect(await registry.metrics()).toContain(`cluster_node_up{node="${address}"} 0`)

  dead.start()
  service.later()
  await expect.poll(async () => (await away[1]!.get('/products')).status).toBe(200)
  expect(await publishDuePriceChanges(service.context, log, retryAt)).toBe(1)
  expect(await statusOf(away[0]!)).toBe('published')
})

import type { TestService, TestWorkspace } from '../service.ts'
import { item, send, skus } from './given.ts'

/** Moves the clock on, and returns the time then, as the API writes it. */
export function later(service: TestService): string {
  service.time.now = new Date(service.time.now.getTime() + 60_000)
  return service.time.now.toISOString()
}

/** What a list of changes shows, in its order. */
export async function changed(workspace: TestWorkspace, since: string, query = ''): Promise<string[]> {
  return skus(workspace, `updatedSince=${encodeURIComponent(since)}${query}`)
}

/** Changes products of these SKUs at a later time, which it returns. */
export async function sendLater(service: TestService, workspace: TestWorkspace, ...sent: string[]): Promise<string> {
  const at = later(service)
  await send(
    workspace,
    sent.map((sku) => item({ sku, name: `Named ${at}` })),
  )
  return at
}

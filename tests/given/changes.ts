import type { TestService, TestWorkspace } from './service.ts'
import { item, send, skus } from './given.ts'

/** What a list of changes shows, in its order. */
export async function changed(workspace: TestWorkspace, since: string, query = ''): Promise<string[]> {
  return skus(workspace, `updatedSince=${encodeURIComponent(since)}${query}`)
}

/** Changes products of these SKUs at a later time, which it returns. */
export async function sendLater(service: TestService, workspace: TestWorkspace, ...sent: string[]): Promise<string> {
  const at = service.later()
  await send(
    workspace,
    sent.map((sku) => item({ sku, name: `Named ${at}` })),
  )
  return at
}

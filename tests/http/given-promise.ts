import { examinePromises } from '../../server/src/promises/examine-promises.ts'
import { putPromises } from '../../server/src/promises/put-promises.ts'
import type { TestService, TestWorkspace } from '../service.ts'
import { done } from './given.ts'

/** With letters that a header does not have. */
export const REASON = 'The clay costs more: agreed with Ann – 3 März.'
/** The same workspace, in which acts give a reason. */
export function withReason(service: TestService, workspace: TestWorkspace): TestWorkspace {
  const headers = { 'content-type': 'application/json', 'promise-reason': encodeURIComponent(REASON) }
  return {
    ...workspace,
    context: { ...workspace.context, promiseReason: REASON },
    put: (path, body) => service.call('PUT', path, { key: workspace.key, body: JSON.stringify(body), headers }),
  }
}

/** Promises QUAY what it pays for products now. */
export async function promisePresent(
  { time }: TestService,
  workspace: TestWorkspace,
  skus: readonly string[],
): Promise<void> {
  const until = new Date(time.now.getTime() + 600_000_000)
  const lines = await Promise.all(
    skus.map(async (sku) => {
      const { price } = await done(workspace.get(`/prices?customer=QUAY&sku=${sku}&qty=3`))
      return { sku, qty: 3, unit: price.unit }
    }),
  )
  await putPromises(workspace.context, {
    promises: lines.map((line) => ({ reference: line.sku, customer: 'QUAY', lines: [line], until, note: '' })),
  })
}

/** The references of those that are broken, or will be before they end. */
export async function broken({ context }: TestWorkspace) {
  const { promises } = await examinePromises(context, {})
  return promises.filter(({ holds, breaksAt }) => !holds || breaksAt !== null).map(({ reference }) => reference)
}

/** What the activity tells of broken promises. */
export async function breaksTold(workspace: TestWorkspace) {
  const activity = await done(workspace.get('/activity?limit=100'))
  return activity.filter(({ action }: { action: string }) => action === 'promise.break')
}

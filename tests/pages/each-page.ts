import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { SAMPLE_BUYER_EMAIL } from '../../server/src/ops/sample/create-sample.ts'
import { FROM_LISTS, PAGES } from './pages.ts'
import type { Viewer } from './sample-service.ts'
import type { DESKTOP, TestConsole } from './use-console.ts'

/** Who opens a page, where, and which link there leads on to a page of its own. `{order}` is an order of the buyer. */
type OnePage = [as: Viewer, path: string, link?: string]

export const EVERY_PAGE = [
  ...PAGES.map(([as, path]) => [as, path] as const),
  ...FROM_LISTS,
  ...['/groups', '/add-pictures', '/failed-images', '/settings/ordering', '/settings/mail'].map(
    (path) => ['owner', `/w/sample${path}`] as const,
  ),
  ['owner', '/w/sample/groups', 'main :is(tbody, li) a'],
  ['buyer', '/t/sample/orders/{order}/sent'],
] as OnePage[]

/** Opens it, and waits until it shows all that it asked for, as `isIdle` does later. */
export async function openOne(
  service: TestConsole,
  [as, path, link]: OnePage,
  viewport: typeof DESKTOP,
): Promise<{ page: Page; isIdle: () => Promise<void> }> {
  const orders = service.context.db.selectFrom('sales_order').select('id').orderBy('number', 'desc')
  const own = orders.where('workspace_id', '=', service.workspaceId).where('buyer_email', '=', SAMPLE_BUYER_EMAIL)
  const { id } = await own.limit(1).executeTakeFirstOrThrow()
  const page = await service.open(path.replace('{order}', id), { as, viewport })
  const isIdle = watchCalls(page)
  await page.getByRole('heading', { level: 1 }).waitFor()
  if (link) {
    await page.locator(link).first().click()
    await page.waitForURL((url) => url.pathname !== path)
  }
  await isIdle()
  return { page, isIdle }
}

/** Waits until no call is on its way, and what came is shown. */
function watchCalls(page: Page): () => Promise<void> {
  let open = 0
  page.on('request', () => void open++)
  page.on('requestfinished', () => void open--)
  page.on('requestfailed', () => void open--)
  return async () => {
    await expect.poll(() => open, { interval: 20 }).toBeLessThanOrEqual(0)
    await page.evaluate(
      () => new Promise((shown) => (globalThis as any).requestAnimationFrame(() => setTimeout(shown, 30))),
    )
  }
}

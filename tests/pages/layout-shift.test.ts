import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describePages, DESKTOP, expectHeading, PHONE } from './use-console.ts'

const PAGES = [
  ['buyer', '/t/sample', 'Catalogue'],
  ['buyer', '/t/sample/basket', 'Basket'],
  ['owner', '/w/sample', 'Home'],
  ['owner', '/w/sample/products', 'Products'],
] as const

const SCREENS = [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const

/** Keeps what moves in a page, as the browser sees it. What moves just after a touch or a key does not count. */
const OBSERVE = `globalThis.shifts = []
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (!hadRecentInput) shifts.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? '?')])
  }
}).observe({ type: 'layout-shift', buffered: true })`

function shifts(page: Page): Promise<unknown[]> {
  return page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(shifts), 200)))')
}

describePages('pages while they load', (service) => {
  test.each(SCREENS.flatMap((screen) => PAGES.map((page) => [...page, ...screen] as const)))(
    'nothing moves: %s, %s, "%s" on a %s',
    async (as, path, h1, _, viewport) => {
      const page = await service.open('/sign-in', { as, viewport, fresh: true })
      await page.addInitScript(OBSERVE)
      await page.goto(path)
      await expectHeading(page, h1)
      await page.waitForLoadState('networkidle')
      expect(await shifts(page)).toEqual([])
    },
  )

  test.each(SCREENS)('nothing moves on a product of the portal on a %s', async (_, viewport) => {
    const { id } = await service.context.db
      .selectFrom('product')
      .select('id')
      .where('workspace_id', '=', service.workspaceId)
      .where('sku', '=', 'AM-CP27-AZ')
      .executeTakeFirstOrThrow()
    const page = await service.open('/sign-in', { as: 'buyer', viewport, fresh: true })
    await page.addInitScript(OBSERVE)
    await page.goto(`/t/sample/products/${id}`)
    await expectHeading(page, 'Coupe plate 27 cm, azure')
    await page.waitForLoadState('networkidle')
    expect(await shifts(page)).toEqual([])
  })
})

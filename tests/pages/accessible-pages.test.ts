import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { FROM_LISTS, PAGES } from './pages.ts'
import {
  DESKTOP,
  PHONE,
  complaints,
  describePages,
  expectAccessible,
  expectHeading,
  expectNoSidewaysScroll,
} from './use-console.ts'

async function expectFit(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.setViewportSize(DESKTOP)
  await expectAccessible(page)
  expect(complaints(page)).toEqual([])
}

describePages('a page', (service) => {
  test.each(PAGES)('of %s: %s is accessible in both schemes, and fits a phone', async (as, path, h1) => {
    const page = await service.open(path, { as, viewport: PHONE })
    await expectHeading(page, h1)
    await expectFit(page)
    if (as === 'buyer') expect(await page.title()).toBe(`${h1} · Harbour & Vale Wholesale (sample)`)
  })

  test.each(FROM_LISTS)('of %s: so is what %s leads to', async (as, path, link) => {
    const page = await service.open(path, { as, viewport: PHONE })
    await page.locator(link).first().click()
    await page.waitForURL((url) => url.pathname !== path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectFit(page)
  })
})

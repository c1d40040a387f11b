import { expect, test } from 'vitest'
import {
  PHONE,
  complaints,
  describePages,
  expectAccessible,
  expectHeading,
  expectNoSidewaysScroll,
} from './use-console.ts'

const PAGES = [
  ['', 'Catalogue'],
  ['/usual', 'Usual'],
  ['/quick-order', 'Quick order'],
  ['/basket', 'Basket'],
  ['/orders', 'Your orders'],
  ['/lists', 'Saved lists'],
  ['/price-list', 'Price list'],
  ['/mails', 'Mails'],
] as const

describePages('the pages of the trade portal', (service) => {
  test.each(PAGES)('/t/sample%s is accessible in both schemes, and fits a phone', async (path, h1) => {
    const page = await service.open(`/t/sample${path}`, { as: 'buyer', viewport: PHONE })
    await expectHeading(page, h1)
    await page.waitForLoadState('networkidle')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    expect(await page.title()).toBe(`${h1} · Harbour & Vale Wholesale (sample)`)
    await page.setViewportSize({ width: 1280, height: 800 })
    await expectAccessible(page)
    expect(complaints(page)).toEqual([])
  })

  test("without a session, a page leads to the sign-in page under the wholesaler's name, and staff find nothing", async () => {
    const page = await service.open('/t/sample/orders', { as: 'nobody' })
    await expectHeading(page, 'Sign in')
    expect(new URL(page.url()).pathname).toBe('/t/sample/sign-in')
    expect(new URL(page.url()).searchParams.get('next')).toBe('/t/sample/orders')
    await page.getByText('Harbour & Vale Wholesale (sample)').waitFor()
    await expectAccessible(page)
    const staff = await service.open('/t/sample', { as: 'staff' })
    await expectHeading(staff, 'Not found')
  })

  test('the buyer of an inactive customer is led to the sign-in page, which says why', async () => {
    const page = await service.open('/t/sample', { as: 'buyer' })
    await expectHeading(page, 'Catalogue')
    const setActive = async (active: boolean) => {
      await service.context.db
        .updateTable('customer')
        .set({ active })
        .where('workspace_id', '=', service.workspaceId)
        .where('name', '=', 'Castle Lane Cafés')
        .execute()
    }
    await setActive(false)
    await page.reload()
    await expectHeading(page, 'Sign in')
    expect(new URL(page.url()).pathname).toBe('/t/sample/sign-in')
    await page.getByText('Castle Lane Cafés is not an active customer here now').waitFor()
    await expectAccessible(page)
    await setActive(true)
  })
})

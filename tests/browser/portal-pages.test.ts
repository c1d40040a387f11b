import { describe, expect, test } from 'vitest'
import {
  complaints,
  executablePath,
  expectAccessible,
  expectHeading,
  expectNoSidewaysScroll,
  PHONE,
  useConsole,
} from './use-console.ts'

const PAGES = [
  ['', 'Catalogue'],
  ['/quick-order', 'Quick order'],
  ['/basket', 'Basket'],
  ['/orders', 'Your orders'],
  ['/lists', 'Saved lists'],
  ['/price-list', 'Price list'],
  ['/mails', 'Mails'],
] as const

describe.skipIf(!executablePath)('the pages of the trade portal', () => {
  const service = useConsole()

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

  test('a product shows its price, breaks and why, and goes into the basket with a quantity', async () => {
    const page = await service.open('/t/sample', { as: 'buyer' })
    await page.getByRole('searchbox', { name: 'Search products' }).fill('plate')
    const item = page.getByRole('listitem').filter({ hasText: 'plate' }).first()
    await item.getByRole('link').click()
    await page.getByRole('button', { name: 'Why this price?' }).click()
    await page.getByRole('dialog', { name: 'Why this price?' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Quantity' }).fill('12')
    await page.getByRole('button', { name: 'Add to basket' }).click()
    await page.getByRole('link', { name: /^Basket 1$/ }).click()
    await expectHeading(page, 'Basket')
    expect(await page.getByRole('listitem').getByRole('textbox', { name: 'Quantity' }).inputValue()).toBe('12')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save as list' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save as list' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Weekly')
    await dialog.getByRole('button', { name: 'Save as list' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Saved lists' }).click()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Weekly' })
      .getByRole('button', { name: 'Add to basket' })
      .waitFor()
    // The next quantity break is beside the quantity.
    await page.goto('/t/sample?q=AM-CP27-AZ')
    await page.getByRole('listitem').getByRole('textbox', { name: 'Quantity' }).fill('18')
    await page.getByText('24 or more: £7.25; add 6').waitFor()
    await expectAccessible(page)
    expect(complaints(page)).toEqual([])
  })
})

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { updateProduct } from '../../server/src/catalogue/update-product.ts'
import { OPERATOR } from '../../server/src/operator/run-as-operator.ts'
import {
  PHONE,
  complaints,
  executablePath,
  expectAccessible,
  expectHeading,
  expectNoSidewaysScroll,
  expectSeen,
  useConsole,
} from './use-console.ts'

/** Chooses in a filter. */
async function filter(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

function rows(page: Page): Promise<string[]> {
  return page.getByRole('table').locator('tbody tr').allInnerTexts()
}

describe.skipIf(!executablePath)('the activity', () => {
  const console = useConsole()

  test('what was changed is said in words, before and after, with a link to it', async () => {
    const context = { ...console.context, workspaceId: console.workspaceId, actor: OPERATOR }
    await updateProduct(context, { sku: 'TH-HAM16', minOrderQty: 6 })
    const page = await console.open('activity')
    const row = page.getByRole('row', { name: /Changed product TH-HAM16/ })
    await expectSeen(row.getByText('Minimum order quantity: from 1 to 6'))
    expect(await page.getByRole('table').innerText()).not.toMatch(/[{}]|undefined|null|\[object/)
    await row.getByRole('link', { name: 'TH-HAM16' }).click()
    await page.waitForURL('**/products/*')
  })

  test('it is filtered by who, what and days, all in the address', async () => {
    const page = await console.open('activity')
    await expectHeading(page, 'Activity')
    await filter(page, 'What', 'Orders cancelled')
    await expect.poll(async () => (await rows(page)).length).toBe(2)
    await page.waitForURL('**/activity?what=order.cancel')
    await filter(page, 'What', 'Price changes')
    await filter(page, 'Who', 'Scheduler')
    await expect.poll(() => rows(page)).toEqual([expect.stringMatching(/Scheduler\s+Published price change/)])
    await page.getByLabel('Clear Who').click()
    await page.getByRole('textbox', { name: 'From', exact: true }).fill('2031-01-01')
    await expectSeen(page.getByText('Nothing matches'))
    await page.waitForURL('**/activity?*from=2031-01-01*')
    expect(complaints(page)).toEqual([])
  })

  test('older entries are a page further, and Back comes back', async () => {
    const page = await console.open('activity')
    await expectSeen(page.getByRole('table').locator('tbody tr').nth(49))
    const first = (await rows(page))[0]
    await page.getByRole('button', { name: 'Older' }).click()
    await expect.poll(async () => (await rows(page))[0]).not.toBe(first)
    await page.goBack()
    await expect.poll(async () => (await rows(page))[0]).toBe(first)
  })

  test('axe finds nothing, and a phone scrolls nothing sideways', async () => {
    const page = await console.open('activity', { as: 'staff' })
    await expectSeen(page.getByRole('link', { name: '1012' }))
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})

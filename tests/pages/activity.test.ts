import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { updateProduct } from '../../server/src/catalogue/edit-product.ts'
import { choose, complaints, describePages, expectHeading, expectSeen } from './use-console.ts'

function rows(page: Page): Promise<string[]> {
  return page.getByRole('table').locator('tbody tr').allInnerTexts()
}

describePages('the activity', (console) => {
  test('what was changed is said in words, before and after, with a link to it', async () => {
    await updateProduct(console.operator, { sku: 'TH-HAM16', minOrderQty: 6 })
    const page = await console.open('activity')
    const row = page.getByRole('row', { name: /Changed product TH-HAM16/ })
    await expectSeen(row.getByText('Minimum order quantity: from 1 to 6'))
    expect(await page.getByRole('table').innerText()).not.toMatch(/[{}]|undefined|null|\[object/)
    await row.getByRole('link', { name: 'TH-HAM16' }).click()
    await page.waitForURL('**/products/*')
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

  test('the activity is filtered by who, what and days, all in the address', async () => {
    const page = await console.open('activity')
    await expectHeading(page, 'Activity')
    await choose(page, 'What', 'Orders cancelled')
    await expect.poll(async () => (await rows(page)).length).toBe(2)
    await page.waitForURL('**/activity?what=order.cancel')
    await choose(page, 'What', 'Price changes')
    await choose(page, 'Who', 'Scheduler')
    await expect.poll(() => rows(page)).toEqual([expect.stringMatching(/Scheduler\s+Published price change/)])
    await page.getByLabel('Clear Who').click()
    await page.getByRole('textbox', { name: 'From', exact: true }).fill('2031-01-01')
    await expectSeen(page.getByText('Nothing matches'))
    await page.waitForURL('**/activity?*from=2031-01-01*')
    expect(complaints(page)).toEqual([])
  })
})

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { updateProduct } from '../../server/src/catalogue/edit-product.ts'
import { describePages, expectSeen } from './use-console.ts'

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
})

import { describe, expect, test } from 'vitest'
import { executablePath, expectHeading, PHONE, useConsole } from './use-console.ts'

describe.skipIf(!executablePath)('the trade portal without a connection', () => {
  const service = useConsole()

  test('a page that was open stays, says so, and keeps what is typed until the connection is back', async () => {
    const page = await service.open('/t/sample', { as: 'buyer', viewport: PHONE, fresh: true })
    await page.getByRole('listitem').getByRole('button', { name: 'Add' }).first().click()
    await page.getByRole('link', { name: /^Basket 1$/ }).click()
    await expectHeading(page, 'Basket')
    const quantity = page.getByRole('listitem').getByRole('textbox', { name: 'Quantity' })
    await quantity.waitFor()
    await page.context().setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await quantity.fill('7')
    await quantity.press('Enter')
    await page.getByText('The service cannot be reached.').first().waitFor()
    expect(await quantity.inputValue()).toBe('7')
    await page.context().setOffline(false)
    await page.getByText('You are offline.').waitFor({ state: 'hidden' })
    await page.getByText('The service cannot be reached.').waitFor({ state: 'hidden' })
    await page.reload()
    await quantity.waitFor()
    expect(await quantity.inputValue()).toBe('7')

    await page.getByRole('link', { name: 'Quick order' }).click()
    await page.getByRole('textbox', { name: 'Paste lines' }).fill('16-07 3\nNO-SUCH 1')
    await page.getByRole('button', { name: 'Check lines' }).click()
    await page.getByText(/1 line can be ordered/).waitFor()
    await page.getByRole('combobox', { name: 'SKU' }).fill('16-0')
    await page.reload()
    await page.getByText(/1 line can be ordered/).waitFor()
    expect(await page.getByRole('combobox', { name: 'SKU' }).inputValue()).toBe('16-0')
  })
})

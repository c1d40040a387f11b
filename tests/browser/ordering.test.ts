import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PHONE, complaints, describePages, expectAccessible, expectHeading, expectSeen } from './use-console.ts'

const quantity = (page: Page) => page.getByRole('textbox', { name: 'Quantity' }).first()

describePages('ordering', (console) => {
  const open = async (path: string, viewport?: typeof PHONE) => {
    const page = await console.open(`/t/sample${path}`, { as: 'buyer', ...(viewport && { viewport }) })
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page
  }

  test('a product in 6s is stepped in 6s, and another quantity is refused at its field and in the basket', async () => {
    const page = await open('?q=AM-MG35-OA')
    await expect.poll(() => quantity(page).inputValue()).toBe('6')
    await page.getByRole('button', { name: 'More' }).first().click()
    await page.getByRole('button', { name: 'More' }).first().click()
    expect(await quantity(page).inputValue()).toBe('18')
    await quantity(page).press('ArrowDown')
    expect(await quantity(page).inputValue()).toBe('12')
    await quantity(page).fill('13')
    await expectSeen(page.getByText('Sold in 6s: order 12 or 18'))
    await expectAccessible(page)
    await quantity(page).fill('12')
    await page.getByRole('button', { name: 'Add', exact: true }).first().click()
    await page.goto('/t/sample/basket')
    await expectHeading(page, 'Basket')
    const line = page.getByRole('listitem').filter({ hasText: 'AM-MG35-OA' })
    await line.getByRole('textbox', { name: 'Quantity' }).fill('20')
    await expectSeen(line.getByText('Sold in 6s: order 18 or 24'))
    await page.getByRole('button', { name: 'Place order' }).focus()
    await expectSeen(line.getByText('"AM-MG35-OA" is sold in 6s: order 18 or 24.'))
    await line.getByRole('button', { name: 'Less' }).click()
    await expect.poll(() => line.getByText('is sold in 6s').count()).toBe(0)
    expect(complaints(page)).toEqual([])
  })

  test('the basket says what it comes to, and once it is emptied it can be put back', async () => {
    const page = await open('/basket', PHONE)
    await expectSeen(page.getByText(/^Subtotal \(ex VAT\): £/))
    await expectSeen(page.getByText(/^Tax \(20%\): £/))
    await expectSeen(page.getByText(/^Total with tax: £/))
    await expectSeen(page.getByText('VAT is charged at 20%.'))
    const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem')
    const before = await lines.allTextContents()
    await page.getByRole('button', { name: 'Empty basket' }).click()
    await expectSeen(page.getByText('The basket is empty', { exact: true }))
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => lines.allTextContents()).toEqual(before)
    await expectAccessible(page)
  })

  test('an owner sets the tax rate, and what is wrong with one is said at its field', async () => {
    const page = await console.open('settings/ordering')
    await expectHeading(page, 'Ordering')
    await expect.poll(() => page.getByLabel('Tax rate').inputValue()).toBe('20')
    await page.getByLabel('Tax rate').fill('a fifth')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectSeen(page.getByText(/Write a percentage such as 12.5/))
    await page.getByLabel('Tax rate').fill('17.5')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectSeen(page.getByText('The settings are saved.'))
    await expectAccessible(page)
    const basket = await open('/basket')
    await expectSeen(basket.getByText(/^Tax \(17\.5%\): £/))
  })
})

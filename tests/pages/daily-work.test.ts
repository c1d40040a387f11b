import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { callAs } from './given-price-change.ts'
import {
  PHONE,
  complaints,
  describePages,
  expectAccessible,
  expectHeading,
  expectNoSidewaysScroll,
} from './use-console.ts'

/** Counts what is pressed on a page, and waits for what it leads to. */
function clicksOn(page: Page) {
  let count = 0
  const click = async (
    role: 'button' | 'link' | 'menuitem' | 'option' | 'checkbox' | 'combobox',
    name: string | RegExp,
  ) => {
    count++
    await page.getByRole(role, { name, exact: true }).first().click()
  }
  return { click, count: () => count }
}

describePages('daily work', (console) => {
  test('all prices of a brand rise by 4% in eight clicks', async () => {
    const page = await console.open('', { as: 'manager' })
    const { click, count } = clicksOn(page)
    await click('link', 'Price changes')
    await click('button', 'New price change')
    await click('combobox', 'Brand')
    await click('option', 'Kettlebrook')
    await page.getByLabel('Change', { exact: true }).fill('4')
    await page.getByText(/largest rise 4/).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'New price change' }).click()
    await expectHeading(page, 'Kettlebrook +4%')
    await click('button', 'Publish')
    const dialog = page.getByRole('dialog', { name: /^Publish/ })
    await dialog.getByText(/^Publish \d+ prices: .*largest rise/).waitFor()
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Published', { exact: true }).waitFor()
    expect(count() + 2).toBeLessThanOrEqual(8)
    expect(complaints(page)).toEqual([])
  })

  test('eight products get new prices in six clicks, by way of the own draft', async () => {
    const page = await console.open('products?q=angle bracket', { as: 'manager' })
    const { click, count } = clicksOn(page)
    await click('checkbox', 'Select all on this page')
    await click('button', 'Bulk actions')
    await click('menuitem', 'Change prices…')
    await page.getByLabel('Change', { exact: true }).fill('4.2')
    await page.getByText('8 new prices, largest rise 4').waitFor()
    await expectAccessible(page)
    await click('button', 'Change prices')
    await page.getByRole('region', { name: 'Your draft' }).getByText('8 prices in your draft').waitFor()
    await page.getByRole('row', { name: /16-07/ }).getByTitle('In your draft').waitFor()
    await expectAccessible(page)
    await click('link', 'Review and publish')
    const dialog = page.getByRole('dialog', { name: 'Publish “Prices of Tom Ashby”' })
    await dialog.getByText(/^Publish 8 prices: /).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Published', { exact: true }).waitFor()
    expect(count() + 1).toBeLessThanOrEqual(6)
    expect(complaints(page)).toEqual([])
  })

  test('a price is edited in the list: press, type, Enter; Escape gives up; a slip is named before it is published', async () => {
    const page = await console.open('products?q=16-0', { fresh: true })
    const cell = (sku: string) => page.getByRole('row', { name: new RegExp(sku) }).getByTitle('Edit the price')
    const field = page.getByRole('textbox', { name: 'List price of 16-03' })
    await cell('16-03').click()
    await field.fill('99')
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await cell('16-03').click()
    await field.fill('abc')
    await page.keyboard.press('Enter')
    await page
      .getByRole('alert')
      .getByText(/^List price: /)
      .waitFor()
    const { listPrice } = (await callAs(page, 'GET', '/products?q=16-03'))[0]
    await field.fill(String(listPrice / 10))
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByText('1 price in your draft').waitFor()
    await page.getByRole('link', { name: 'Review and publish' }).click()
    await page
      .getByRole('region', { name: 'These look wrong' })
      .getByText(/16-03: .* 10 times as much/)
      .waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('grid', { name: 'Lines' }).getByTitle('Looks wrong').waitFor()
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await expectNoSidewaysScroll(page)
  })

  test('a scheduled price change goes back to a draft', async () => {
    const page = await console.open('price-changes?status=scheduled')
    await page.getByRole('link', { name: /^Nordvane/ }).click()
    await page.getByRole('button', { name: 'Back to draft' }).click()
    await page.getByRole('button', { name: 'Discard' }).waitFor()
    await page.getByText('Draft', { exact: true }).waitFor()
    await expectAccessible(page)
  })

  test('an order held by credit is confirmed and dispatched in three clicks', async () => {
    const page = await console.open('orders?held=true')
    await page.locator('[data-row-link]').first().click()
    const { click, count } = clicksOn(page)
    await click('button', 'Confirm')
    await click('button', 'Confirm over the limit')
    await page.getByText(/^Order \d+ is confirmed\.$/).waitFor()
    await click('button', 'Dispatch')
    await page.getByText(/^Order \d+ is dispatched\.$/).waitFor()
    expect(count()).toBe(3)
    expect(await page.getByRole('button', { name: /^(Confirm|Dispatch)$/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Complete' }).waitFor()
  })

  test('the list of customers says when each ordered last, and how much in twelve months', async () => {
    await placeOrder(console.operator, {
      customer: 'WESTQUAY',
      poNumber: 'WQ-1',
      lines: [{ sku: 'TH-HAM16', qty: 2 }],
    })
    const page = await console.open('customers')
    const row = page.getByRole('row', { name: /Westquay/ })
    await row.getByText('just now').first().waitFor()
    await row.getByRole('cell', { name: /^£[\d,]+\.\d\d$/ }).waitFor()
    await expectAccessible(page)
  })
})

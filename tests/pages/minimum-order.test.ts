import { expect, test } from 'vitest'
import { updateOrderSettings, readEditableOrderSettings } from '../../server/src/orders/order-settings.ts'
import {
  callPortal,
  describePages,
  expectAccessible,
  expectFocus,
  expectHeading,
  expectNoSidewaysScroll,
  expectSeen,
} from './use-console.ts'

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]

describePages('the minimum order value', (console) => {
  async function setMinimum(minOrderValue: number | null) {
    const settings = await readEditableOrderSettings(console.operator)
    await updateOrderSettings(console.operator, { ...settings, minOrderValue })
  }

  test.each(SIZES)('the basket says what is missing to it, at $width', async (viewport) => {
    await setMinimum(100_000_000)
    const page = await console.open('/t/sample', { as: 'buyer', viewport })
    await expectHeading(page, 'Catalogue')
    const [product] = await callPortal(page, 'GET', '/products?limit=1')
    await callPortal(page, 'DELETE', '/basket/lines')
    await callPortal(page, 'POST', '/basket/lines', { lines: [{ sku: product.sku, qty: product.minOrderQty }] })
    await page.goto('/t/sample/basket')
    await expectSeen(page.getByText(/^£[\d,.]+ more to reach the minimum order of £1,000,000\.00$/).first())
    expect(await page.getByRole('button', { name: 'Place order' }).getAttribute('aria-disabled')).toBe('true')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await setMinimum(1)
    await page.reload()
    await expectSeen(page.getByRole('button', { name: 'Place order' }))
    expect(await page.getByText('more to reach the minimum order').count()).toBe(0)
  })

  test('owners set it in Ordering; staff who order for a customer are told, and confirm', async () => {
    const settings = await console.open('settings/ordering')
    await settings.getByLabel('Minimum order value').fill('1000')
    await settings.getByRole('button', { name: 'Save' }).click()
    await expectSeen(settings.getByText('The settings were saved.'))
    expect(await readEditableOrderSettings(console.operator)).toMatchObject({ minOrderValue: 100_000 })

    const page = await console.open('orders/new', { as: 'manager' })
    const form = page.getByRole('main')
    await form.getByLabel('Customer').fill('westq')
    await expectSeen(page.getByRole('option', { name: /Westquay/i }))
    await form.getByLabel('Customer').press('Enter')
    await form.getByLabel('Product').focus()
    await page.keyboard.type('TH-HAM16')
    await page.keyboard.press('Enter')
    await expectFocus(page.getByLabel('Quantity', { exact: true }))
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    const confirm = form.getByRole('checkbox', { name: 'Place it below the minimum order' })
    await expectSeen(confirm)
    await expectSeen(form.getByText(/more to reach the minimum order of £1,000\.00\./))
    const place = form.getByRole('button', { name: 'Place an order' })
    expect(await place.getAttribute('aria-disabled')).toBe('true')
    await expectAccessible(page)
    await confirm.check()
    await place.click()
    await expectSeen(page.getByText(/^Order \d+ is placed\.$/))
  })
})

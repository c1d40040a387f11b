import { expect, test } from 'vitest'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { customerIdOf } from './sample-service.ts'
import {
  PHONE,
  SLUG,
  choose,
  complaints,
  describePages,
  expectAccessible,
  expectHeading,
  expectNoSidewaysScroll,
  expectSeen,
} from './use-console.ts'

describePages('home, customers and orders', (console) => {
  test('home says what needs doing, and leads there', async () => {
    const page = await console.open('')
    const orders = page.getByRole('region', { name: 'New orders' })
    await orders
      .getByRole('link', { name: /^Order \d+$/ })
      .first()
      .waitFor()
    await page.getByRole('region', { name: 'Products without a price' }).getByText('KT-MER22').waitFor()
    await page.getByRole('region', { name: 'Drafts' }).getByRole('link').first().waitFor()
    await page.getByRole('region', { name: 'Scheduled' }).getByRole('link').first().waitFor()
    const weeks = page.getByRole('table', { name: 'Orders by week' })
    await weeks.waitFor()
    expect(await weeks.getByRole('row').count()).toBe(13)
    // No image failed: nothing says zero.
    expect(await page.getByRole('region', { name: 'Failed images' }).count()).toBe(0)
    await expectAccessible(page)
    await orders.getByRole('link').first().click()
    await page.waitForURL(`**/w/${SLUG}/orders/**`)
    const phone = await console.open('', { viewport: PHONE })
    await expectHeading(phone, 'Home')
    await phone.getByRole('region', { name: 'New orders' }).waitFor()
    await expectNoSidewaysScroll(phone)
  })

  test('a customer is added, and a code that is taken is said at its field', async () => {
    const page = await console.open('customers', { as: 'manager' })
    await page.getByRole('button', { name: 'Add customer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('New Inn')
    await dialog.getByLabel('Account code').fill('castle01')
    await dialog.getByRole('button', { name: 'Add customer' }).click()
    await dialog.getByText('Castle Lane Cafés has the account code').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Account code').fill('NEWINN')
    await dialog.getByRole('button', { name: 'Add customer' }).click()
    await expectHeading(page, 'New Inn')
  })

  test('a discount says what it changes before it is added, and can be changed and removed', async () => {
    const page = await console.open(`customers/${await customerIdOf(console, 'COUNTER')}?tab=prices`, { as: 'manager' })
    const opener = page.getByRole('button', { name: 'Add discount' })
    await opener.click()
    const dialog = page.getByRole('dialog')
    await choose(page, 'Applies to', 'Brand')
    await choose(page, 'Brand', 'Aldermoor', 'Aldermoor')
    await dialog.getByLabel('Discount').fill('12.5')
    await dialog.getByText(/prices go down/).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add discount' }).click()
    const row = page.getByRole('row', { name: 'Brand Aldermoor' })
    await row.getByText('12.5%').waitFor()

    await row.getByRole('button', { name: 'Change' }).click()
    await dialog.getByLabel('Discount').fill('5')
    await dialog.getByText(/prices go up/).waitFor()
    await dialog.getByRole('button', { name: 'Change' }).click()
    await row.getByText('5%', { exact: true }).waitFor()

    await row.getByRole('button', { name: 'Remove' }).click()
    await dialog.getByText(/prices go up/).waitFor()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.waitFor()
    expect(complaints(page)).toEqual([])
  })

  test('staff move an order on under their name, a step at a time; what cannot be done says why', async () => {
    const order = { customer: 'WESTQUAY', poNumber: 'WQ-1', lines: [{ sku: 'TH-HAM16', qty: 1 }] }
    const { id } = await placeOrder(console.operator, order)
    const page = await console.open(`orders/${id}`, { as: 'manager' })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const history = page.getByRole('region', { name: 'History' })
    await button('Confirm').waitFor()
    expect(await button('Dispatch').count()).toBe(0)
    await button('Confirm').click()
    await history.getByText(/Confirmed/).waitFor()
    await history.getByText(/Tom Ashby/).waitFor()
    await button('Dispatch').click()
    await history.getByText(/Dispatched/).waitFor()
    await button('More actions').click()
    await expectSeen(page.getByRole('menuitem', { name: /^Cancel order .* too late to cancel it/ }))
    await page.keyboard.press('Escape')
    await button('Complete').click()
    await history.getByText(/Completed/).waitFor()
  })
})

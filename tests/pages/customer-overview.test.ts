import { expect, test } from 'vitest'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { customerIdOf } from './sample-service.ts'
import {
  PHONE,
  complaints,
  describePages,
  expectAccessible,
  expectFocus,
  expectHeading,
  expectNoSidewaysScroll,
  expectSeen,
} from './use-console.ts'

const DAY_MS = 86_400_000

describePages("a customer's story", (console) => {
  /** An order of a product, so many days ago. */
  function order(sku: string, days: number) {
    const at = new Date(Date.now() - days * DAY_MS)
    const context = { ...console.operator, clock: () => at }
    return placeOrder(context, { customer: 'CASTLE01', lines: [{ sku, qty: 6 }] })
  }

  test('the page tells turnover, last and open orders, what is usual and what was stopped; an order begins there', async () => {
    for (const days of [360, 346, 332, 318]) await order('TH-HAM16', days)
    const id = await customerIdOf(console, 'CASTLE01')
    const page = await console.open(`customers/${id}`, { as: 'manager' })
    await expectHeading(page, 'Castle Lane Cafés')
    await expectSeen(page.getByText(/^Payment in 30 days, a credit limit of £5,000\.00, .*\.$/))
    const mail = page.getByRole('link', { name: 'orders@castlelane.example' })
    expect(await mail.getAttribute('href')).toBe('mailto:orders@castlelane.example')
    expect(await page.getByRole('link', { name: '01632 960101' }).getAttribute('href')).toBe('tel:01632960101')
    await expectSeen(page.getByText(/^£[\d,.]+ open of £5,000\.00$/))
    await expectSeen(page.getByText(/£1,200\.00 owed, £[\d,.]+ in \d+ open orders?/))
    await expectSeen(
      page.getByRole('img', { name: 'Turnover by month' }).or(page.getByLabel('Turnover by month')).first(),
    )
    const table = (name: string) => page.getByRole('table', { name })
    await expectSeen(table('Open orders').getByRole('row', { name: /New/ }).first())
    await expectSeen(
      table('Usual products')
        .getByRole('row', { name: /\d+ at £[\d.]+, .*£/ })
        .first(),
    )
    await expectSeen(page.getByText(/^Ordered at least 3 times over 4 weeks or more, then not for more than twice/))
    await expectSeen(
      table('Stopped buying').getByRole('row', { name: /Claw hammer 16 oz .*every 14 days, 4 times 6 at £/ }),
    )
    expect(
      await table('Stopped buying')
        .getByRole('row', { name: /AM-CP27-AZ/ })
        .count(),
    ).toBe(0)
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 800 })

    const place = page.getByRole('button', { name: 'Place an order' })
    await place.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/orders/new')
    const form = page.getByRole('main')
    await expectFocus(form.getByLabel('Product'))
    expect(await form.getByLabel('Customer').inputValue()).toBe('Castle Lane Cafés')
    await page.keyboard.type('TH-TM5')
    await page.keyboard.press('Enter')
    await expectFocus(form.getByLabel('Quantity', { exact: true }))
    await page.keyboard.press('Enter')
    await expectSeen(form.getByRole('row', { name: /Tape measure/ }))

    // Another order was begun: it is asked about, and goes on for its own customer.
    await page.goto(`${console.url}/w/sample/customers/${await customerIdOf(console, 'BYRNE')}`)
    await place.focus()
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: 'Replace the order that was started?' })
    await expectSeen(
      question.getByText('An order with 1 line for Castle Lane Cafés was started, and is not placed yet.'),
    )
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await expectSeen(form.getByRole('row', { name: /Tape measure/ }))
    expect(await form.getByLabel('Customer').inputValue()).toBe('Castle Lane Cafés')
    await page.goto(`${console.url}/w/sample/orders/new?customer=${await customerIdOf(console, 'BYRNE')}`)
    await question.getByRole('button', { name: 'Replace it' }).click()
    await expect.poll(() => form.getByLabel('Customer').inputValue()).toMatch(/Byrne/)
    expect(await form.getByRole('row').count()).toBe(0)
    expect(complaints(page)).toEqual([])
  })

  test('a customer without orders says so, and shows no empty parts', async () => {
    const page = await console.open('customers?q=saltmarsh')
    await page.getByRole('link', { name: 'Saltmarsh Events Ltd' }).click()
    await expectSeen(page.getByText('Payment at once, no credit limit.'))
    await expectSeen(page.getByText('No orders yet.'))
    await expectSeen(page.getByText('£0.00 open, no limit'))
    expect(await page.getByRole('table').count()).toBe(0)
    await expectAccessible(page)
  })
})

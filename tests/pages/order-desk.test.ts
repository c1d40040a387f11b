import { expect, test } from 'vitest'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import {
  PHONE,
  choose,
  complaints,
  describePages,
  expectAccessible,
  expectHeading,
  expectNoSidewaysScroll,
  expectSeen,
} from './use-console.ts'

describePages('the order desk', (console) => {
  function place(qty = 1) {
    return placeOrder(console.operator, { customer: 'WESTQUAY', poNumber: 'WQ-1', lines: [{ sku: 'TH-HAM16', qty }] })
  }

  test('views say how much waits, and lead there; a new order counts by itself', async () => {
    const page = await console.open('orders', { fresh: true })
    const nav = page.getByRole('navigation', { name: 'Views' })
    const main = page.getByRole('navigation', { name: 'Main' })
    const count = async (name: string) => {
      const link = nav.getByRole('link', { name: new RegExp(`^${name} \\d`) })
      return Number(/\d+/.exec(await link.innerText())![0])
    }
    await expectSeen(nav.getByRole('link', { name: /^To confirm \d/ }))
    const before = await count('To confirm')
    expect(await count('To dispatch today')).toBeGreaterThan(0)
    await expectAccessible(page)
    await page.clock.install()
    await place()
    await page.clock.runFor(11_000)
    await expect.poll(() => count('To confirm')).toBe(before + 1)
    await expectSeen(main.getByTitle(`${before + 1} new`))
    await nav.getByRole('link', { name: /^To dispatch today/ }).click()
    await page.waitForURL('**/orders?status=confirmed')
    await expect.poll(() => page.getByRole('row', { name: /Confirmed/ }).count()).toBe(await count('To dispatch today'))
    await page.goto('/w/sample')
    await expectSeen(main.getByTitle(`${before + 1} new`))
    expect(complaints(page)).toEqual([])
  })

  test('orders are filtered by customer, day, buyer and value; the filter is in the address', async () => {
    const page = await console.open('orders?from=today&least=6.50')
    const { number } = await place()
    await page.reload()
    await expectSeen(page.getByRole('link', { name: String(number) }))
    await page.getByLabel('Value from').fill('6.70')
    await page.getByLabel('Value from').press('Enter')
    await page.waitForURL('**/orders?*least=6.70*')
    await expectSeen(page.getByText('No order matches'))
    await page.goto('/w/sample/orders')
    await page.getByRole('combobox', { name: 'Account' }).fill('Redgate')
    await page
      .getByRole('option', { name: /Redgate/ })
      .first()
      .click()
    await page.waitForURL('**/orders?customer=*')
    await expectSeen(page.getByRole('row', { name: /Redgate/ }).first())
    await expect.poll(() => page.getByRole('row', { name: /Westquay/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByLabel('Buyer').fill('nobody')
    await page.getByLabel('Buyer').press('Enter')
    await expectSeen(page.getByText('No order matches'))
    await page.goto('/w/sample/orders')
    await choose(page, 'Status', /^Not dispatched/)
    await page.waitForURL('**/orders?status=open')
    await expectAccessible(page)
  })

  test('chosen orders are printed, and what matches is exported', async () => {
    const orders = [await place(2), await place(3)]
    const page = await console.open('orders')
    for (const { number } of orders) await page.getByRole('checkbox', { name: `Select order ${number}` }).check()
    await page.getByRole('button', { name: 'Print' }).click()
    await expectSeen(page.getByRole('menuitem', { name: 'Picking list by location' }))
    await expectAccessible(page)
    const downloads = async (name: string) => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()])
      return file.suggestedFilename()
    }
    expect(await downloads('Orders as one PDF')).toBe('orders.pdf')
    await page.getByRole('button', { name: 'Print' }).click()
    expect(await downloads('Picking list by category')).toBe('picking-list.pdf')
    await page.getByRole('button', { name: 'Export' }).click()
    expect(await downloads('Their lines, Excel')).toBe('order-lines.xlsx')
  })

  test('on a phone the filters open, and nothing scrolls sideways', async () => {
    const page = await console.open('orders?status=open', { viewport: PHONE, scheme: 'dark' })
    await expectHeading(page, 'Orders')
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    await expectSeen(page.getByLabel('Placed from'))
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await expectSeen(page.getByRole('link', { name: /^Late/ }))
    await expectAccessible(page)
  })
})

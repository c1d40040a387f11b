import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { transitionOrder } from '../../server/src/orders/transition-order.ts'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { setPlan } from '../../server/src/workspaces/workspaces.ts'
import {
  choose,
  complaints,
  describePages,
  expectAccessible,
  expectFocus,
  expectHeading,
  expectSeen,
} from './use-console.ts'

/** The numbers of the listed orders, from the top. */
function listed(page: Page): Promise<string[]> {
  return page.locator('[data-row-link]').allInnerTexts()
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

describePages('orders', (console) => {
  function place(qty = 1) {
    return placeOrder(console.operator, { customer: 'WESTQUAY', poNumber: 'WQ-1', lines: [{ sku: 'TH-HAM16', qty }] })
  }

  async function openOrder(number: number, options?: Parameters<typeof console.open>[1]): Promise<Page> {
    const page = await console.open(`orders?q=${number}`, options)
    await page.getByRole('link', { name: String(number) }).click()
    await expectHeading(page, `Order ${number}`)
    return page
  }

  test('new orders come first; status and search are in the address, and Back brings the list back', async () => {
    const dispatched = String(console.lastOrder - 6)
    const page = await console.open('orders')
    await expectHeading(page, 'Orders')
    await expectSeen(page.getByRole('row', { name: /Castle Lane/ }).first())
    expect((await listed(page)).slice(0, 3)).toEqual([0, 1, 2].map((back) => String(console.lastOrder - back)))
    await choose(page, 'Status', /^Dispatched/)
    await page.waitForURL('**/orders?status=dispatched')
    await page.getByRole('searchbox', { name: 'Search orders' }).fill('westq')
    await page.waitForURL('**/orders?*q=westq*')
    await expect.poll(() => listed(page)).toEqual([dispatched])
    await page.keyboard.press('Tab')
    await page.getByRole('link', { name: dispatched }).press('Enter')
    await expectHeading(page, `Order ${dispatched}`)
    await page.goBack()
    expect(await page.getByRole('searchbox').inputValue()).toBe('westq')
    await expect.poll(() => listed(page)).toEqual([dispatched])
    await page.getByRole('searchbox').fill('nothing like it')
    await expectSeen(page.getByText('No order matches'))
    expect(complaints(page)).toEqual([])
  })

  test('an order that comes in appears by itself, and is marked', async () => {
    const page = await console.open('orders', { fresh: true })
    await expectSeen(page.getByRole('link', { name: String(console.lastOrder) }))
    await page.clock.install()
    const { number } = await place()
    await page.clock.runFor(11_000)
    await expectSeen(page.getByRole('row', { name: new RegExp(`${number} Just in`) }))
    expect((await listed(page))[0]).toContain(String(number))
  })

  test('an order is cancelled with a reason only, and can be kept', async () => {
    const { number } = await place()
    const page = await openOrder(number)
    const cancel = async () => {
      await button(page, 'More actions').click()
      await page.getByRole('menuitem', { name: 'Cancel order' }).click()
    }
    await cancel()
    const dialog = page.getByRole('dialog')
    await expectSeen(dialog.getByRole('textbox', { name: 'Reason' }))
    await expectAccessible(page)
    await button(page, 'Keep it').click()
    await dialog.waitFor({ state: 'detached' })
    await cancel()
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await expectSeen(dialog.getByText('Say why'))
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('They rang.')
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expectSeen(page.getByRole('region', { name: 'History' }).getByText('They rang.'))
    expect(await button(page, 'Confirm').count()).toBe(0)
    await button(page, 'More actions').click()
    await expectSeen(page.getByRole('menuitem', { name: /^Cancel order The order is cancelled already/ }))
    await expectAccessible(page)
  })

  test('who is second is told who was faster, and sees what there is now', async () => {
    const { id, number } = await place()
    const page = await openOrder(number)
    await transitionOrder(console.operator, { id, status: 'cancelled', note: 'Rang.' })
    await button(page, 'Confirm').click()
    await expectSeen(page.getByText(`Order ${number} is cancelled. Operator already did this.`))
    await expectSeen(page.getByRole('region', { name: 'History' }).getByText('Rang.'))
  })

  test('many are moved at once, after their effect was said; what was not moved is named', async () => {
    const orders = [await place(), await place(), await place()]
    const page = await console.open('orders')
    for (const { number } of orders) await page.getByRole('checkbox', { name: `Select order ${number}` }).check()
    await page.getByRole('checkbox', { name: `Select order ${console.lastOrder - 2}` }).check()
    await button(page, 'Confirm').click()
    const dialog = page.getByRole('dialog')
    await expectSeen(dialog.getByText('3 orders become confirmed. 1 order is not new, and stays as it is.'))
    await expectAccessible(page)
    // The list does not learn of it in time.
    await page.route('**/orders?limit=*', () => {})
    await transitionOrder(console.operator, { id: orders[0]!.id, status: 'confirmed' })
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    const told = page.getByRole('dialog', { name: '1 order not confirmed' })
    await expectSeen(told.getByText(`Order ${orders[0]!.number}:`))
    await expectSeen(told.getByText('2 orders confirmed'))
  })

  test('notes stay with the order, and can be taken back', async () => {
    const { number } = await place()
    const page = await openOrder(number, { as: 'manager' })
    await page.getByRole('textbox', { name: 'New note' }).fill('Ring before 10.')
    await button(page, 'Add note').click()
    const notes = page.getByRole('region', { name: 'Notes' })
    await expectSeen(
      notes.getByRole('listitem').filter({ hasText: 'Ring before 10.' }).filter({ hasText: 'Tom Ashby' }),
    )
    await button(page, 'Undo').click()
    await notes.getByText('Ring before 10.').waitFor({ state: 'detached' })
  })

  test('each line says why it cost that, as it was when the order was placed', async () => {
    const page = await openOrder(console.lastOrder)
    const line = page.getByRole('row', { name: /Copper tube 15 mm/ })
    await line.getByRole('button', { name: 'Why this price?' }).click()
    const table = page.getByRole('dialog').getByRole('table')
    await expect.poll(() => table.getByRole('row').nth(1).innerText()).toMatch(/^Agreed price\s+Applies\s+£10.45/)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expectFocus(line.getByRole('button'))
  })

  test('a printed order has addresses, lines and the total, and nothing of the screen', async () => {
    const page = await openOrder(console.lastOrder - 6, { scheme: 'dark' })
    await page.emulateMedia({ media: 'print' })
    await expectSeen(page.getByText('Account WESTQUAY'))
    await expectSeen(page.getByRole('cell', { name: '£681.76' }))
    await expectSeen(page.getByRole('rowheader', { name: 'Subtotal (ex VAT)' }))
    expect(await page.getByRole('button').filter({ visible: true }).allInnerTexts()).toEqual([])
    const ink = await page
      .getByRole('heading', { level: 1 })
      .evaluate((h1) => (globalThis as any).getComputedStyle(h1).color)
    expect(ink).toBe('rgb(0, 0, 0)')
  })

  test('on a workspace that can only be read, every act is shown with the reason', async () => {
    await setPlan(console.operator, { workspaceId: console.workspaceId, plan: 'lapsed' })
    try {
      const page = await openOrder(console.lastOrder)
      for (const name of ['Confirm', 'Change lines', 'Add note']) {
        expect({ name, disabled: await button(page, name).getAttribute('aria-disabled') }).toEqual({
          name,
          disabled: 'true',
        })
      }
      await button(page, 'Confirm').hover()
      await expectSeen(page.getByRole('tooltip', { name: /has ended/ }))
      await button(page, 'More actions').click()
      await expectSeen(page.getByRole('menuitem', { name: /^Cancel order .*has ended/ }))
    } finally {
      await setPlan(console.operator, { workspaceId: console.workspaceId, plan: 'active' })
    }
  })
})

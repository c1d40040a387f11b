import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { changeLines } from '../../server/src/orders/change-lines.ts'
import { transitionOrder } from '../../server/src/orders/transition-order.ts'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { readOrder } from '../../server/src/orders/read-order.ts'
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

const LINES = [
  { sku: 'TH-HAM16', qty: 4 },
  { sku: 'TH-HAM20', qty: 2 },
]

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Change lines' }).click()
  return page.getByRole('dialog', { name: /^Change lines of order/ })
}

describePages('changing an order', (console) => {
  async function openOrder(options?: Parameters<typeof console.open>[1]) {
    const { id, number } = await placeOrder(console.operator, { customer: 'WESTQUAY', poNumber: 'WQ-1', lines: LINES })
    const page = await console.open(`orders/${id}`, options)
    await expectHeading(page, `Order ${number}`)
    return { page, id, number }
  }

  test('lines are edited together, after both totals were shown; the history says what was changed', async () => {
    const { page } = await openOrder({ as: 'manager' })
    const dialog = await openDialog(page)
    await expectSeen(dialog.getByText('Subtotal £41.68 ex VAT, unchanged'))
    await dialog.getByLabel('Quantity of TH-HAM16').fill('10')
    await dialog.getByLabel('Quantity of TH-HAM16').press('Enter')
    // Escape loses nothing: it asks.
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Close without saving?' })
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await dialog.getByLabel('Quantity of TH-HAM16').inputValue()).toBe('10')
    await dialog.getByRole('button', { name: /^Update price.*TH-HAM20/ }).click()
    await expectSeen(dialog.getByText(/^Subtotal £41\.68 becomes £81\.40 ex VAT \(\+\u2060£39\.72\)$/))
    await dialog.getByRole('button', { name: 'Remove TH-HAM20' }).click()
    await dialog.getByLabel('Product').fill('TH-TM5')
    await dialog.getByLabel('Product').press('Enter')
    await expectFocus(dialog.getByLabel('Quantity', { exact: true }))
    await page.keyboard.type('3')
    await page.keyboard.press('Enter')
    await expectSeen(dialog.getByRole('row', { name: /TH-TM5/ }))
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Change lines' }).click()
    await dialog.waitFor({ state: 'detached' })
    const history = page.getByRole('region', { name: 'History' })
    await expectSeen(history.getByText('TH-HAM16 10 at £6.62, was 4 at £6.62 (price kept)'))
    await expectSeen(history.getByText(/TH-HAM20 removed, was 2 at/))
    await expectSeen(page.getByRole('table', { name: 'Lines' }).getByText('Price kept, placed as 4'))
    expect(complaints(page)).toEqual([])
  })

  test('a price is set by hand, with a reason, and a very low one is asked about once more', async () => {
    const { page } = await openOrder({ as: 'manager' })
    const dialog = await openDialog(page)
    await dialog.getByRole('button', { name: 'Set price, TH-HAM16' }).click()
    const asked = page.getByRole('dialog', { name: 'Set price of TH-HAM16' })
    await asked.getByRole('button', { name: 'Set price of TH-HAM16' }).click()
    await expectSeen(asked.getByText('Write the price of one.'))
    await expectSeen(asked.getByText('Write why: the buyers read it.'))
    await asked.getByLabel('Unit price').fill('2.00')
    await asked.getByLabel('Reason').fill('damaged box')
    await expectSeen(asked.getByText('It is 30% or more below £6.62.'))
    await asked.getByRole('button', { name: 'Set price of TH-HAM16' }).click()
    await expectSeen(asked.getByText('Say that it is meant, or write another price.'))
    await expectAccessible(page)
    await asked.getByLabel('£2.00 is meant').check()
    await asked.getByRole('button', { name: 'Set price of TH-HAM16' }).click()
    await asked.waitFor({ state: 'detached' })
    await expectSeen(dialog.getByText('by hand: damaged box, was £6.62'))
    await expectSeen(dialog.getByText(/^Subtotal £41\.68 becomes £23\.20 ex VAT/))
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await dialog.getByRole('button', { name: 'Change lines' }).click()
    await dialog.waitFor({ state: 'detached' })
    const lines = page.getByRole('table', { name: 'Lines' })
    await expectSeen(lines.getByText('Agreed by Tom Ashby: damaged box'))
    await lines.getByRole('button', { name: 'Why this price?' }).first().click()
    const why = page.getByRole('dialog', { name: 'Why this price?' })
    await expectSeen(why.getByText('A price by hand comes before it.'))
    await page.keyboard.press('Escape')
    const history = page.getByRole('region', { name: 'History' })
    await expectSeen(history.getByText('TH-HAM16 4 at £2.00, was 4 at £6.62 (by hand: damaged box)'))
    expect(complaints(page)).toEqual([])
  })

  test('what somebody else did meanwhile is said, and the edits go on with the order as it is now', async () => {
    const { page, id } = await openOrder()
    const dialog = await openDialog(page)
    await dialog.getByLabel('Quantity of TH-HAM16').fill('6')
    await dialog.getByLabel('Quantity of TH-HAM16').press('Enter')
    await expectSeen(dialog.getByText(/becomes/))
    const { lines } = await readOrder(console.operator, id)
    await changeLines(console.operator, { id, seen: 1, lines: [{ id: lines[1]!.id, qty: 5 }] })
    await dialog.getByRole('button', { name: 'Change lines' }).click()
    const alert = dialog.getByRole('alert').filter({ hasText: 'Somebody else changed this order meanwhile' })
    await expectSeen(alert.getByText(/TH-HAM20 5 at .* was 2/))
    await expectAccessible(page)
    await alert.getByRole('button', { name: 'Go on with the order as it is now' }).click()
    expect(await dialog.getByLabel('Quantity of TH-HAM16').inputValue()).toBe('6')
    expect(await dialog.getByLabel('Quantity of TH-HAM20').inputValue()).toBe('5')
    await dialog.getByRole('button', { name: 'Change lines' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await readOrder(console.operator, id)).lines.map(({ qty }) => qty)).toEqual([6, 5])
  })

  test('tracking goes with the dispatch, and the buyer follows it; the order is repeated with its lines', async () => {
    const { page, id } = await openOrder()
    await transitionOrder(console.operator, { id, status: 'confirmed' })
    await page.reload()
    await page.getByLabel('Tracking').fill('http://parcels.example/7')
    await expectSeen(page.getByText('begins with https://'))
    await page.getByLabel('Tracking').fill('https://parcels.example/7')
    await page.getByRole('button', { name: 'Dispatch' }).click()
    await expectSeen(page.getByRole('link', { name: 'https://parcels.example/7' }))
    await page.getByLabel('Tracking').fill('Parcel 8')
    await page.getByRole('button', { name: 'Save tracking' }).click()
    await expectSeen(page.getByRole('definition').filter({ hasText: 'Parcel 8' }))
    await expectAccessible(page)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Order again' }).click()
    await expectHeading(page, 'Place an order')
    await expectSeen(page.getByRole('row', { name: /Claw hammer 16 oz/ }))
    expect(await page.getByLabel('Quantity of TH-HAM16').inputValue()).toBe('4')
  })

  test('staff give an order their own number, by which they find it, and which its buyers see', async () => {
    const { page, id } = await openOrder()
    await page.getByLabel('Reference').fill(' SO-20417 ')
    await page.getByRole('button', { name: 'Save reference' }).click()
    await expectSeen(page.getByText('The reference was saved.'))
    await expectSeen(page.getByRole('definition').filter({ hasText: 'SO-20417' }))
    await expectAccessible(page)
    const list = await console.open('orders?q=so-204')
    await expectSeen(list.getByRole('row', { name: /SO-20417/ }))
    await page.getByLabel('Reference').fill('')
    await page.getByRole('button', { name: 'Save reference' }).click()
    await expectSeen(page.getByText('The reference was removed.'))
    expect(await readOrder(console.operator, id)).toMatchObject({ reference: null })
  })

  test('on a phone the dialog fits', async () => {
    const { page } = await openOrder({ viewport: PHONE, scheme: 'dark' })
    const dialog = await openDialog(page)
    await dialog.getByRole('button', { name: /^Update price.*TH-HAM16/ }).click()
    await expectSeen(dialog.getByText('priced again, was £6.62'))
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
})

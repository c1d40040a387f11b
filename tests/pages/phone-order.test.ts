import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { complaints, describePages, expectFocus, expectSeen } from './use-console.ts'

function isFocused(field: Locator): Promise<boolean> {
  return field.evaluate((element) => element === (globalThis as any).document.activeElement)
}

describePages('an order by phone', (console) => {
  test('ten lines, an address and a day take less than a minute by keyboard: usual products, SKUs and words', async () => {
    const page = await console.open('orders', { as: 'manager' })
    const form = page.getByRole('main')
    await page.getByRole('button', { name: 'Place an order' }).focus()
    let keys = 0
    const press = async (key: string) => {
      keys++
      await page.keyboard.press(key)
    }
    const type = async (text: string) => {
      keys += text.length
      await page.keyboard.type(text)
    }
    const quantity = form.getByLabel('Quantity', { exact: true })
    const addTyped = async (text: string, qty: string) => {
      await type(text)
      await press('Enter')
      await expectFocus(quantity)
      await type(qty)
      await press('Enter')
    }
    const begun = Date.now()
    await press('Enter')
    await expectFocus(form.getByLabel('Customer'))
    await type('castle')
    await expectSeen(page.getByRole('option', { name: /Castle Lane/ }))
    await press('Enter')
    await expectFocus(form.getByLabel('Product'))
    await expectSeen(page.getByRole('option', { name: /last \d+ at £/ }).first())
    for (let line = 1; line <= 6; line++) {
      await press('ArrowDown')
      await expectSeen(page.locator('[role=option][data-combobox-selected]:visible'))
      await press('Enter')
      await expectFocus(quantity)
      await expect.poll(() => quantity.inputValue()).toMatch(/^[1-9]/)
      await press('Enter')
      await expectFocus(form.getByLabel('Product'))
      expect(await form.getByRole('button', { name: /^Remove / }).count()).toBe(line)
    }
    await addTyped('BC90', '4')
    await addTyped('TH-TM5', '3')
    await addTyped('claw hammer 16', '2')
    await addTyped('WP5', '12')
    await expect.poll(() => form.getByRole('button', { name: /^Remove / }).count()).toBe(10)
    const deliverTo = form.getByRole('combobox', { name: 'Deliver to' })
    for (let tabs = 0; tabs < 5 && !(await isFocused(deliverTo)); tabs++) await press('Shift+Tab')
    await expectFocus(deliverTo)
    await press('ArrowDown')
    await expectSeen(page.getByRole('option', { name: /Quayside café/ }))
    await press('ArrowDown')
    await expectSeen(page.locator('[role=option][data-combobox-selected]:visible', { hasText: 'Quayside café' }))
    await press('Enter')
    await expect.poll(() => deliverTo.inputValue()).toBe('Quayside café')
    await press('Control+Enter')
    await expectSeen(page.getByRole('heading', { level: 1, name: /^Order \d+$/ }))
    const seconds = (Date.now() - begun) / 1_000
    globalThis.console.log(`ten lines by phone: ${keys} keys, ${seconds.toFixed(1)} s`)
    expect(seconds).toBeLessThan(60)
    const lines = page.getByRole('table', { name: 'Lines' }).getByRole('row')
    await expect.poll(() => lines.filter({ hasText: 'Why this price?' }).count()).toBe(10)
    await expectSeen(
      page
        .getByText(/Quayside café/)
        .filter({ visible: true })
        .first(),
    )
    expect(complaints(page)).toEqual([])
  })

  test('a price is set by hand on the phone, too, and the order is placed at it', async () => {
    const page = await console.open('orders', { as: 'manager' })
    await page.getByRole('button', { name: 'Place an order' }).click()
    const form = page.getByRole('main')
    await form.getByLabel('Customer').fill('westquay')
    await page
      .getByRole('option', { name: /Westquay/ })
      .first()
      .click()
    await form.getByLabel('Product').fill('TH-HAM16')
    await form.getByLabel('Product').press('Enter')
    await expectFocus(form.getByLabel('Quantity', { exact: true }))
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await form.getByRole('button', { name: 'Set price, TH-HAM16' }).click()
    const asked = page.getByRole('dialog', { name: 'Set price of TH-HAM16' })
    await asked.getByLabel('Unit price').fill('6.00')
    await asked.getByLabel('Reason').fill('as in March')
    await asked.getByRole('button', { name: 'Set price of TH-HAM16' }).click()
    await asked.waitFor({ state: 'detached' })
    await expectSeen(form.getByText('by hand: as in March'))
    await expectSeen(form.getByRole('row', { name: /TH-HAM16.*£12\.00/ }))
    await form.getByRole('button', { name: 'Place an order' }).click()
    await expectSeen(page.getByRole('table', { name: 'Lines' }).getByText('Agreed by Tom Ashby: as in March'))
    expect(complaints(page)).toEqual([])
  })
})

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { customerIdOf } from './sample-service.ts'
import { describePages, expectFocus, expectHeading, expectSeen } from './use-console.ts'

/** The field or button that has the focus. */
const focused = (page: Page) => page.locator(':focus')

/** What a screen reader says of it besides its name. */
const description = (page: Page) => focused(page).getAttribute('title')

describePages('the focus', (service) => {
  test('starts in the first field of a dialog, else on its first button', async () => {
    const page = await service.open('orders/new')
    await expectFocus(page.getByRole('main').getByRole('combobox', { name: 'Customer' }))
    await page.goto('/w/sample/price-changes?dialog=new')
    await expectFocus(page.getByRole('dialog').getByRole('radio', { name: 'New prices for many products' }))
    await page.goto('/w/sample/products?dialog=add')
    await expectFocus(page.getByRole('dialog').getByRole('textbox', { name: 'SKU' }))
    await page.goto(`/w/sample/customers/${await customerIdOf(service, 'PIER9')}?tab=prices`)
    for (const [name, role, first] of [
      ['Add agreed price', 'combobox', 'Product'],
      ['Add discount', 'combobox', 'Applies to'],
    ] as const) {
      const button = page.getByRole('button', { name, exact: true })
      await button.click()
      await expectFocus(page.getByRole('dialog').getByRole(role, { name: first }))
      await page.keyboard.press('Escape')
      await expectFocus(button)
    }
    await page.getByRole('button', { name: 'Remove' }).first().click()
    await expectFocus(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }))
  })

  test('stays at its place in the portal after Add, Remove and placing', async () => {
    const page = await service.open('/t/sample', { as: 'buyer' })
    const adds = page.getByRole('listitem').getByRole('button', { name: 'Add', exact: true })
    for (const at of [0, 1, 2]) {
      await adds.nth(at).press('Enter')
      await expectSeen(page.getByRole('link', { name: new RegExp(`^Basket ${at + 1}$`) }))
      await expectFocus(adds.nth(at))
    }
    await page.getByRole('link', { name: /^Basket/ }).click()
    await expectHeading(page, 'Basket')
    const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem')
    const names = await lines.getByRole('link').allInnerTexts()
    expect(await lines.getByRole('textbox', { name: 'Quantity', description: `Quantity of ${names[1]}` }).count()).toBe(
      1,
    )
    await lines.first().getByRole('button', { name: 'Remove' }).press('Enter')
    await expectFocus(lines.first().getByRole('button', { name: 'Remove' }))
    await expect.poll(() => description(page)).toBe(`Remove ${names[1]}`)
    // The last line has one before it.
    await lines.last().getByRole('button', { name: 'Remove' }).press('Enter')
    await expect.poll(() => lines.count()).toBe(1)
    await expect.poll(() => description(page)).toBe(`Remove ${names[1]}`)
    await page.getByRole('button', { name: 'Place order' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: /^Order \d+ sent$/ }).waitFor()
    await expectFocus(page.getByRole('heading', { level: 1, name: /^Order \d+ sent$/ }))
    await page.goto('/t/sample')
    await adds.first().press('Enter')
    await page.getByRole('link', { name: /^Basket 1$/ }).click()
    await lines.first().getByRole('button', { name: 'Remove' }).press('Enter')
    await expectSeen(page.getByRole('status').filter({ hasText: 'The basket is empty' }))
    await expectFocus(page.getByRole('heading', { level: 1, name: 'Basket' }))
  })

  test('is not taken from somebody who clicks beside everything', async () => {
    const page = await service.open('/t/sample', { as: 'buyer' })
    await page.getByRole('searchbox', { name: 'Search products' }).fill('plate')
    await page.getByRole('heading', { level: 1 }).click()
    await page.mouse.click(5, 300)
    await page.evaluate('document.querySelector("main").append("more")')
    await page.waitForTimeout(200)
    expect(await focused(page).count()).toBe(0)
  })
})

import type { Page } from 'playwright-core'
import { FIELD_LABELS } from '../../web/src/console/products/product-labels.ts'
import { expect, test } from 'vitest'
import {
  PHONE,
  choose,
  describePages,
  expectAccessible,
  expectFields,
  expectFocus,
  expectHeading,
  expectNoSidewaysScroll,
} from './use-console.ts'

async function saved(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click()
  await toldSaved(page)
}

async function toldSaved(page: Page): Promise<void> {
  await page.getByRole('status', { name: 'Messages' }).getByText('Saved.').first().waitFor()
}

describePages('a product', (console) => {
  /** The address of the first product that a search finds. */
  async function productPath(q: string): Promise<string> {
    const page = await console.open(`products?q=${encodeURIComponent(q)}`)
    return (await page.locator('[data-row-link]').first().getAttribute('href'))!
  }

  async function opened(path: string, options?: Parameters<typeof console.open>[1]): Promise<Page> {
    const page = await console.open(path, options)
    await page.getByRole('button', { name: 'Save' }).waitFor()
    return page
  }

  test('a new list price goes into a price change, and the page leads to it', async () => {
    const page = await opened(await productPath('16-07'))
    await page.getByLabel('List price').fill('12.75')
    await page.getByLabel('Unit').fill('bag of 12')
    await saved(page)
    await page.getByText('The new list price is in the new price change').waitFor()
    expect(await page.getByLabel('List price').inputValue()).toBe('11.50')
    expect(await page.getByLabel('Unit').inputValue()).toBe('bag of 12')
    await page.getByRole('list', { name: 'Prices to come' }).getByText('£12.75').waitFor()
    // The next price goes into the same one, also of another product.
    await page.getByLabel('List price').fill('12.95')
    await saved(page)
    const draft = page.getByRole('combobox', { name: 'Price change' })
    expect(await draft.inputValue()).toBe('Prices of Ruth Calder')
    await page.getByRole('link', { name: 'Products' }).first().click()
    await page.getByRole('link', { name: '16-08' }).click()
    await expect.poll(() => draft.inputValue()).toBe('Prices of Ruth Calder')
    await page.goBack()
    await page.goBack()
    await page.getByRole('link', { name: 'Prices of Ruth Calder' }).first().click()
    await page.waitForURL(/\/price-changes\/[0-9a-f-]+$/)
  })

  test('of two people on one product the second is told what changed, and nothing typed is lost', async () => {
    const path = await productPath('16-02')
    const [first, second] = [await opened(path, { as: 'manager' }), await opened(path)]
    await second.getByLabel('Lead time').fill('9 days')
    await second.getByLabel('Name').fill('Bracket of the second')
    await first.getByLabel('Name').fill('Bracket of the first')
    await first.getByLabel('Manufacturer reference').fill('M-1')
    await saved(first)
    await second.getByRole('button', { name: 'Save' }).click()
    const alert = second.getByRole('alert')
    await alert.getByText(/Tom Ashby changed this at \d\d:\d\d: .*Name/).waitFor()
    await alert.getByText('You both changed Name.').waitFor()
    await second.getByText('Somebody else set this to “Bracket of the first”.').waitFor()
    expect(await second.getByLabel('Name').inputValue()).toBe('Bracket of the second')
    expect(await second.getByLabel('Lead time').inputValue()).toBe('9 days')
    expect(await second.getByLabel('Manufacturer reference').inputValue()).toBe('M-1')
    await expectAccessible(second)
    await saved(second)
    await expectHeading(second, 'Bracket of the second')
  })

  test('details are changed, added and removed, and what is wrong with them is said', async () => {
    const path = await productPath('16-04')
    const page = await opened(path)
    const there = await page.getByLabel(/^Detail \d+$/).count()
    await page.getByRole('button', { name: 'Add detail' }).click()
    await expectFocus(page.getByLabel(`Detail ${there + 1}`, { exact: true }))
    await page.keyboard.type('Coating')
    await page.getByRole('button', { name: 'Add detail' }).click()
    await page.getByLabel(`Detail ${there + 2}`, { exact: true }).fill('Coating')
    await page.getByLabel(`Value ${there + 1}`, { exact: true }).fill('Zinc')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Two details are named Coating').waitFor()
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: `Remove detail ${there + 2}` }).click()
    await saved(page)
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('Coating (detail)').first().waitFor()

    const again = await opened(path)
    expect(await again.getByLabel(/^Detail \d+$/).count()).toBe(there + 1)
    await again.getByRole('button', { name: `Remove detail ${there + 1}` }).click()
    await saved(again)
    await again.reload()
    await again.getByRole('button', { name: 'Save' }).waitFor()
    expect(await again.getByLabel(/^Detail \d+$/).count()).toBe(there)
  })

  test('a connection that drops while saving loses nothing, and leaving asks', async () => {
    const page = await opened(await productPath('16-03'))
    await page.getByLabel('Name').fill('Not saved yet')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The service cannot be reached.').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Not saved yet')
    await page.context().setOffline(false)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Stay' }).click()
    await saved(page)
    await expectHeading(page, 'Not saved yet')
  })

  test('it is shown to chosen customers', async () => {
    const page = await opened(await productPath('16-04'))
    await page.getByRole('radio', { name: 'Selected customers' }).check()
    await choose(page, 'Add a customer', /Castle Lane/, 'castle')
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^No longer shown to \d+ customers/).waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await toldSaved(page)
    await page.reload()
    await page
      .getByRole('list', { name: 'Customers that see it' })
      .getByText(/Castle Lane/)
      .waitFor()
    expect(await page.getByRole('radio', { name: 'Selected customers' }).isChecked()).toBe(true)
  })

  test('a save says first which prices it moves, and again where those have changed since', async () => {
    const path = await productPath('Aldermoor')
    const page = await opened(path)
    await page.getByLabel('Brand').fill('Newcomer')
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: /^Save “/ })
    const effect = dialog.getByText(/^1 product changes in price for \d+ customers?: 1 rises by up to [\d.]+%\.$/)
    await effect.waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Brand').inputValue()).toBe('Newcomer')

    await page.getByRole('button', { name: 'Save' }).click()
    await effect.waitFor()
    await page.route('**/products/*', (route) => {
      const body = route.request().postData()
      return route.continue({ ...(body && { postData: body.replace('"customers":', '"customers":9') }) })
    })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText(/has changed since you looked, and nothing is saved: 1 product changes in price/).waitFor()
    await page.unroute('**/products/*')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await toldSaved(page)
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => page.getByLabel('Brand').inputValue()).toBe('Aldermoor')
  })

  test('what customers pay is listed, and explained for any of them', async () => {
    const page = await console.open(`${await productPath('16-01')}?tab=prices`)
    await page.getByRole('table', { name: 'Customers not on list price' }).getByRole('row').nth(1).waitFor()
    await choose(page, 'Customer', /Castle Lane/, 'castle')
    await page
      .getByRole('table', { name: 'Prices considered' })
      .getByRole('cell', { name: 'Nothing comes before it.' })
      .waitFor()
    await expectAccessible(page)
  })

  test('owners and managers delete it, once its name is typed', async () => {
    const path = await productPath('16-06')
    const staff = await opened(path, { as: 'pricing' })
    await staff.getByRole('button', { name: 'More actions' }).click()
    expect(await staff.getByRole('menuitem', { name: 'Delete' }).isDisabled()).toBe(true)
    const page = await opened(path)
    const name = await page.getByRole('heading', { level: 1 }).innerText()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    const button = dialog.getByRole('button', { name: 'Delete product' })
    await dialog.getByRole('textbox').fill('something')
    expect(await button.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill(name)
    await button.click()
    await expectHeading(page, 'Products')
    await expectHeading(await console.open(path), 'Not found')
  })

  test('nothing is found by axe, and a phone does not scroll sideways', async () => {
    const path = await productPath('KT-MER22')
    const page = await opened(path, { viewport: PHONE })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await expectFields(page, Object.values(FIELD_LABELS))
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('heading', { name: 'Changes' }).waitFor()
    await expectNoSidewaysScroll(page)
  })
})

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SIGN_IN } from './sample-service.ts'
import {
  PHONE,
  choose,
  complaints,
  describePages,
  expectAccessible,
  expectFields,
  expectHeading,
  expectNoSidewaysScroll,
  signIn,
} from './use-console.ts'

/** The cells of the rows that the table shows, by the header of their column. */
async function column(page: Page, header: string): Promise<string[]> {
  const names = await page.getByRole('table', { name: 'Products' }).getByRole('columnheader').allInnerTexts()
  const at = names.findIndex((name) => name.trim() === header)
  return page.locator(`table tbody tr td:nth-child(${at + 1})`).allInnerTexts()
}

async function loaded(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'Products' }).locator('tbody tr[class]').first().waitFor()
  await page.locator('table[aria-busy=false]').waitFor()
}

async function toast(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole('status', { name: 'Messages' }).getByText(text).waitFor()
}

describePages('the list of products', (console) => {
  test('it is sorted by a header, and Back from a product brings it back as it was', async () => {
    const page = await console.open('products')
    await loaded(page)
    const header = (name: string) => page.getByRole('columnheader', { name })
    expect(await header('Name').getAttribute('aria-sort')).toBe('ascending')
    await header('SKU').getByRole('button').click()
    await page.locator('th[aria-sort=ascending]', { hasText: 'SKU' }).waitFor()
    await header('SKU').getByRole('button').click()
    await page.locator('th[aria-sort=descending]', { hasText: 'SKU' }).waitFor()
    await loaded(page)
    const skus = await column(page, 'SKU')
    expect(skus).toEqual(skus.toSorted().toReversed())
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.waitForURL(/page=2/)
    await loaded(page)
    const [second] = await column(page, 'SKU')
    await page.getByRole('link', { name: second!, exact: true }).click()
    await page.getByRole('tab', { name: 'Details' }).waitFor()
    await page.goBack()
    await loaded(page)
    expect(new URL(page.url()).search).toBe('?sort=-sku&page=2')
    expect((await column(page, 'SKU'))[0]).toBe(second)
    expect(complaints(page)).toEqual([])
  })

  test('it is searched and filtered, in the address, and says how many match', async () => {
    const page = await console.open('products')
    await loaded(page)
    await page.getByRole('searchbox', { name: 'Search products' }).fill('bracket')
    await page.waitForURL(/q=bracket/)
    await page.getByText(/^\d+ products$/).waitFor()
    await choose(page, 'Availability', 'Low stock')
    await page.waitForURL(/availability=low_stock/)
    await loaded(page)
    expect(new Set(await column(page, 'Availability'))).toEqual(new Set(['Low stock']))
    await choose(page, 'Brand', 'Ferrowick', 'Ferro')
    await page.waitForURL(/brand=/)
    await page.reload()
    await loaded(page)
    expect(await page.getByRole('combobox', { name: 'Brand', exact: true }).inputValue()).toBe('Ferrowick')
    expect(new Set(await column(page, 'Brand'))).toEqual(new Set(['Ferrowick']))
    const none = await console.open('products?q=nosuchthing')
    await none.getByText('No product matches').waitFor()
    await none.getByRole('button', { name: 'Clear filters' }).click()
    await loaded(none)
  })

  test('arrows move between rows, and Enter opens one', async () => {
    const page = await console.open('products')
    await loaded(page)
    await page.locator('[data-row-link]').first().focus()
    await page.keyboard.press('ArrowDown')
    const name = (await column(page, 'Name'))[1]!.trim()
    await page.keyboard.press('Enter')
    await expectHeading(page, name)
  })

  test('some are made inactive and come back, all that match get a category', async () => {
    const page = await console.open('products?q=bracket')
    await loaded(page)
    const checkboxes = page.locator('tbody').getByRole('checkbox')
    await checkboxes.nth(0).check()
    await checkboxes.nth(1).check()
    await page.getByRole('button', { name: 'Bulk actions' }).click()
    await page.getByRole('menuitem', { name: 'Make inactive' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('This changes 2 products. No customer sees them any more.').waitFor()
    await dialog.getByRole('button', { name: 'Make inactive' }).click()
    await toast(page, 'Make inactive: 2 products changed.')
    await expect.poll(async () => (await column(page, 'Active')).filter((text) => text.trim() !== 'Yes').length).toBe(2)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await toast(page, 'Undone for 2 products.')
    await expect.poll(async () => new Set(await column(page, 'Active'))).toEqual(new Set(['Yes']))

    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    const all = page.getByRole('button', { name: /^Select all \d+ that match$/ })
    // The sample's brackets are fewer than a page; more words match more.
    if (await all.isVisible()) await all.click()
    await page.getByRole('button', { name: 'Bulk actions' }).click()
    await page.getByRole('menuitem', { name: 'Set category' }).click()
    await dialog.getByLabel('Category').fill('Brackets')
    await dialog.getByRole('button', { name: /^Set category/ }).click()
    await toast(page, /^Set category: \d+ products? changed\.$/)
    await expect.poll(async () => new Set(await column(page, 'Category'))).toEqual(new Set(['Brackets']))
  })

  test('another brand says first which prices it moves', async () => {
    const page = await console.open('products?q=aldermoor')
    await loaded(page)
    await page.locator('tbody').getByRole('checkbox').nth(0).check()
    await page.getByRole('button', { name: 'Bulk actions' }).click()
    await page.getByRole('menuitem', { name: 'Set brand' }).click()
    const dialog = page.getByRole('dialog')
    const effect = dialog.getByRole('status', { name: 'What it does to prices' })
    await effect.getByText('Choose a value').waitFor()
    await dialog.getByLabel('Brand').fill('Aldermoor')
    await effect.getByText('No customer pays another price.').waitFor()
    await dialog.getByLabel('Brand').fill('Newcomer')
    await effect.getByText(/^1 product changes in price for \d+ customers?: 1 rises by up to [\d.]+%\.$/).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: /^Set brand/ }).click()
    await toast(page, 'Set brand: 1 product changed.')
  })

  test('all that match are chosen with the count that was shown, and refused where it is another one', async () => {
    const page = await console.open('products')
    await loaded(page)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: /^Select all \d+ that match$/ }).click()
    await page.getByRole('button', { name: 'Bulk actions' }).click()
    await page.getByRole('menuitem', { name: 'Set availability' }).click()
    await page.route('**/products/bulk', (route) =>
      route.continue({
        postData: route
          .request()
          .postData()!
          .replace(/"expected":\d+/, '"expected":7'),
      }),
    )
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Availability').click()
    await page.getByRole('option', { name: 'In stock' }).click()
    await dialog.getByRole('button', { name: /^Set availability/ }).click()
    await dialog.getByText(/The products have changed: \d+ match now, and you were shown 7/).waitFor()
    await page.unroute('**/products/bulk')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByText('332 selected').isVisible()).toBe(true)
  })

  test('deleting is for owners and managers, once the number is typed', async () => {
    const staff = await console.open('products', { as: 'pricing' })
    await loaded(staff)
    await staff.locator('tbody').getByRole('checkbox').first().check()
    await staff.getByRole('button', { name: 'Bulk actions' }).click()
    expect(await staff.getByRole('menuitem', { name: 'Delete' }).isDisabled()).toBe(true)

    const page = await console.open('products?q=casserole')
    await loaded(page)
    const before = (await column(page, 'SKU')).length
    await page.locator('tbody').getByRole('checkbox').first().check()
    await page.getByRole('button', { name: 'Bulk actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    const button = dialog.getByRole('button', { name: 'Delete 1 product' })
    expect(await button.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('1')
    await button.click()
    await toast(page, '1 product deleted.')
    await expect.poll(async () => (await column(page, 'SKU')).length).toBe(before - 1)
  })

  test('nothing is found by axe, and a phone does not scroll sideways', async () => {
    const page = await console.open('products')
    await loaded(page)
    await page.locator('tbody').getByRole('checkbox').first().check()
    await expectAccessible(page)
    await page.getByLabel('Availability', { exact: true }).click()
    await expectFields(page, ['Brand', 'Category', 'Availability', 'Active', 'Visibility', 'Without a price'])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Bulk actions' }).click()
    await page.getByRole('menuitem', { name: 'Set visibility' }).click()
    await page.getByRole('radio', { name: 'Selected customers' }).check()
    await expectAccessible(page)
    const phone = await console.open('products', { viewport: PHONE })
    await loaded(phone)
    await expectNoSidewaysScroll(phone)
  })

  test('where a session ends under a form, one signs in over the page, and what was typed is saved', async () => {
    const page = await console.open('/sign-in?next=/w/sample/products?dialog=add', { as: 'nobody' })
    await signIn(page)
    const form = page.getByRole('dialog', { name: 'Add product' })
    await form.getByLabel('SKU').fill('KEPT-1')
    await form.getByLabel('Name').fill('Kept plate')
    await console.context.db.deleteFrom('session').where('user_agent', 'is not', null).execute()
    await form.getByRole('button', { name: 'Add product' }).click()
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor()
    await signIn(page, { ...SIGN_IN, password: 'not this one' })
    await page.getByRole('alert').waitFor()
    await expectAccessible(page)
    await signIn(page)
    await expectHeading(page, 'Kept plate')
    expect(complaints(page)).toEqual([])
  })
})

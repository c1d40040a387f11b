import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  PHONE,
  choose,
  complaints,
  describePages,
  expectAccessible,
  expectFocus,
  expectHeading,
  expectNoSidewaysScroll,
  expectSeen,
} from './use-console.ts'

const LAPTOP = { width: 1440, height: 900 }

const table = (page: Page) => page.getByRole('table', { name: 'Products' })
const row = (page: Page, text: string) => table(page).getByRole('row').filter({ hasText: text })
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name of 16-04' })
const rows = (page: Page) => table(page).locator('tbody tr')

async function loaded(page: Page): Promise<void> {
  await table(page).getByRole('link').first().waitFor()
  await page.locator('table[aria-busy=false]').waitFor()
}

/** The headers of the columns that are seen. */
async function headers(page: Page): Promise<string[]> {
  const texts = await table(page).getByRole('columnheader').allInnerTexts()
  return texts.map((text) => text.trim()).filter((text) => text !== '' && text !== 'Edit')
}

async function heights(page: Page): Promise<number[]> {
  return page.evaluate(`[...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().height)`)
}

/** How many rows are seen whole, without scrolling. */
async function rowsSeen(page: Page): Promise<number> {
  return page.evaluate(
    `[...document.querySelectorAll('tbody tr')].filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length`,
  )
}

describePages('a dense list', (console) => {
  test("shows 20 products on a laptop's screen, in rows of 32 px; comfortable rows are kept", async () => {
    const page = await console.open('products', { viewport: LAPTOP, fresh: true })
    await loaded(page)
    expect(new Set(await heights(page))).toEqual(new Set([32]))
    expect(await rowsSeen(page)).toBeGreaterThanOrEqual(20)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Display' }).click()
    await expectAccessible(page)
    await page.getByRole('radio', { name: 'Comfortable' }).check()
    await expect.poll(() => heights(page).then(([first]) => first)).toBe(44)
    await page.reload()
    await loaded(page)
    expect((await heights(page))[0]).toBe(44)
  })

  test('has columns that are chosen, moved by keys or the pointer, and drawn wider, and stay so', async () => {
    const page = await console.open('products', { viewport: LAPTOP, fresh: true })
    await loaded(page)
    const usual = ['SKU', 'Name', 'Brand', 'Category', 'List price', 'Minimum', 'Availability', 'Active', 'Changed']
    expect(await headers(page)).toEqual(usual)
    await page.getByRole('button', { name: 'Display' }).click()
    await page.getByRole('checkbox', { name: 'Category', exact: true }).uncheck()
    await page.getByRole('checkbox', { name: 'Multiple', exact: true }).check()
    await page.getByRole('checkbox', { name: 'Brand', exact: true }).press('Alt+ArrowUp')
    await expectSeen(page.getByText('Brand: column 2 of 9.'))
    await expectFocus(page.getByRole('checkbox', { name: 'Brand', exact: true }))
    const draggable = (name: string) => page.getByRole('group', { name: 'Columns' }).getByText(name, { exact: true })
    await draggable('Changed').dragTo(draggable('Active'))
    const mine = ['SKU', 'Brand', 'Name', 'List price', 'Minimum', 'Availability', 'Changed', 'Active', 'Multiple']
    expect(await headers(page)).toEqual(mine)
    await page.reload()
    await loaded(page)
    expect(await headers(page)).toEqual(mine)
    const header = table(page).getByRole('columnheader', { name: 'SKU' })
    const width = async () => (await header.boundingBox())!.width
    const box = (await header.boundingBox())!
    await page.mouse.move(box.x + box.width - 3, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width + 77, box.y + box.height / 2, { steps: 4 })
    await page.mouse.up()
    await expect.poll(width).toBeGreaterThanOrEqual(box.width + 78)
    expect(await header.getAttribute('aria-sort')).toBe('none')
    await page.reload()
    await loaded(page)
    expect(await width()).toBeGreaterThanOrEqual(box.width + 78)
    await page.getByRole('button', { name: 'Display' }).click()
    await page.getByRole('button', { name: 'Reset columns' }).click()
    expect(await headers(page)).toEqual(usual)
    expect(complaints(page)).toEqual([])
  })

  test('is saved as a view: its filter, its order and its columns; a colleague opens it, and cannot change it', async () => {
    const page = await console.open('products?availability=low_stock&sort=-name', { viewport: LAPTOP, fresh: true })
    await loaded(page)
    await page.getByRole('button', { name: 'Display' }).click()
    await page.getByRole('checkbox', { name: 'Brand', exact: true }).uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save view' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save view' })
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await dialog.getByText('Write a name for the view.').waitFor()
    await dialog.getByLabel('Name').fill('To reorder')
    await dialog.getByRole('switch', { name: 'Share with colleagues' }).check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.waitForURL(/view=/)

    const colleague = await console.open('products', { as: 'manager', viewport: LAPTOP, fresh: true })
    await loaded(colleague)
    const tab = (name: RegExp) => colleague.getByRole('navigation', { name: 'Views' }).getByRole('link', { name })
    await tab(/^To reorder \d/).click()
    await colleague.waitForURL(/availability=low_stock/)
    await loaded(colleague)
    expect(await headers(colleague)).not.toContain('Brand')
    expect(await table(colleague).getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe(
      'descending',
    )
    expect(new Set(await rows(colleague).getByText('Low stock', { exact: true }).allInnerTexts())).toEqual(
      new Set(['Low stock']),
    )
    await colleague.getByRole('button', { name: 'Views' }).click()
    await expectSeen(colleague.getByRole('menuitem', { name: 'Save view' }))
    await expectAccessible(colleague)
    expect(await colleague.getByRole('menuitem', { name: /^(Change|Delete) view$/ }).count()).toBe(0)
    await colleague.keyboard.press('Escape')
    expect(await tab(/^To reorder/).getAttribute('aria-current')).toBe('page')
    expect(await tab(/^To reorder/).innerText()).toBe(`To reorder ${await rows(colleague).count()}`)
    await tab(/^All$/).click()
    await expect.poll(() => new URL(colleague.url()).search).toBe('')

    await choose(page, 'Availability', 'In stock')
    await page.waitForURL(/availability=in_stock/)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Change view' }).click()
    const change = page.getByRole('dialog', { name: 'Change view' })
    expect(await change.getByLabel('Name').inputValue()).toBe('To reorder')
    await change.getByLabel('Name').fill('There')
    await change.getByRole('button', { name: 'Change view' }).click()
    await change.waitFor({ state: 'detached' })
    await colleague.goto(`/w/sample/products`)
    await tab(/^There/).click()
    await colleague.waitForURL(/availability=in_stock/)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Delete view' }).click()
    await expectSeen(page.getByRole('status', { name: 'Messages' }).getByText('The view “There” was deleted.'))
    expect(new URL(page.url()).searchParams.get('view')).toBe(null)
    expect([...complaints(page), ...complaints(colleague)]).toEqual([])
  })

  test('is edited by the keyboard: E edits a row, Enter saves it, Escape gives up', async () => {
    const page = await console.open('products?q=bracket', { viewport: LAPTOP })
    await loaded(page)
    const link = table(page).getByRole('link', { name: '16-03', exact: true })
    const name = page.getByRole('textbox', { name: 'Name of 16-03' })
    await link.focus()
    await page.keyboard.press('e')
    await expectFocus(name)
    await name.fill('Bracket to give up')
    await page.keyboard.press('Escape')
    await expectFocus(link)
    await expectSeen(row(page, 'Angle bracket 50 x 50 mm'))

    await page.keyboard.press('F2')
    await expectFocus(name)
    await name.fill('  ')
    await page.keyboard.press('Enter')
    await expectSeen(page.getByRole('alert').getByText('Name: Write the name of the product.'))
    await expectAccessible(page)
    await name.fill('Bracket of the list')
    await page.keyboard.press('Tab')
    await expectFocus(page.getByRole('textbox', { name: 'List price of 16-03' }))
    await page.keyboard.press('Tab')
    await page.keyboard.type('12')
    await page.keyboard.press('Tab')
    await page.getByRole('combobox', { name: 'Availability of 16-03' }).selectOption('Made to order')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    expect(await page.getByRole('button', { name: 'Edit Angle bracket 60 x 60 mm' }).isDisabled()).toBe(true)
    await page.keyboard.press('Enter')
    await expectFocus(link)
    const cells = (await row(page, '16-03').getByRole('cell').allInnerTexts()).map((text) => text.trim())
    expect(cells).toEqual(expect.arrayContaining(['Bracket of the list', '12', 'Made to order', 'No']))
    expect(await row(page, '16-03').locator('time').innerText()).toContain('just now')
    await page.getByRole('status', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
    await expectSeen(row(page, 'Angle bracket 50 x 50 mm'))
    expect(complaints(page)).toEqual([])
  })

  test('tells at the row what somebody else has changed meanwhile, and keeps what was typed', async () => {
    const [first, second] = await Promise.all([
      console.open('products?q=16-04', { viewport: LAPTOP, fresh: true }),
      console.open('products?q=16-04', { as: 'manager', viewport: LAPTOP, fresh: true }),
    ])
    for (const page of [first, second]) {
      await loaded(page)
      await row(page, '16-04').hover()
      await row(page, '16-04').getByRole('button', { name: /^Edit/ }).click()
      await nameField(page).waitFor()
    }
    await nameField(second).fill('Bracket of the second')
    await nameField(first).fill('Bracket of the first')
    await first.keyboard.press('Enter')
    await expectSeen(row(first, 'Bracket of the first'))
    await nameField(second).press('Enter')
    await expectSeen(second.getByText(/Somebody else set this to “Bracket of the first”/))
    expect(await nameField(second).inputValue()).toBe('Bracket of the second')
    await expectAccessible(second)
    await nameField(second).press('Enter')
    await expectSeen(row(second, 'Bracket of the second'))
  })

  test('shows name, price and state first on a phone, and the filters behind a button', async () => {
    const page = await console.open('products', { viewport: PHONE })
    await loaded(page)
    expect(await headers(page)).toEqual(['Name', 'List price', 'Availability'])
    expect(await rowsSeen(page)).toBeGreaterThanOrEqual(6)
    const brand = page.getByRole('combobox', { name: 'Brand', exact: true })
    expect(await brand.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await choose(page, 'Availability', 'Low stock')
    await page.waitForURL(/availability=low_stock/)
    await expectSeen(page.getByRole('button', { name: 'Filters (1)' }))
    await expectSeen(brand)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    const link = table(page).getByRole('link').first()
    const [name] = (await link.innerText()).split('\n')
    await link.click()
    await expectHeading(page, name!)
  })

  test('tells how long ago something was, with the exact time for the pointer and for screen readers', async () => {
    const page = await console.open('activity', { viewport: LAPTOP })
    const time = page.getByRole('table', { name: 'Activity' }).locator('time').first()
    await time.waitFor()
    expect(await time.locator('[aria-hidden]').innerText()).toMatch(/^(just now|\d+ (min|h|d) ago)$/)
    const exact = await time.getAttribute('title')
    expect(exact).toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d$/)
    expect(await time.textContent()).toContain(exact)
  })
})

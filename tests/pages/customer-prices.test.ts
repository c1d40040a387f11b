import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { customerIdOf } from './sample-service.ts'
import {
  PHONE,
  choose,
  complaints,
  describePages,
  expectAccessible,
  expectFocus,
  expectHeading,
  expectNoSidewaysScroll,
} from './use-console.ts'

describePages("a customer's prices", (console) => {
  async function openTab(code: string, tab: string, as: 'owner' | 'manager' = 'manager'): Promise<Page> {
    const page = await console.open(`customers/${await customerIdOf(console, code)}`, { as })
    await page.getByRole('tab', { name: tab }).click()
    return page
  }

  test('a discount of more than half asks for the name', async () => {
    const page = await openTab('COUNTER', 'Prices')
    await page.getByRole('button', { name: 'Add discount' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Discount').fill('75')
    await dialog.getByRole('button', { name: 'Add discount' }).click()
    await dialog.getByText(/to go on/).waitFor()
    expect(await dialog.getByRole('button', { name: 'Add discount' }).isDisabled()).toBe(true)
    await expectAccessible(page)
    await dialog.getByRole('textbox').fill('Trade counter, cash sales')
    await dialog.getByRole('button', { name: 'Add discount' }).click()
    await page.getByRole('row', { name: 'Everything' }).getByText('75%').waitFor()
  })

  test('Escape closes a dialog and gives the focus back', async () => {
    const page = await openTab('COUNTER', 'Prices')
    const opener = page.getByRole('button', { name: 'Add discount' })
    await opener.click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectFocus(opener)
  })

  test('an agreed price is added, then followed by the next, which ends it', async () => {
    const page = await openTab('WESTQUAY', 'Prices')
    const dialog = page.getByRole('dialog')
    const agree = async (price: string, start: string) => {
      await page.getByRole('button', { name: 'Add agreed price' }).click()
      await choose(page, 'Product', /M8x40/, 'M8x40')
      await dialog.getByLabel('Price', { exact: false }).fill(price)
      await dialog.getByLabel('From quantity').fill('10')
      await dialog.getByLabel('Start').fill(start)
      await dialog.getByText(/For 10 on/).waitFor()
    }
    await agree('5.10', '')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add agreed price' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('row', { name: 'M8x40' }).getByText('£5.10').waitFor()
    await agree('4.90', '2031-01-01')
    await dialog.getByRole('checkbox', { name: 'End the agreed price of £5.10 on 31 Dec 2030' }).waitFor()
    await dialog.getByRole('button', { name: 'Add agreed price' }).click()
    await page.getByRole('row', { name: 'M8x40' }).getByText('£4.90').waitFor()
    await page.getByRole('row', { name: '£5.10' }).getByText('31 Dec 2030').waitFor()
  })

  test('what is wrong with an agreed price is said at its field', async () => {
    const page = await openTab('WESTQUAY', 'Prices')
    await page.getByRole('button', { name: 'Add agreed price' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('From quantity').fill('none')
    await dialog.getByLabel('End').fill('soon')
    await dialog.getByRole('button', { name: 'Add agreed price' }).click()
    const said = await dialog.locator('.mantine-InputWrapper-error').allTextContents()
    expect(said).toEqual([
      'Choose a product.',
      'Write a price.',
      'Write a whole number from 1 to 1,000,000.',
      'Write the date as 05/01/2027.',
    ])
  })

  test('the first click beside a wrong price counts, and what is said of a field goes once it is changed', async () => {
    const page = await openTab('WESTQUAY', 'Prices')
    await page.getByRole('button', { name: 'Add agreed price' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Price', { exact: false }).fill('cheap')
    // A shown problem would move the button down.
    await dialog.getByRole('button', { name: 'Add agreed price' }).click({ position: { x: 20, y: 4 } })
    await dialog.getByText('Choose a product.').waitFor()
    const said = () => dialog.locator('.mantine-InputWrapper-error').allTextContents()
    expect(await said()).toEqual(['Choose a product.', expect.stringContaining('"cheap" is not an amount.')])
    await dialog.getByLabel('Price', { exact: false }).fill('5')
    expect(await said()).toEqual(['Choose a product.'])
  })

  test('a product that is typed but not chosen stays, and the form is not sent', async () => {
    const page = await openTab('WESTQUAY', 'Prices')
    await page.getByRole('button', { name: 'Add agreed price' }).click()
    const dialog = page.getByRole('dialog')
    const product = dialog.getByLabel('Product')
    await product.fill('no such thing')
    await dialog.getByLabel('Price', { exact: false }).fill('5')
    await dialog.getByText('Choose one of the list.').waitFor()
    expect(await product.inputValue()).toBe('no such thing')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expectFocus(product)
    await product.fill('')
    await dialog.getByLabel('End').focus()
    await dialog.getByText('Choose one of the list.').waitFor({ state: 'detached' })
  })

  test('two hundred rows are pasted from a spreadsheet: good ones are saved, bad ones stay to be mended', async () => {
    const page = await openTab('RDG-ELEC', 'Prices')
    const products = await console.context.db
      .selectFrom('product')
      .select('sku')
      .where('workspace_id', '=', console.workspaceId)
      .orderBy('sku_key')
      .limit(200)
      .execute()
    const rows = products.map(({ sku }, i) => `${(12 + i / 100).toFixed(2)}\t${sku}\t${i === 7 ? 'dozen' : '6'}`)
    await page.getByRole('button', { name: 'Paste prices' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Rows', { exact: true }).fill(['Net price\tItem\tQty', ...rows].join('\n'))
    await dialog.getByText('199 good: 199 new').waitFor()
    await dialog.getByText('Read with a decimal point: 12.00 (Price)').waitFor()
    await dialog.getByText('The quantity "dozen" is not a whole number.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Paste prices' }).click()
    await page.getByText('199 agreed prices were saved. 1 couldn’t be pasted').waitFor()
    expect(await dialog.getByLabel('Rows', { exact: true }).inputValue()).toContain('dozen')
    await dialog
      .getByLabel('Rows', { exact: true })
      .fill((await dialog.getByLabel('Rows', { exact: true }).inputValue()).replace('dozen', '12'))
    await dialog.getByText('1 good: 1 new').waitFor()
    await dialog.getByRole('button', { name: 'Paste prices' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(/1–50 of 20[01]/).waitFor()
    await page.getByRole('searchbox', { name: 'Search agreed prices' }).fill(products[7]!.sku)
    await page.getByRole('row', { name: products[7]!.sku }).getByText('12', { exact: true }).waitFor()
  })

  test('a price on a day is told in words', async () => {
    const page = await openTab('CASTLE01', 'Prices')
    await page.getByRole('button', { name: 'Test a price' }).click()
    const dialog = page.getByRole('dialog')
    await choose(page, 'Product', /AM-CP27-AZ/, 'AM-CP27-AZ')
    await dialog.getByLabel('Quantity').fill('96')
    await dialog.getByRole('textbox', { name: 'Date' }).fill(`${new Date().getFullYear() + 1}-10-05`)
    await dialog.getByText('£6.80').first().waitFor()
    await expectAccessible(page)
  })

  test('a buyer is invited by a link, and disabled', async () => {
    const page = await openTab('00412', 'Buyers')
    await page.getByRole('button', { name: 'Invite buyer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Ada Bell')
    await dialog.getByLabel('E-mail').fill('ada@millbrook.example')
    await dialog.getByRole('button', { name: 'Invite buyer' }).click()
    const row = page.getByRole('row', { name: 'Ada Bell' })
    await row.getByText('Invited', { exact: true }).waitFor()
    expect(await page.getByLabel('Invitation link').inputValue()).toContain('/invitation/')
    await expectAccessible(page)
    await row.getByRole('button', { name: 'Disable' }).click()
    await row.getByText('Disabled').waitFor()
  })

  test("staff see the portal as the customer's buyers do, and order nothing, under a strip with the way back", async () => {
    const page = await openTab('CASTLE01', 'Terms')
    await page.getByRole('button', { name: 'See as this customer' }).click()
    await page.getByText('Seeing as Castle Lane Cafés').waitFor()
    await expectHeading(page, 'Catalogue')
    await page.getByRole('searchbox', { name: 'Search products' }).fill('AM-CP27')
    const item = page.getByRole('listitem').filter({ hasText: 'AM-CP27-AZ' })
    // 12.5% off £8.80.
    await item.getByText('£7.70').waitFor()
    expect(await item.getByRole('button', { name: 'Add', exact: true }).getAttribute('aria-disabled')).toBe('true')
    expect(await page.getByRole('button', { name: 'Basket' }).getAttribute('aria-disabled')).toBe('true')
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await expectNoSidewaysScroll(page)
    await item.getByRole('link').click()
    await page.getByRole('button', { name: 'Why this price?' }).click()
    // This portal shows no list prices, and so no percentages.
    await page.getByRole('dialog').getByText('Discount on Aldermoor').waitFor()
    await page.reload()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('link', { name: 'Price list' }).click()
    await expectHeading(page, 'Price list')
    const csv = await page.request.get((await page.getByRole('link', { name: 'CSV' }).getAttribute('href'))!)
    expect(await csv.text()).toContain('AM-CP27-AZ')
    await page.goto(`${new URL(page.url()).pathname.replace('price-list', 'quick-order')}`)
    await expectHeading(page, 'Not found')
    await page.getByRole('link', { name: 'Back to the customer' }).click()
    await expectHeading(page, 'Castle Lane Cafés')
    expect(complaints(page)).toEqual([])
  })
})

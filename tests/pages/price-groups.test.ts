import { expect, test } from 'vitest'
import { setAgreedPrice } from '../../server/src/pricing/terms/set-agreed-price.ts'
import { customerIdOf } from './sample-service.ts'
import {
  PHONE,
  complaints,
  describePages,
  expectAccessible,
  expectHeading,
  expectNoSidewaysScroll,
} from './use-console.ts'

describePages('price groups', (console) => {
  test('a group is added, gets terms and customers, and each act says first what it does', async () => {
    const page = await console.open('groups', { as: 'manager' })
    await expectHeading(page, 'Price groups')
    await page.getByRole('button', { name: 'Add group' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Bronze')
    await page.getByRole('dialog').getByRole('button', { name: 'Add group' }).click()
    await expectHeading(page, 'Bronze')
    await page.getByRole('button', { name: 'Add discount' }).click()
    await page.getByRole('textbox', { name: 'Discount' }).fill('4')
    await page.getByText('No customer pays another price.').waitFor()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Add discount' }).click()
    await page.getByRole('row', { name: /Everything 4%/ }).waitFor()

    await page.getByRole('tab', { name: 'Customers' }).click()
    await page.getByRole('button', { name: 'Add customers' }).click()
    await page.getByRole('combobox', { name: 'Add a customer' }).fill('Counter')
    await page.getByRole('option', { name: 'Trade counter' }).click()
    await page.getByText(/products change in price for 1 customer/).waitFor()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Add customers' }).click()
    await page.getByText('1 customer', { exact: true }).waitFor()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('row', { name: /Discount: 4%|4%/ }).waitFor()
    await expectAccessible(page)
    expect(complaints(page)).toEqual([])
  })

  test('customers are put into a group from their list, and out of it again by Undo', async () => {
    const page = await console.open('customers', { as: 'manager' })
    for (const name of ['Castle Lane Cafés', 'Pier Nine Brewing Co.']) {
      await page.getByRole('row', { name }).getByRole('checkbox').check()
    }
    await page.getByRole('button', { name: 'Bulk actions' }).click()
    await page.getByRole('menuitem', { name: 'Set group' }).click()
    await page.getByRole('combobox', { name: 'Price group' }).click()
    await page.getByRole('option', { name: 'Gold' }).click()
    await page.getByText(/in price for|No customer pays another price/).waitFor()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Set group' }).click()
    await page.getByText('2 customers: in Gold now.').waitFor()
    await page.getByRole('row', { name: /Castle Lane Cafés.*Gold/ }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(/^Undone for \d customers?\./).waitFor()
    expect(complaints(page)).toEqual([])
  })

  test("a customer's page shows its group and the group's terms, on a phone too", async () => {
    const terms = { group: 'Gold', sku: 'KT-INS114', unit: 1_300, minQty: 1, startsAt: null, endsAt: null }
    await setAgreedPrice(console.operator, terms)
    const path = `customers/${await customerIdOf(console, '00412')}?tab=prices`
    const page = await console.open(path, { viewport: PHONE, scheme: 'dark' })
    await page.getByRole('heading', { name: 'Price group' }).waitFor()
    await page.getByRole('link', { name: 'From Gold' }).waitFor()
    await page.getByRole('heading', { name: 'Agreed prices from Gold' }).waitFor()
    await page.getByRole('link', { name: 'All of Gold: 1 agreed price' }).waitFor()
    await page.getByRole('button', { name: 'Change group' }).click()
    await page.getByRole('combobox', { name: 'Price group' }).click()
    await page.getByRole('option', { name: 'None' }).click()
    await page.getByText(/products change in price for 1 customer/).waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
})

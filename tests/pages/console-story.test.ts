import { expect, test } from 'vitest'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { SIGN_IN, customerIdOf } from './sample-service.ts'
import {
  PHONE,
  SLUG,
  choose,
  complaints,
  describePages,
  expectAccessible,
  expectHeading,
  expectNoSidewaysScroll,
  expectSeen,
} from './use-console.ts'

describePages('home, customers, orders, activity and settings', (console) => {
  test('home says what needs doing, and leads there', async () => {
    const page = await console.open('')
    const orders = page.getByRole('region', { name: 'New orders' })
    await orders
      .getByRole('link', { name: /^Order \d+$/ })
      .first()
      .waitFor()
    await page.getByRole('region', { name: 'Products without a price' }).getByText('KT-MER22').waitFor()
    await page.getByRole('region', { name: 'Drafts' }).getByRole('link').first().waitFor()
    await page.getByRole('region', { name: 'Scheduled' }).getByRole('link').first().waitFor()
    const weeks = page.getByRole('table', { name: 'Orders by week' })
    await weeks.waitFor()
    expect(await weeks.getByRole('row').count()).toBe(13)
    // No image failed: nothing says zero.
    expect(await page.getByRole('region', { name: 'Failed images' }).count()).toBe(0)
    await expectAccessible(page)
    await orders.getByRole('link').first().click()
    await page.waitForURL(`**/w/${SLUG}/orders/**`)
    const phone = await console.open('', { viewport: PHONE })
    await expectHeading(phone, 'Home')
    await phone.getByRole('region', { name: 'New orders' }).waitFor()
    await expectNoSidewaysScroll(phone)
  })

  test('a customer is added, and a code that is taken is said at its field', async () => {
    const page = await console.open('customers', { as: 'manager' })
    await page.getByRole('button', { name: 'Add customer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('New Inn')
    await dialog.getByLabel('Account code').fill('castle01')
    await dialog.getByRole('button', { name: 'Add customer' }).click()
    await dialog.getByText('Castle Lane Cafés has the account code').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Account code').fill('NEWINN')
    await dialog.getByRole('button', { name: 'Add customer' }).click()
    await expectHeading(page, 'New Inn')
  })

  test('a discount says what it changes before it is added, and can be changed and removed', async () => {
    const page = await console.open(`customers/${await customerIdOf(console, 'COUNTER')}?tab=prices`, { as: 'manager' })
    const opener = page.getByRole('button', { name: 'Add discount' })
    await opener.click()
    const dialog = page.getByRole('dialog')
    await choose(page, 'Applies to', 'Brand')
    await choose(page, 'Brand', 'Aldermoor', 'Aldermoor')
    await dialog.getByLabel('Discount').fill('12.5')
    await dialog.getByText(/prices go down/).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add discount' }).click()
    const row = page.getByRole('row', { name: 'Brand Aldermoor' })
    await row.getByText('12.5%').waitFor()

    await row.getByRole('button', { name: 'Change' }).click()
    await dialog.getByLabel('Discount').fill('5')
    await dialog.getByText(/prices go up/).waitFor()
    await dialog.getByRole('button', { name: 'Change' }).click()
    await row.getByText('5%', { exact: true }).waitFor()

    await row.getByRole('button', { name: 'Remove' }).click()
    await dialog.getByText(/prices go up/).waitFor()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.waitFor()
    expect(complaints(page)).toEqual([])
  })

  test('staff move an order on under their name, a step at a time; what cannot be done says why', async () => {
    const order = { customer: 'WESTQUAY', poNumber: 'WQ-1', lines: [{ sku: 'TH-HAM16', qty: 1 }] }
    const { id } = await placeOrder(console.operator, order)
    const page = await console.open(`orders/${id}`, { as: 'manager' })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const history = page.getByRole('region', { name: 'History' })
    await button('Confirm').waitFor()
    expect(await button('Dispatch').count()).toBe(0)
    await button('Confirm').click()
    await history.getByText(/Confirmed/).waitFor()
    await history.getByText(/Tom Ashby/).waitFor()
    await button('Dispatch').click()
    await history.getByText(/Dispatched/).waitFor()
    await button('More actions').click()
    await expectSeen(page.getByRole('menuitem', { name: /^Cancel order .* too late to cancel it/ }))
    await page.keyboard.press('Escape')
    await button('Complete').click()
    await history.getByText(/Completed/).waitFor()
  })

  test('the activity is filtered by who, what and days, all in the address', async () => {
    const page = await console.open('activity')
    await expectHeading(page, 'Activity')
    const rows = () => page.getByRole('table').locator('tbody tr').allInnerTexts()
    await choose(page, 'What', 'Orders cancelled')
    await expect.poll(async () => (await rows()).length).toBe(2)
    await page.waitForURL('**/activity?what=order.cancel')
    await choose(page, 'What', 'Price changes')
    await choose(page, 'Who', 'Scheduler')
    await expect.poll(() => rows()).toEqual([expect.stringMatching(/Scheduler\s+Published price change/)])
    await page.getByLabel('Clear Who').click()
    await page.getByRole('textbox', { name: 'From', exact: true }).fill('2031-01-01')
    await expectSeen(page.getByText('Nothing matches'))
    await page.waitForURL('**/activity?*from=2031-01-01*')
    expect(complaints(page)).toEqual([])
  })

  test('an owner changes the wording, and is asked before leaving what is not saved', async () => {
    const page = await console.open('settings/workspace')
    const wording = page.getByLabel('Tax wording')
    await wording.fill('plus VAT')
    await page.getByRole('link', { name: 'Orders' }).click()
    const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
    await asked.getByRole('button', { name: 'Stay' }).click()
    expect(await wording.inputValue()).toBe('plus VAT')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings were saved.').waitFor()
    await page.getByRole('link', { name: 'Orders' }).click()
    await expectHeading(page, 'Orders')
  })

  test('somebody who is invited joins by the link, and is removed again', async () => {
    const page = await console.open('settings/people')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('dialog').getByLabel('E-mail').fill('nina@harbour.example')
    await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
    const link = await page.getByLabel('Invitation link').inputValue()
    await expectAccessible(page)
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('row', { name: 'nina@harbour.example' }).waitFor()

    const joining = await console.open(new URL(link).pathname, { as: 'nobody' })
    await joining.getByRole('heading', { level: 1, name: /^Join/ }).waitFor()
    await expectAccessible(joining)
    await joining.getByLabel('Name').fill('Nina Novak')
    await joining.getByLabel('Password', { exact: true }).fill('a password of Nina')
    await joining.getByRole('button', { name: 'Join' }).click()
    await expectHeading(joining, 'Home')

    await page.reload()
    await page.getByRole('row', { name: 'Nina Novak' }).getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Nina Novak is no longer a member.').waitFor()
    await joining.goto('/w/sample')
    await expectHeading(joining, 'Sign in')
  })

  test('name, e-mail and password are changed, and what is wrong is said at its field', async () => {
    const page = await console.open('/account', { as: 'manager' })
    await expectHeading(page, 'Your account')
    await page.getByLabel('Name').fill('Thomas Ashby')
    await page.getByRole('button', { name: 'Change name' }).click()
    await page.getByText('Your name was changed.').waitFor()
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'Password' }) })
    await section.getByLabel('Current password').fill('not this one')
    await section.getByLabel('New password').fill('another password of the tests')
    await section.getByRole('button', { name: 'Change password' }).click()
    await section.getByText('Must be your present password.').waitFor()
    expect(await section.getByLabel('New password').inputValue()).toBe('another password of the tests')
    await section.getByLabel('Current password').fill(SIGN_IN.password)
    await section.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password was changed.').waitFor()
  })
})

import type { Page } from 'playwright-core'
import { FIELD_LABELS } from '../../web/src/console/customers/customer-labels.ts'
import { expect, test } from 'vitest'
import { customerIdOf } from './sample-service.ts'
import {
  PHONE,
  complaints,
  describePages,
  expectAccessible,
  expectFields,
  expectHeading,
  expectNoSidewaysScroll,
} from './use-console.ts'

describePages('customers', (console) => {
  test('a customer is found by words, and its page by Enter; Back brings the search back', async () => {
    const page = await console.open('customers', { as: 'manager' })
    await expectHeading(page, 'Customers')
    await page.getByRole('searchbox', { name: 'Search customers' }).fill('cafes castle')
    const row = page.getByRole('row', { name: 'Castle Lane Cafés' })
    await row.waitFor()
    await page.getByText('1 customer', { exact: true }).waitFor()
    await expectAccessible(page)
    await row.getByRole('link').focus()
    await page.keyboard.press('Enter')
    await expectHeading(page, 'Castle Lane Cafés')
    expect(await page.title()).toBe('Castle Lane Cafés · Harbour & Vale Wholesale (sample)')
    await page.goBack()
    await page.getByText('1 customer', { exact: true }).waitFor()
    expect(await page.getByRole('searchbox', { name: 'Search customers' }).inputValue()).toBe('cafes castle')
    expect(complaints(page)).toEqual([])
  })

  test('a save is undone, and what is not saved asks before it is left', async () => {
    const page = await console.open(`customers/${await customerIdOf(console, 'WESTQUAY')}?tab=terms`)
    await page.getByLabel('Notes').fill('Call before noon')
    await expectFields(page, Object.values(FIELD_LABELS))
    await page.getByRole('link', { name: 'Customers', exact: true }).first().click()
    await page.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('tab', { name: 'Terms' }).click()
    expect(await page.getByLabel('Notes').inputValue()).toBe('Call before noon')
    await page.getByRole('switch', { name: 'Active' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Inactive', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    await page.getByText('Inactive', { exact: true }).waitFor({ state: 'detached' })
    expect(await page.getByRole('switch', { name: 'Active' }).isChecked()).toBe(true)
  })

  test('the second of two on one customer is told what the first changed', async () => {
    const path = `customers/${await customerIdOf(console, 'GREENWAY')}?tab=terms`
    const [first, second] = [await console.open(path), await console.open(path, { as: 'manager' })]
    await second.getByLabel('Notes').fill('From the second')
    await first.getByLabel('Phone').fill('01632 960999')
    await first.getByRole('button', { name: 'Save' }).click()
    await first.getByText('Saved: Phone.').waitFor()
    await second.getByRole('button', { name: 'Save' }).click()
    await second.getByText('Phone: 01632 960999 (it was').waitFor()
    await expectAccessible(second)
    await second.getByRole('button', { name: 'Keep what I typed' }).click()
    await second.getByRole('button', { name: 'Save' }).click()
    await second.getByText('Saved: Notes.').waitFor()
    expect(await second.getByLabel('Phone').inputValue()).toBe('01632 960999')
    expect(await second.getByLabel('Notes').inputValue()).toBe('From the second')
  })

  test('a failed save keeps what was typed', async () => {
    const page = await console.open(`customers/${await customerIdOf(console, 'BYRNE')}?tab=terms`)
    await page.getByLabel('Contact name').fill('Nobody yet')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The service cannot be reached').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved: Contact name.').waitFor()
    expect(await page.getByLabel('Contact name').inputValue()).toBe('Nobody yet')
  })

  test('staff see what they may not do, with the reason', async () => {
    const page = await console.open(`customers/${await customerIdOf(console, 'BYRNE')}`, { as: 'pricing' })
    await page.getByRole('button', { name: 'More actions' }).click()
    const act = page.getByRole('menuitem', { name: 'Delete' })
    expect(await act.isDisabled()).toBe(true)
    expect(await act.innerText()).toContain('does not include deleting products and customers')
  })

  test('who is no member sees nothing', async () => {
    const page = await console.open(`customers/${await customerIdOf(console, 'BYRNE')}`, { as: 'stranger' })
    await expectHeading(page, 'Not found')
  })

  test('every tab works on a phone, and axe finds nothing', async () => {
    const id = await customerIdOf(console, 'CASTLE01')
    const page = await console.open(`customers/${id}`, { viewport: PHONE })
    for (const tab of ['Overview', 'Terms', 'Prices', 'Buyers', 'Orders', 'History']) {
      await page.getByRole('tab', { name: tab }).click()
      await page.getByRole('tabpanel').waitFor()
      await loaded(page)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
    await page.getByRole('row', { name: 'buyer' }).first().waitFor()
    expect(complaints(page)).toEqual([])
  })

  test('a customer is deleted when its name is typed', async () => {
    const page = await console.open('customers')
    await page.getByRole('button', { name: 'Add customer' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Short Lived')
    await page.getByRole('dialog').getByRole('button', { name: 'Add customer' }).click()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: 'Delete customer' })
    await dialog.getByRole('textbox').fill('short')
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('Short Lived')
    await confirm.click()
    await expectHeading(page, 'Customers')
    await page.getByText('Short Lived was deleted.').waitFor()
  })
})

async function loaded(page: Page): Promise<void> {
  await page.waitForFunction(() => (globalThis as any).document.querySelectorAll('[aria-busy=true]').length === 0)
}

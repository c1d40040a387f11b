import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createQuote } from '../../server/src/orders/quotes/write-quote.ts'
import { editCustomers } from '../../server/src/pricing/terms/group-members.ts'
import { addPerson } from '../../server/src/people/persons.ts'
import { beginSession } from '../../server/src/people/sessions.ts'
import { readEditableOrderSettings, updateOrderSettings } from '../../server/src/orders/order-settings.ts'
import type { Role } from '../../server/src/shared/rights.ts'
import { customerIdOf } from './sample-service.ts'
import {
  complaints,
  describePages,
  expectAccessible,
  expectFocus,
  expectHeading,
  expectNoSidewaysScroll,
  expectSeen,
  PHONE,
} from './use-console.ts'

/** A line of the new order. */
async function addHammers(page: Page): Promise<void> {
  await page.getByRole('main').getByLabel('Product').fill('th-ham16')
  await page.keyboard.press('Enter')
  await expectFocus(page.getByLabel('Quantity', { exact: true }))
  await page.keyboard.type('24')
  await page.keyboard.press('Enter')
}

const places = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()

describePages('what each role sees and may', (console) => {
  /** Somebody of that role joins the staff, and is who looks at the pages as "stranger" from now on. */
  async function join(role: Role, name: string, values: { only_own_customers?: boolean } = {}): Promise<string> {
    const { context, workspaceId } = console
    const email = `${name.split(' ')[0]!.toLowerCase()}@calder.example`
    const id = (await addPerson(context, { name, email, isVerified: true, passwordHash: 'none' }))!
    await context.db
      .insertInto('member')
      .values({ workspace_id: workspaceId, person_id: id, role, created_at: context.clock(), ...values })
      .execute()
    console.tokens.stranger = await beginSession(context, id)
    return id
  }

  test('Orders places an order for a customer, and prices by hand only once the settings allow it', async () => {
    await join('orders', 'Olga Desk')
    const customer = await customerIdOf(console, 'WESTQUAY')
    const page = await console.open(`customers/${customer}?tab=prices`, { as: 'stranger' })
    await page.getByRole('button', { name: 'Add discount' }).waitFor()
    expect(await page.getByRole('button', { name: 'Add discount' }).isEnabled()).toBe(false)
    expect(await page.getByRole('button', { name: 'Add agreed price' }).isEnabled()).toBe(false)
    expect(await places(page)).not.toContain('Imports')
    await page.goto(`/w/sample/customers/${await customerIdOf(console, 'CASTLE01')}?tab=buyers`)
    await page.getByRole('button', { name: 'Invite buyer' }).waitFor()
    expect(
      await page
        .getByRole('button', { name: /^Disable / })
        .first()
        .isEnabled(),
    ).toBe(true)
    await page.goto(`/w/sample/orders/new?customer=${customer}`)
    await expectHeading(page, 'Place an order')
    const form = page.getByRole('main')
    await addHammers(page)
    await form.getByText(/^Subtotal.*£/).waitFor()
    expect(await page.getByRole('button', { name: /^Set price/ }).count()).toBe(0)
    const settings = await readEditableOrderSettings(console.operator)
    await updateOrderSettings(console.operator, { ...settings, deskSetsPrices: true })
    await page.goto(`/w/sample/orders/new?customer=${customer}`)
    await addHammers(page)
    await page
      .getByRole('button', { name: /^Set price/ })
      .first()
      .waitFor()
    await form.getByRole('button', { name: 'Place an order' }).click()
    await expectSeen(page.getByRole('heading', { level: 1, name: /^Order \d+$/ }))
    expect(complaints(page)).toEqual([])
  })

  test('Orders is told to copy a quote whose maker has left', async () => {
    await join('orders', 'Quinn Desk')
    const actor = { type: 'staff', id: null, name: 'A former colleague' } as const
    const lines = [{ sku: 'TH-HAM16', qty: 24 }]
    const { id } = await createQuote({ ...console.operator, actor }, { customer: 'WESTQUAY', lines })
    const page = await console.open(`quotes/${id}`, { as: 'stranger' })
    const send = page.getByRole('button', { name: 'Send quote' })
    await send.hover()
    await expectSeen(page.getByRole('tooltip', { name: 'Somebody who has left made this quote. Copy it to go on.' }))
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Copy', exact: true }).click()
    await expect.poll(() => send.isEnabled()).toBe(true)
    expect(complaints(page)).toEqual([])
  })

  test('Pricing is not offered to change the buyers of a customer', async () => {
    await join('pricing', 'Petra Price')
    const customer = await customerIdOf(console, 'CASTLE01')
    const page = await console.open(`customers/${customer}?tab=buyers`, { as: 'stranger' })
    await page.getByRole('button', { name: 'Invite buyer' }).waitFor()
    expect(
      await page
        .getByRole('button', { name: /^Disable / })
        .first()
        .isEnabled(),
    ).toBe(false)
    expect(complaints(page)).toEqual([])
  })

  test('who is held sees of a page that is refused only why', async () => {
    await join('viewer', 'Vic Narrow', { only_own_customers: true })
    const page = await console.open('customers', { as: 'stranger' })
    await page.getByText('You see the customers whose contact you are').waitFor()
    await page.goto('/w/sample/groups')
    await page.getByRole('alert').getByText('You are held to your own customers').waitFor()
    expect(await page.getByRole('table').isVisible()).toBe(false)
  })

  test('Viewer sees everything but people and keys, and changes nothing', async () => {
    await join('viewer', 'Vera View')
    const page = await console.open('orders?status=new', { as: 'stranger' })
    await page.getByRole('button', { name: 'Place an order' }).waitFor()
    expect(await page.getByRole('button', { name: 'Place an order' }).isEnabled()).toBe(false)
    await page.goto('/w/sample/customers')
    await page.getByRole('link', { name: 'Westquay' }).first().waitFor()
    expect(await page.getByRole('button', { name: 'Add customer' }).isEnabled()).toBe(false)
    await page.goto('/w/sample/quotes')
    await page.getByRole('button', { name: 'New quote' }).waitFor()
    expect(await page.getByRole('button', { name: 'New quote' }).isEnabled()).toBe(false)
    await page.goto('/w/sample/settings/people')
    await page.getByText('An owner decides who works here').waitFor()
    expect(complaints(page)).toEqual([])
  })

  test('an owner gives customers a contact and holds that member to them, who then sees no other', async () => {
    const id = await join('orders', 'Hal Held')
    const [westquay, other] = [await customerIdOf(console, 'WESTQUAY'), await customerIdOf(console, 'CASTLE01')]
    const owner = await console.open(`customers/${westquay}?dialog=set-contact`)
    const dialog = owner.getByRole('dialog', { name: 'Set contact' })
    await dialog.getByLabel('Contact').click()
    await owner.getByRole('option', { name: 'Hal Held' }).click()
    await expectAccessible(owner)
    await dialog.getByRole('button', { name: 'Set contact' }).click()
    await owner.getByText('Contact: Hal Held').waitFor()
    await owner.goto('/w/sample/settings/people')
    await owner.getByRole('checkbox', { name: 'Only own customers: Hal Held' }).click()
    await expect
      .poll(() => owner.getByRole('checkbox', { name: 'Only own customers: Hal Held' }).isChecked())
      .toBe(true)
    await expectAccessible(owner)
    expect(complaints(owner)).toEqual([])

    const page = await console.open('customers', { as: 'stranger' })
    await page.getByRole('link', { name: 'Mine' }).waitFor()
    await page
      .getByRole('link', { name: /Westquay/ })
      .first()
      .waitFor()
    expect(await page.getByRole('table').getByRole('row').count()).toBe(2)
    const shown = await places(page)
    for (const hidden of ['Price changes', 'Price groups', 'Imports', 'Activity']) expect(shown).not.toContain(hidden)
    await page.goto(`/w/sample/customers/${other}`)
    await expectHeading(page, 'Not found')
    for (const path of ['', '/orders', '/quotes?tab=mine', '/products', `/customers/${westquay}`, '/settings/mail']) {
      const at = await console.open(`/w/sample${path}`, { as: 'stranger', viewport: PHONE, scheme: 'dark' })
      await at.getByRole('heading', { level: 1 }).waitFor()
      await at.waitForLoadState('networkidle')
      await expectNoSidewaysScroll(at)
      await expectAccessible(at)
      expect(complaints(at)).toEqual([])
    }
    const back = { customers: { ids: [westquay] }, change: { field: 'contact' as const, value: null } }
    expect((await editCustomers(console.operator, back)).changed).toBe(1)
    expect(id).not.toBe('')
  })
})

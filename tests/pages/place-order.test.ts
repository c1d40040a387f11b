import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setAgreedPrice } from '../../server/src/pricing/terms/set-agreed-price.ts'
import { readEditableOrderSettings, updateOrderSettings } from '../../server/src/orders/order-settings.ts'
import {
  PHONE,
  complaints,
  describePages,
  expectAccessible,
  expectFocus,
  expectHeading,
  expectSeen,
} from './use-console.ts'

/** Chooses the customer, and stands in the field for the product. */
async function chooseCustomer(page: Page, form: Locator, customer: string): Promise<void> {
  const field = form.getByLabel('Customer')
  await field.fill(customer)
  await expectSeen(page.getByRole('option', { name: new RegExp(customer, 'i') }))
  await field.press('Enter')
  await form.getByLabel('Product').focus()
}

/** Types a line as one would, without waiting for anything. */
async function typeLine(page: Page, product: string, quantity: string): Promise<void> {
  await page.keyboard.type(product)
  await page.keyboard.press('Enter')
  await expectFocus(page.getByLabel('Quantity', { exact: true }))
  await page.keyboard.type(quantity)
  await page.keyboard.press('Enter')
}

/** Places the order, which the service does, and loses the answer. */
async function placeWithoutAnswer(page: Page, form: Locator): Promise<void> {
  let drops = 1
  await page.route('**/orders', async (route) => {
    if (route.request().method() !== 'POST' || drops-- <= 0) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await expectSeen(form.getByText(/^Subtotal.*£/))
  await form.getByRole('button', { name: 'Place an order' }).click()
  await expectSeen(form.getByText('The service cannot be reached'))
}

describePages('placing an order by phone', (console) => {
  async function openForm(options?: Parameters<typeof console.open>[1]): Promise<{ page: Page; form: Locator }> {
    const page = await console.open('orders', options)
    await page.getByRole('button', { name: 'Place an order' }).click()
    await expectHeading(page, 'Place an order')
    return { page, form: page.getByRole('main') }
  }

  function agree(sku: string, unit: number, minQty: number) {
    return setAgreedPrice(console.operator, { customer: 'WESTQUAY', sku, unit, minQty, startsAt: null, endsAt: null })
  }

  test('an order is typed without a mouse: SKU or words, Enter, quantity, Enter', async () => {
    const { page, form } = await openForm({ as: 'manager' })
    await chooseCustomer(page, form, 'Westquay')
    await typeLine(page, 'th-ham16', '24')
    await typeLine(page, 'tape measure 5', '12')
    await expectSeen(form.getByRole('row', { name: /Claw hammer 16 oz.*£6\.62 £158\.88/s }))
    await expectSeen(form.getByRole('row', { name: /Tape measure 5 m/ }))
    await expectSeen(form.getByText('Subtotal (ex VAT): £193.32'))
    await form.getByLabel('PO number').fill('WQ-77')
    await form.getByRole('button', { name: 'Place an order' }).press('Enter')
    await expectSeen(page.getByText(/^Order \d+ is placed\.$/))
    await expectSeen(page.getByRole('heading', { level: 1, name: /^Order \d+$/ }))
    await expectSeen(page.getByText('placed by Tom Ashby'))
    await expectSeen(page.getByText('WQ-77').filter({ visible: true }))
    expect(complaints(page)).toEqual([])
  })

  test('an order past the limit says what it makes of the credit, and is confirmed at once or refused', async () => {
    const { page, form } = await openForm()
    await chooseCustomer(page, form, 'Byrne')
    await expectSeen(form.getByText(/^Credit: £480\.00 owed and £[\d.]+ in 1 open order; the limit is £600\.00\.$/))
    await typeLine(page, 'CU15-3', '10')
    await expectSeen(form.getByText(/£[\d,.]+ of £600\.00 with this one\.$/))
    await expectSeen(form.getByText('It waits until somebody confirms it.'))
    await expectAccessible(page)
    await page.getByRole('checkbox', { name: 'Confirm it over the limit' }).check()
    await form.getByRole('button', { name: 'Place an order' }).click()
    await expectSeen(page.getByRole('heading', { level: 1, name: /^Order \d+$/ }))
    await expectSeen(page.getByText('Confirmed', { exact: true }).first())
    const settings = await readEditableOrderSettings(console.operator)
    await updateOrderSettings(console.operator, { ...settings, creditPolicy: 'refuse' })
    await page.goto('/w/sample/orders/new')
    await chooseCustomer(page, form, 'Byrne')
    await typeLine(page, 'CU15-3', '10')
    await expectSeen(form.getByText('It cannot be placed: order less, or raise the limit.'))
    const submit = form.getByRole('button', { name: 'Place an order' })
    expect(await submit.getAttribute('aria-disabled')).toBe('true')
    expect(await page.getByRole('checkbox', { name: 'Confirm it over the limit' }).count()).toBe(0)
    await page.keyboard.press('Control+Enter')
    await expectSeen(page.getByText('The order passes the credit limit: order less, or raise the limit.').first())
  })

  test('the next quantity break is said before the line is added, and one press takes it', async () => {
    await agree('TH-TM5', 210, 24)
    const { page, form } = await openForm()
    await chooseCustomer(page, form, 'Westquay')
    await page.keyboard.type('TH-TM5')
    await page.keyboard.press('Enter')
    await expectFocus(form.getByLabel('Quantity', { exact: true }))
    await page.keyboard.type('18')
    await expectSeen(form.getByText('24 or more: £2.10; add 6'))
    await form.getByRole('button', { name: 'add 6' }).click()
    expect(await form.getByLabel('Quantity', { exact: true }).inputValue()).toBe('24')
    await expectSeen(form.getByText('24 × £2.10 = £50.40'))
  })

  test('what cannot be ordered is said at its line, and the button says why it waits', async () => {
    const { page, form } = await openForm()
    await chooseCustomer(page, form, 'Westquay')
    await page.keyboard.type('no such thing')
    await page.keyboard.press('Enter')
    await expectSeen(form.getByText('Nothing matches “no such thing”'))
    const submit = form.getByRole('button', { name: 'Place an order' })
    expect(await submit.getAttribute('aria-disabled')).toBe('true')
    await form.getByLabel('Product').fill('')
    await typeLine(page, 'TH-HAM16', '0')
    await expectSeen(form.getByText('Write a whole number from 1'))
  })

  test('a price that changed meanwhile is shown beside the old one, and is asked about', async () => {
    const { page, form } = await openForm()
    await chooseCustomer(page, form, 'Westquay')
    await typeLine(page, 'TH-HAM20', '2')
    await expectSeen(form.getByText('Subtotal (ex VAT): £15.20'))
    await form.getByLabel('PO number').fill('WQ-78')
    await agree('TH-HAM20', 800, 1)
    await form.getByRole('button', { name: 'Place an order' }).click()
    await expectSeen(form.getByText('was £7.60'))
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Place an order at the new prices' }).click()
    await expectSeen(page.getByRole('heading', { level: 1, name: /^Order \d+$/ }))
    await expectSeen(page.getByRole('cell', { name: '£16.00' }).first())
  })

  test('where the connection drops while placing, all stays typed, and a second try places no second order', async () => {
    const { page, form } = await openForm()
    await chooseCustomer(page, form, 'Westquay')
    await typeLine(page, 'TH-HAM8', '3')
    await form.getByLabel('PO number').fill('WQ-79')
    await placeWithoutAnswer(page, form)
    expect(await form.getByLabel('PO number').inputValue()).toBe('WQ-79')
    await form.getByRole('button', { name: 'Place an order' }).click()
    await expectSeen(page.getByRole('heading', { level: 1, name: /^Order \d+$/ }))
    const list = await console.open('orders?q=WQ-79')
    await expectSeen(list.getByRole('row', { name: /Westquay/ }))
    expect(await list.getByRole('row', { name: /Westquay/ }).count()).toBe(1)
  })

  test('an order that was changed after a lost answer is not placed beside the first one unseen', async () => {
    const { page, form } = await openForm()
    await chooseCustomer(page, form, 'Westquay')
    await typeLine(page, 'TH-HAM8', '2')
    await form.getByLabel('PO number').fill('WQ-80')
    await placeWithoutAnswer(page, form)
    await form.getByLabel('Note').fill('Ring the bell')
    await form.getByRole('button', { name: 'Place an order' }).click()
    await expectSeen(form.getByText('An earlier attempt did place an order.'))
  })

  test('what was typed outlives the page, and the tab: lines, note, address and day', async () => {
    const { page, form } = await openForm({ viewport: PHONE })
    await chooseCustomer(page, form, 'Westquay')
    await typeLine(page, 'TH-HAM16', '5')
    await expectSeen(form.getByRole('row', { name: /Claw hammer/ }))
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Orders' }).first().click()
    const question = page.getByRole('dialog', { name: 'Leave this order?' })
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Leave' }).click()
    await expectHeading(page, 'Orders')
    await page.reload()
    await page.getByRole('button', { name: 'Place an order' }).click()
    await expectSeen(form.getByRole('row', { name: /Claw hammer/ }))
    await expectFocus(form.getByLabel('Product'))
    await form.getByRole('button', { name: 'Remove TH-HAM16' }).click()
    expect(await form.getByRole('row').count()).toBe(0)
    await page.getByRole('link', { name: 'Orders' }).first().click()
    await expectHeading(page, 'Orders')
    await page.getByRole('button', { name: 'Place an order' }).click()
    await form.getByRole('button', { name: 'Start again' }).click()
    await chooseCustomer(page, form, 'Castle')
    await typeLine(page, 'TH-TM5', '2')
    await form.getByRole('combobox', { name: 'Deliver to' }).click()
    await page.getByRole('option', { name: 'Quayside café' }).click()
    const day = await form.getByLabel('Wanted on').inputValue()
    await form.getByLabel('Wanted on').fill(day.replace(/^\d{4}/, (year) => String(Number(year) + 1)))
    await form.getByLabel('Note').fill('Ring twice')
    const wanted = await form.getByLabel('Wanted on').inputValue()
    const next = await page.context().newPage()
    await page.close()
    await next.goto(`${console.url}/w/sample/orders/new`)
    const again = next.getByRole('main')
    await expectSeen(again.getByRole('row', { name: /Tape measure 5 m/ }))
    expect(await again.getByLabel('Customer').inputValue()).toBe('Castle Lane Cafés')
    expect(await again.getByRole('combobox', { name: 'Deliver to' }).inputValue()).toBe('Quayside café')
    expect(await again.getByLabel('Wanted on').inputValue()).toBe(wanted)
    expect(await again.getByLabel('Note').inputValue()).toBe('Ring twice')
    await next.close()
  })
})

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { editQuote, createQuote } from '../../server/src/orders/quotes/write-quote.ts'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { customerIdOf } from './sample-service.ts'
import {
  PHONE,
  complaints,
  describePages,
  expectAccessible,
  expectFocus,
  expectHeading,
  expectNoSidewaysScroll,
  expectSeen,
} from './use-console.ts'

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

describePages('quotes in the console', (console) => {
  const begin = (customer = 'WESTQUAY') =>
    createQuote(console.operator, {
      customer,
      lines: [
        { sku: 'TH-HAM16', qty: 24 },
        { sku: 'TH-TM5', qty: 12 },
      ],
    })

  async function openQuote(options?: Parameters<typeof console.open>[1]): Promise<{ page: Page; id: string }> {
    const { id, number } = await begin()
    const page = await console.open(`quotes/${id}`, options)
    await expectHeading(page, `Quote ${number}`)
    await expectSeen(page.getByRole('row', { name: /Claw hammer 16 oz.*£/s }))
    return { page, id }
  }

  test('one is begun for a customer, priced below today’s prices, saved and sent', async () => {
    const page = await console.open('', { as: 'manager' })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Quotes' }).click()
    await expectHeading(page, 'Quotes')
    await page.getByRole('button', { name: 'New quote' }).click()
    await expectHeading(page, 'New quote')
    await expectFocus(page.getByRole('combobox', { name: 'Customer' }))
    await page.keyboard.type('westquay')
    await expectSeen(page.getByRole('option', { name: /Westquay/ }))
    await page.keyboard.press('Enter')
    await expectFocus(page.getByLabel('Product'))
    await page.keyboard.type('TH-HAM16')
    await page.keyboard.press('Enter')
    await expectFocus(page.getByLabel('Quantity', { exact: true }))
    await page.keyboard.type('24')
    await page.keyboard.press('Enter')
    await expectSeen(page.getByRole('row', { name: /Claw hammer 16 oz.*£6\.62/s }))
    await expectAccessible(page)
    await page.getByRole('main').getByRole('button', { name: 'New quote' }).click()
    await expectSeen(page.getByRole('heading', { level: 1, name: /^Quote \d+$/ }))
    await expectSeen(page.getByRole('row', { name: /Claw hammer 16 oz.*£6\.62/s }))
    await page.getByRole('button', { name: 'Send quote' }).click()
    await expectSeen(page.getByText('Write the price of one.'))
    await expectSeen(page.getByText('Write the last day on which it can be ordered.'))
    await page.getByLabel('Take off all').fill('10')
    await page.getByRole('button', { name: 'Price all lines' }).click()
    expect(await page.getByLabel('Price of TH-HAM16').inputValue()).toBe('5.96')
    expect(await page.getByText('Write the price of one.').count()).toBe(0)
    await page.getByRole('checkbox', { name: '24 or more of TH-HAM16' }).check()
    await page.getByLabel('Valid until').fill(inDays(30))
    await page.getByLabel('A word to the buyer').fill('As we said on the phone.')
    expect(await page.getByText('Write the last day on which').count()).toBe(0)
    await expectSeen(page.getByText(/^Subtotal \(ex VAT\): £143\.04$/))
    await page.getByRole('link', { name: 'Orders' }).first().click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expectSeen(page.getByText(/^Quote \d+ was saved\.$/))
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send quote' }).click()
    await expectSeen(page.getByText(/^Quote \d+ is sent\.$/))
    await expectSeen(page.getByRole('row', { name: /Claw hammer 16 oz.*24 or more.*£5\.96.*£143\.04/s }))
    await expectSeen(page.getByRole('definition').filter({ hasText: 'As we said on the phone.' }))
    await expectAccessible(page)
    const address = page.url()
    await page.goto('/w/sample/quotes?tab=sent')
    await expectSeen(page.getByRole('row', { name: /Westquay.*£143\.04/s }))
    await page.getByRole('searchbox', { name: 'Search quotes' }).fill('nobody')
    await expectSeen(page.getByText('No quote matches'))
    // Its customer says yes on the phone.
    await page.goto(address)
    await page.getByRole('button', { name: 'Order at these prices' }).click()
    const dialog = page.getByRole('dialog', { name: 'Order at these prices' })
    await expectSeen(dialog.getByText(/^All of quote \d+ for Westquay.*: £143\.04 before tax\.$/))
    await dialog.getByLabel('PO number').fill('PHONE-1')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Order at these prices' }).click()
    await expectSeen(page.getByRole('heading', { level: 1, name: /^Order \d+$/ }))
    await expectSeen(page.getByLabel('About this order').getByText('PHONE-1'))
    expect(complaints(page)).toEqual([])
  })

  test('a price far below today’s is asked about once more; the quote is copied, agreed and withdrawn', async () => {
    const { page } = await openQuote({ as: 'manager' })
    await page.getByLabel('Price of TH-HAM16').fill('1.00')
    await page.getByLabel('Price of TH-TM5').fill('2.80')
    await page.getByLabel('Valid until').fill(inDays(14))
    await page.getByRole('button', { name: 'Send quote' }).click()
    const question = page.getByRole('dialog', { name: 'Send quote with low prices?' })
    await expectSeen(question.getByText('TH-HAM16: £1.00 instead of £6.62'))
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Send quote at these prices' }).click()
    await expectSeen(page.getByText(/^Quote \d+ is sent\.$/))
    const more = async (name: string) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await more('Make these their agreed prices until…')
    const agree = page.getByRole('dialog', { name: 'Make these their agreed prices' })
    await agree.getByLabel('Until').fill(inDays(60))
    await agree.getByRole('button', { name: 'Make these their agreed prices' }).click()
    await expectSeen(page.getByText(/^2 prices are agreed with Westquay/))
    await more('Withdraw')
    const withdraw = page.getByRole('dialog', { name: /^Withdraw quote \d+$/ })
    await withdraw.getByLabel('Reason').fill('A mistake')
    await withdraw.getByRole('button', { name: /^Withdraw/ }).click()
    await expectSeen(page.getByText(/^Quote \d+ is withdrawn\.$/))
    await expectSeen(page.getByRole('region', { name: 'History' }).getByText('A mistake'))
    const before = await page.getByRole('heading', { level: 1 }).innerText()
    await more('Copy')
    await expectSeen(page.getByText(/^Quote \d+ has the lines of quote \d+\.$/))
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).not.toBe(before)
    expect(await page.getByLabel('Price of TH-HAM16').inputValue()).toBe('1.00')
    expect(complaints(page)).toEqual([])
  })

  test('a change by somebody else is told, and what was typed is kept over it', async () => {
    const { page, id } = await openQuote()
    await page.getByLabel('Price of TH-HAM16').fill('6.00')
    await editQuote(console.operator, {
      id,
      version: 1,
      lines: [
        { sku: 'TH-HAM16', qty: 30, unit: 610 },
        { sku: 'TH-TM5', qty: 12 },
      ],
    })
    await page.getByRole('button', { name: 'Save' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Somebody else changed this quote meanwhile' })
    await expectSeen(alert.getByText('TH-HAM16: 30 at £6.10'))
    await expectAccessible(page)
    await alert.getByRole('button', { name: 'Keep what I typed' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expectSeen(page.getByText(/^Quote \d+ was saved\.$/))
    expect(await page.getByLabel('Price of TH-HAM16').inputValue()).toBe('6.00')
  })

  test('an order or a pasted list begins one with its lines; Home says that it waits; on a phone it fits', async () => {
    const { id } = await placeOrder(console.operator, { customer: 'CASTLE01', lines: [{ sku: 'TH-TM5', qty: 5 }] })
    const page = await console.open(`orders/${id}`, { viewport: PHONE, scheme: 'dark' })
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Make a quote' }).click()
    await expectSeen(page.getByRole('heading', { level: 1, name: /^Quote \d+$/ }))
    expect(await page.getByLabel('Quantity of TH-TM5').inputValue()).toBe('5')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.goto('/w/sample')
    await page.getByRole('link', { name: /^Show all: Quotes? waits? for prices$/ }).click()
    await expectHeading(page, 'Quotes')
    await expectAccessible(page)
    await page.goto(`/w/sample/customers/${await customerIdOf(console, 'BYRNE')}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Make a quote' }).click()
    await expectHeading(page, 'New quote')
    await expect.poll(() => page.getByLabel('Customer').inputValue()).toMatch(/Byrne/)
    await page.getByRole('button', { name: 'Paste or upload' }).click()
    const list = page.getByRole('region', { name: 'The customer’s own list' })
    await list.getByLabel('Paste the list').fill('10 x TH-HAM16 @ £6.50\n4 x TH-TM5')
    await list.getByRole('button', { name: 'Compare' }).click()
    const begin = page.getByRole('region', { name: 'Summary' }).getByRole('button', { name: 'New quote' })
    expect(await begin.getAttribute('aria-disabled')).toBe('true')
    await list.getByRole('button', { name: 'Use theirs, TH-HAM16' }).click()
    expect(await list.getByRole('button', { name: 'Agree it' }).count()).toBe(0)
    await expectAccessible(page)
    await list.getByRole('button', { name: 'Take 2 lines' }).click()
    await expectSeen(page.getByText('by hand: as in their list'))
    await begin.click()
    await expectSeen(page.getByRole('heading', { level: 1, name: /^Quote \d+$/ }))
    expect(await page.getByLabel('Price of TH-HAM16').inputValue()).toBe('6.50')
    // The others begin at the prices of today, which were shown.
    expect(await page.getByLabel('Price of TH-TM5').inputValue()).toMatch(/^\d+\.\d\d$/)
  })
})

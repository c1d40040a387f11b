import { expect, test } from 'vitest'
import {
  PHONE,
  callPortal,
  complaints,
  describePages,
  expectAccessible,
  expectHeading,
  expectNoSidewaysScroll,
} from './use-console.ts'
import { editQuote } from '../../server/src/orders/quotes/write-quote.ts'
import { readQuote } from '../../server/src/orders/quotes/read-quote.ts'
import { sendQuote } from '../../server/src/orders/quotes/settle-quote.ts'
import { addDays, dayOf } from '../../server/src/lib/local-time.ts'

describePages('quotes in the trade portal', (service) => {
  test('a buyer asks for a quote from the basket, and orders it at its prices once it is sent', async () => {
    const page = await service.open('/t/sample/basket', { as: 'buyer', viewport: { width: 1280, height: 1400 } })
    const products: any[] = await callPortal(page, 'GET', '/products?limit=20')
    const lines = products
      .filter(({ price, minOrderQty, orderMultiple }) => price.unit !== null && minOrderQty + orderMultiple === 2)
      .slice(0, 2)
      .map(({ sku }) => ({ sku, qty: 12 }))
    await callPortal(page, 'DELETE', '/basket/lines')
    await callPortal(page, 'POST', '/basket/lines', { lines })
    await page.reload()
    await expectHeading(page, 'Basket')
    await page.getByRole('button', { name: 'Ask for a quote' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ask for a quote' })
    await dialog.getByRole('textbox', { name: 'Note' }).fill('For the new terrace.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Ask for a quote' }).click()
    await expectHeading(page, 'Quote 3')
    await page.getByText('Your wholesaler has not priced it yet.').waitFor()
    await page.getByText('For the new terrace.').waitFor()
    await expectAccessible(page)

    const context = { ...service.operator, workspaceId: service.workspaceId }
    const quote = await readQuote(context, '3')
    const priced = quote.lines.map(({ sku, qty }, i) => ({ sku, qty, unit: 5_000 + i, orMore: i === 1 }))
    const validUntil = addDays(dayOf(context.clock(), 'Europe/London'), 30)
    await editQuote(context, { id: quote.id, version: quote.version, lines: priced, validUntil, message: 'Our best.' })
    await sendQuote(context, { id: quote.id, version: quote.version + 1, lowPrices: true })

    await page.reload()
    await page.getByText('Our best.').waitFor()
    const order = page.getByRole('button', { name: 'Order at these prices' })
    await order.waitFor()
    await page.getByRole('link', { name: 'PDF' }).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    // More than quoted is at the price of the day.
    const quantity = page.getByRole('textbox', { name: 'Quantity' }).first()
    await quantity.fill('13')
    await page.getByText(/^Your price today: the quote is for up to 12/).waitFor()
    await quantity.fill('0')
    await page.getByText('The rest of the quote is closed with this order.').waitFor()
    await quantity.fill('12')
    const number = page.getByRole('textbox', { name: 'PO number' })
    await number.fill('PO-4711')
    await order.click()
    await page.getByRole('heading', { level: 1, name: /^Order \d+ sent$/ }).waitFor()
    await page.getByRole('link', { name: 'See the order' }).click()
    await page
      .getByText(/^Quote 3, until /)
      .first()
      .waitFor()
    await page.getByText('£50.00').first().waitFor()

    await page.goto(`${service.url}/t/sample/quotes`)
    await expectHeading(page, 'Quotes')
    await page.getByRole('row', { name: /3 Ordered/ }).waitFor()
    await expectAccessible(page)
    expect(complaints(page)).toEqual([])
  })

  test('on a phone the quotes are cards, and one can be declined or asked for again', async () => {
    const context = { ...service.operator, workspaceId: service.workspaceId }
    const page = await service.open('/t/sample/quotes', { as: 'buyer', viewport: PHONE })
    await expectHeading(page, 'Quotes')
    await page.getByRole('list', { name: 'Quotes' }).getByRole('link', { name: 'Quote 3' }).click()
    await expectHeading(page, 'Quote 3')
    await page.getByRole('button', { name: 'Ask again' }).click()
    await expectHeading(page, 'Quote 4')
    const { id, version, lines } = await readQuote(context, '4')
    const validUntil = addDays(dayOf(context.clock(), 'Europe/London'), 30)
    const priced = lines.map(({ sku, qty }) => ({ sku, qty, unit: 4_000 }))
    await editQuote(context, { id, version, lines: priced, validUntil })
    await sendQuote(context, { id, version: version + 1, lowPrices: true })
    await page.reload()
    await page.getByRole('button', { name: 'Order at these prices' }).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'No, thank you' }).click()
    const dialog = page.getByRole('dialog', { name: 'No, thank you' })
    await dialog.getByRole('textbox').fill('Too dear.')
    await dialog.getByRole('button', { name: 'No, thank you' }).click()
    await page.getByText('Too dear.').waitFor()
    await page.getByText('Declined').first().waitFor()
    expect(complaints(page)).toEqual([])
  })
})

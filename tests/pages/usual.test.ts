import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import {
  PHONE,
  callPortal,
  complaints,
  describePages,
  expectAccessible,
  expectHeading,
  openSentOrder,
} from './use-console.ts'
import { expectFocus, expectNoSidewaysScroll, expectSeen } from './use-console.ts'

/** What the weekly order may take. */
const [TAPS, MS] = [12, 30_000]

describePages('what is usual', (service) => {
  /** Orders of the last weeks, each of the same 20 products that the sample's buyer sees. */
  async function givenWeeklyOrders(page: Page): Promise<string[]> {
    const answer = await page.request.get('/app-api/portal/sample/products?limit=50')
    const { data } = (await answer.json()) as { data: any[] }
    const able = data.filter(({ price, minOrderQty }) => price.unit !== null && minOrderQty <= 5).slice(0, 20)
    const lines = able.map(({ sku }, i) => ({ sku, qty: 5 + i }))
    expect(lines).toHaveLength(20)
    for (let week = 0; week < 2; week++) await placeOrder(service.operator, { customer: 'CASTLE01', lines })
    return able.map(({ name }) => name)
  }

  test('the weekly order of 20 lines, three of them changed, takes a few taps on a phone', async () => {
    const page = await service.open('/t/sample/orders', { as: 'buyer', viewport: PHONE })
    await expectHeading(page, 'Your orders')
    const names = await givenWeeklyOrders(page)
    await page.goto('/t/sample/usual')
    const began = performance.now()
    let taps = 0
    const tap = async (
      role: 'button' | 'link',
      name: string | RegExp,
      within: Page | ReturnType<typeof row> = page,
    ) => {
      taps++
      await within.getByRole(role, { name, exact: true }).click()
    }
    const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
    const quantity = (name: string) => page.getByRole('textbox', { name: `Quantity, ${name}`, exact: true })
    await expectHeading(page, 'Usual')
    await expectSeen(page.getByText(/^2\d lines · £/))
    const [first, second, third] = names as [string, string, string]
    expect(await quantity(first).inputValue()).toBe('5')
    await tap('button', `More, ${first}`)
    await tap('button', `Less, ${second}`)
    taps++
    await quantity(third).click()
    await page.keyboard.type('0')
    await tap('button', 'Add all')
    await expectFocus(page.getByRole('link', { name: 'Review order' }))
    await tap('link', 'Review order')
    await expectHeading(page, 'Basket')
    await tap('button', 'Place order')
    await page.getByRole('heading', { level: 1, name: /^Order \d+ sent$/ }).waitFor()
    const took = performance.now() - began
    console.log(`The weekly order: ${taps} taps, ${(took / 1000).toFixed(1)} s`)
    expect(taps).toBeLessThanOrEqual(TAPS)
    expect(took).toBeLessThan(MS)
    await openSentOrder(page)
    const ordered = (name: string) => page.getByRole('row').filter({ hasText: name }).innerText()
    expect(await ordered(first)).toMatch(/\b6\b/)
    expect(await ordered(second)).toMatch(/\b5\b/)
    expect(await page.getByText(third, { exact: true }).count()).toBe(0)
    expect(complaints(page)).toEqual([])
  })

  test('each row names its product, adds what is ordered now and then, and is shown as in the basket', async () => {
    const page = await service.open('/t/sample/usual', { as: 'buyer', viewport: PHONE })
    await expectHeading(page, 'Usual')
    const rare = page.getByRole('list', { name: 'Ordered less often' }).getByRole('listitem').first()
    const name = await rare.getByRole('link').first().innerText()
    const quantity = rare.getByRole('textbox', { name: `Quantity, ${name}`, exact: true })
    expect(await quantity.inputValue()).toBe('0')
    const last = /Last ([\d,]+) on/.exec(await rare.innerText())![1]
    await rare.getByRole('button', { name: 'Add', exact: true }).click()
    await expectSeen(rare.getByText('In basket'))
    expect(await quantity.inputValue()).toBe(last)
    // The quantity is that of the basket now; none takes it out, which can be undone.
    await rare.getByRole('button', { name: `More, ${name}`, exact: true }).click()
    const inBasket = async () => (await callPortal(page, 'GET', '/basket')).lines.map(({ qty }: any) => qty)
    await expect.poll(inBasket).toHaveLength(1)
    await expect.poll(async () => (await inBasket())[0]).toBeGreaterThan(Number(last))
    await quantity.fill('0')
    await quantity.press('Enter')
    await rare.getByRole('button', { name: 'Add', exact: true }).waitFor()
    expect(await inBasket()).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectSeen(rare.getByText('In basket'))
    expect(Number(await quantity.inputValue())).toBeGreaterThan(Number(last))
    const other = page.getByRole('list', { name: 'Ordered less often' }).getByRole('listitem').nth(1)
    await other.getByRole('textbox').fill('some')
    await expectSeen(other.getByText(/Write a whole number/))
    await page.getByRole('button', { name: 'Add all' }).focus()
    await expectSeen(page.getByText('First correct the quantities that are marked.'))
    await other.getByRole('textbox').fill('0')
    // Without the message that something was added, which lies over a row for a moment.
    await page.reload()
    await expectHeading(page, 'Usual')
    await page.waitForLoadState('networkidle')
    await expectNoSidewaysScroll(page)
    // As high as the page, so that neither the header nor the bar lies over a row.
    for (const width of [PHONE.width, 1280]) {
      await page.setViewportSize({ width, height: 6_000 })
      await expectAccessible(page)
    }
    expect(complaints(page)).toEqual([])
  })

  test('the weekly order as it is takes three taps', async () => {
    const page = await service.open('/t/sample/usual', { as: 'buyer', viewport: PHONE })
    await expectHeading(page, 'Usual')
    await callPortal(page, 'DELETE', '/basket/lines')
    await page.reload()
    const began = performance.now()
    await page.getByRole('button', { name: 'Add all' }).click()
    await page.getByRole('link', { name: 'Review order' }).click()
    await page.getByRole('button', { name: 'Place order' }).click()
    await page.getByRole('heading', { level: 1, name: /^Order \d+ sent$/ }).waitFor()
    const took = performance.now() - began
    console.log(`The weekly order in three taps: ${(took / 1000).toFixed(1)} s`)
    expect(took).toBeLessThan(MS)
    expect(complaints(page)).toEqual([])
  })

  test('it is the first place of who has ordered, and a new buyer gets the catalogue', async () => {
    const page = await service.open('/t/sample', { as: 'buyer' })
    await expectHeading(page, 'Catalogue')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().click()
    await expectHeading(page, 'Usual')
    await page.route('**/app-api/portal/sample/portal', async (route) => {
      const answer = await route.fetch()
      const { data } = (await answer.json()) as { data: object }
      await route.fulfill({ response: answer, json: { data: { ...data, hasOrdered: false } } })
    })
    await page.goto('/t/sample/usual')
    await expectHeading(page, 'Catalogue')
    expect(await page.getByRole('link', { name: 'Usual', exact: true }).count()).toBe(0)
  })
})

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { callAs, linesOf, openDraftOfAll } from './given-price-change.ts'
import {
  describePages,
  choose,
  expectAccessible,
  expectFocus,
  expectHeading,
  expectNoSidewaysScroll,
  PHONE,
} from './use-console.ts'

const chart = (page: Page, name: string) => page.getByRole('application', { name })
const told = (page: Page, name: string) =>
  page
    .locator('figure')
    .filter({ has: chart(page, name) })
    .locator('[aria-live]')
const rowsOf = async (page: Page, name: string) => {
  const table = page.getByRole('table', { name, exact: true })
  await table.waitFor()
  const rows = await table.getByRole('row').all()
  return Promise.all(rows.slice(1).map((row) => row.getByRole('cell').allInnerTexts()))
}

describePages('charts', (console) => {
  test('a chart is one tab stop: arrows tell its points, and a table has them all', async () => {
    const page = await console.open('')
    await chart(page, 'Turnover by week').focus()
    const rows = await rowsOf(page, 'Turnover by week')
    expect(rows).toHaveLength(12)
    const tells = async ([week, orders, value]: string[]) => {
      const text = `${week}Orders: ${orders}Value: ${value}`
      await expect.poll(() => told(page, 'Turnover by week').textContent()).toBe(text)
    }
    await page.keyboard.press('ArrowLeft')
    await tells(rows.at(-2)!)
    await page.keyboard.press('Home')
    await tells(rows[0]!)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowRight')
    await tells(rows[1]!)
    await page.keyboard.press('End')
    await tells(rows.at(-1)!)
    expect(rows.at(-1)![0]).toMatch(/so far$/)
    await page.keyboard.press('Escape')
    await expect.poll(() => told(page, 'Turnover by week').textContent()).toBe('')
    await page.keyboard.press('Tab')
    await expectFocus(chart(page, 'Orders by week'))
    await expectAccessible(page)

    await page.getByText('By month').click()
    expect(await rowsOf(page, 'Orders by month')).toHaveLength(12)
    expect(new URL(page.url()).searchParams.get('by')).toBe('month')
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await expectNoSidewaysScroll(page)
  })

  test('what is pointed at is told', async () => {
    const page = await console.open('')
    const rows = await rowsOf(page, 'Orders by week')
    const orders = chart(page, 'Orders by week')
    const { width } = (await orders.boundingBox())!
    await orders.hover({ position: { x: width - 20, y: 100 } })
    await expect.poll(() => told(page, 'Orders by week').textContent()).toContain(rows.at(-1)![0])
    await page.getByRole('heading', { level: 1 }).hover()
    await expect.poll(() => told(page, 'Orders by week').textContent()).toBe('')
  })

  test('a bar of an impact filters the lines below, a slip is pointed out, and customers are weighed by orders', async () => {
    const page = await console.open('price-changes')
    const id = await openDraftOfAll(page, 'A slip', 400)
    const { lines } = await callAs(page, 'GET', `/price-changes/${id}/lines?q=KT-SP17`)
    const [pot] = lines
    await callAs(page, 'POST', `/price-changes/${id}/cells`, {
      cells: [{ productId: pot.productId, to: pot.currentPrice * 10 }],
    })
    await placeOrder(console.operator, { customer: 'CASTLE01', lines: [{ sku: pot.sku, qty: 3 }] })
    const total = (await linesOf(page, id)).length

    await page.goto(`/w/sample/price-changes/${id}?tab=impact`)
    await page.getByText(/^\+£[\d,]+\.\d\d a month \(\+[\d.,]+%\) for what was bought in the last 90 days: /).waitFor()
    const [first] = await rowsOf(page, 'Customers by what they buy')
    expect([first![0], first![1]]).toEqual(['Castle Lane Cafés', expect.stringMatching(/^\+£/)])
    const bars = await rowsOf(page, 'Lines by change')
    expect(bars.reduce((sum, [, lines]) => sum + Number(lines), 0)).toBe(total)
    expect(bars.at(-1)).toEqual(['+50% and higher', '1'])

    await chart(page, 'Lines by change').focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.getByText('+50% and higher: 1 line.').waitFor()
    expect(new URL(page.url()).searchParams.get('bar')).toBe('12')
    const row = page.getByRole('table', { name: 'Largest changes' }).getByRole('row', { name: pot.sku })
    await row.getByText('10 times as much: a decimal point?').waitFor()
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Show all lines' }).click()
    await page.getByRole('button', { name: '1 line above +50%' }).waitFor()
    await row.getByRole('link').click()
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(pot.sku)
  })

  test('prices over time have what is scheduled, and what a customer pays beside them', async () => {
    const page = await console.open('price-changes')
    const scheduled = await callAs(page, 'GET', '/price-changes?status=scheduled')
    const { lines } = await callAs(page, 'GET', `/price-changes/${scheduled[0].id}/lines?limit=1`)
    await page.goto(`/w/sample/products/${lines[0].productId}?tab=prices`)
    const rows = await rowsOf(page, 'Prices over time')
    expect(rows.at(-2)![0]).toBe('Now')
    expect(rows.at(-1)![0]).toMatch(/, scheduled$/)
    await expectAccessible(page)
    await choose(page, 'Customer', /Castle Lane/, 'castle')
    const table = page.getByRole('table', { name: 'Prices over time' })
    await table.getByRole('columnheader', { name: 'Castle Lane Cafés' }).waitFor()
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await expectNoSidewaysScroll(page)
  })

  test('imports are counted by day, once there is one', async () => {
    const page = await console.open('imports')
    await expectHeading(page, 'Imports')
    await page.getByText('No imports yet').waitFor()
    expect(await chart(page, 'Imports by day').count()).toBe(0)
    const buffer = Buffer.from('SKU,Name\nNEW-1,New')
    await page.getByLabel('File').setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer })
    await expectHeading(page, 'new.csv')
    await page.goto('/w/sample/imports')
    expect((await rowsOf(page, 'Imports by day')).at(-1)!.slice(1)).toEqual(['1', '0', '0'])
    await expectAccessible(page)
  })
})

import { expect, test } from 'vitest'
import {
  complaints,
  describePages,
  expectAccessible,
  expectHeading,
  expectNoSidewaysScroll,
  PHONE,
  openSentOrder,
} from './use-console.ts'
import type { TestConsole } from './use-console.ts'
import { createKey } from '../../server/src/workspaces/keys.ts'

/** Products whose SKUs are numbers, with a quantity to order and the price that the buyer pays for one. */
async function givenNumericProducts({ url, operator, tokens }: TestConsole, count: number) {
  const { key } = await createKey(operator, { name: 'ERP', scope: 'write' })
  const call = async (path: string, init: RequestInit) => {
    const answer = await fetch(url + path, init)
    return ((await answer.json()) as { data: any }).data
  }
  const skus = Array.from({ length: count }, (_, i) => String(10 + i * 9))
  for (let from = 0; from < count; from += 100) {
    const products = skus
      .slice(from, from + 100)
      .map((sku) => ({ sku, name: `Bolt ${sku}`, listPrice: 100 + Number(sku), unitLabel: 'each' }))
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    await call('/api/v1/products', { method: 'PUT', headers, body: JSON.stringify({ products }) })
  }
  const checked = await call('/app-api/portal/sample/lines/check', {
    method: 'POST',
    headers: { cookie: `session=${tokens.buyer}`, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ lines: skus.map((sku) => ({ sku, qty: 1 })) }),
  })
  return skus.map((sku, i) => ({ sku, qty: 1 + ((i * 13) % 30), price: checked[i].price.unit as number }))
}

describePages('quick order', (service) => {
  test('from a paste to a placed order by keyboard takes few keys, and one line without a quantity is asked about', async () => {
    const lines = await givenNumericProducts(service, 150)
    const page = await service.open('/t/sample/quick-order', { as: 'buyer' })
    let keys = 0
    const press = async (key: string) => {
      keys += key.split('+').length
      await page.keyboard.press(key)
    }
    const paste = page.getByRole('textbox', { name: 'Paste lines' })
    await paste.focus()
    await paste.fill(lines.map(({ sku, qty }, i) => `${sku}\t${i === 70 ? '' : qty}`).join('\n'))
    await press('Control+Enter')
    await page.getByText(/149 lines can be ordered/).waitFor()
    // The focus is where something is to be done.
    const asked = page.getByRole('textbox', { name: 'Quantity, row 71' })
    await expect.poll(() => asked.evaluate((field: any) => field.matches(':focus'))).toBe(true)
    await page.getByText('How many?').waitFor()
    expect(await page.getByRole('listitem').filter({ hasText: 'Row 71:' }).count()).toBe(1)
    await press('3')
    const total = lines.reduce((sum, { qty, price }, i) => sum + price * (i === 70 ? 3 : qty), 0)
    const money = (total / 100).toLocaleString('en-GB', { style: 'currency', currency: 'GBP' })
    await page.getByRole('button', { name: `Add 150 lines · ${money}` }).waitFor()
    expect(await asked.inputValue()).toBe('3')
    await press('Control+Enter')
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Review and order')
    await press('Enter')
    await expectHeading(page, 'Basket')
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Place order')
    await press('Enter')
    await openSentOrder(page)
    await page.getByText(money).first().waitFor()
    expect(keys).toBeLessThanOrEqual(12)
    expect(complaints(page)).toEqual([])
  })

  test('what is out of proportion is set aside with a question, and changed or confirmed in place', async () => {
    const [one, other] = await givenNumericProducts(service, 2)
    const { sku } = one!
    const page = await service.open('/t/sample/quick-order', { as: 'buyer', viewport: PHONE })
    await page
      .getByRole('textbox', { name: 'Paste lines' })
      .fill(`Dear Jo, please send:\n${sku}: 285820 pcs\n${other!.sku}: 2 pcs\nNO-9: 3 pcs`)
    await page.getByRole('button', { name: 'Check lines' }).click()
    await page.getByText(/1 line can be ordered/).waitFor()
    await page.getByText(`285,820 pcs of ${sku}?`).waitFor()
    await page.getByText('Left out: 1 row').waitFor()
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Yes, 285,820' }).click()
    await page.getByText(/2 lines can be ordered/).waitFor()
    const quantity = page.getByRole('textbox', { name: 'Quantity, row 2' })
    await quantity.fill('12')
    await page.getByText(/2 lines can be ordered/).waitFor()
    await page.getByRole('textbox', { name: 'SKU, row 4' }).fill(sku.toLowerCase())
    await page.getByText(/3 lines can be ordered/).waitFor()
    expect(complaints(page)).toEqual([])
  })

  test('lines that can be read in two ways are asked about once, by keyboard too', async () => {
    const products = await givenNumericProducts(service, 3)
    const page = await service.open('/t/sample/quick-order', { as: 'buyer' })
    const [a, b, c] = products.map(({ sku }) => sku)
    await page.getByRole('textbox', { name: 'Paste lines' }).fill(`${a}\t${b}\n${b}\t${c}`)
    await page.keyboard.press('Control+Enter')
    await page.getByText('Which is the quantity?').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Column 1' }).click()
    await page.getByRole('textbox', { name: 'SKU, row 1' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'SKU, row 1' }).inputValue()).toBe(b)
  })

  test('a second paste keeps the rows and what was left out of the first, adds up the same SKU, and all can be cleared', async () => {
    const [one, two, three] = (await givenNumericProducts(service, 3)).map(({ sku }) => sku)
    const page = await service.open('/t/sample/quick-order', { as: 'buyer' })
    const paste = async (text: string) => {
      await page.getByRole('textbox', { name: 'Paste lines' }).fill(text)
      await page.getByRole('button', { name: 'Check lines' }).click()
    }
    await paste(`Dear Jo,\n${one}: 2 pcs\n${two}: 3 pcs`)
    await page.getByText(/2 lines can be ordered/).waitFor()
    await paste(`Hello again,\n${two}: 4 pcs\n${three}: 5 pcs`)
    await page.getByText(/3 lines can be ordered/).waitFor()
    const quantity = (place: string) => page.getByRole('textbox', { name: `Quantity, ${place}`, exact: true })
    expect(await quantity('row 2').inputValue()).toBe('2')
    expect(await quantity('row 3').inputValue()).toBe('7')
    expect(await quantity('paste 2, row 3').inputValue()).toBe('5')
    await page.getByText('Paste 2: 1 line had a SKU that was there already: the quantities were added up.').waitFor()
    for (const n of [1, 2]) await page.getByText(`Paste ${n}: Left out: 1 row`).waitFor()
    await page.getByRole('button', { name: 'Clear lines' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: /^Quantity, / }).count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(/3 lines can be ordered/).waitFor()
    await page.getByRole('button', { name: /Add 3 lines/ }).click()
    await page.getByText('3 lines added', { exact: true }).waitFor()
    await page.getByText('3 lines added to the basket.').waitFor()
    expect(complaints(page)).toEqual([])
  })

  test('a file is read by the service', async () => {
    const { sku } = (await givenNumericProducts(service, 1))[0]!
    const page = await service.open('/t/sample/quick-order', { as: 'buyer' })
    await page
      .getByLabel('File')
      .setInputFiles({ name: 'order.csv', mimeType: 'text/csv', buffer: Buffer.from(`SKU,Quantity\n${sku},4\n`) })
    await page.getByRole('button', { name: 'Check lines' }).click()
    await page.getByText(/1 line can be ordered/).waitFor()
    expect(await page.getByRole('textbox', { name: 'Quantity, row 2' }).inputValue()).toBe('4')
  })
})

import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { callAs, cellOf, expectSaved, linesOf, openDraftOfAll } from './given-price-change.ts'
import { choose, complaints, describePages, expectAccessible } from './use-console.ts'

/** Puts a text into the clipboard, and pastes it. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => (globalThis as any).navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+v')
}

describePages('the lines of a price change', (console) => {
  test('cells are edited by keyboard alone, filled down, undone and redone', async () => {
    const page = await console.open('price-changes')
    const id = await openDraftOfAll(page, 'By keyboard')
    const before = await linesOf(page, id)
    await cellOf(page, 0, 'SKU').click()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('12.34')
    await page.keyboard.press('Enter')
    await page.keyboard.press('F2')
    await page.keyboard.type('99')
    await page.keyboard.press('Escape')
    await page.keyboard.type('abc')
    expect(await cellOf(page, 1, 'New price').getByRole('textbox').count()).toBe(0)
    await page.keyboard.type('1x')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Write an amount').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+d')
    await expectSaved(page)
    const prices = async () => (await linesOf(page, id, 4)).map(({ newPrice }) => newPrice)
    expect(await prices()).toEqual([1234, 1234, 1234, before[3]!.newPrice])
    await page.keyboard.press('Control+z')
    await expect.poll(prices).toEqual([1234, before[1]!.newPrice, before[2]!.newPrice, before[3]!.newPrice])
    await page.keyboard.press('Control+y')
    await expect.poll(prices).toEqual([1234, 1234, 1234, before[3]!.newPrice])
    // A change is as good as a price.
    await cellOf(page, 3, 'Change').click()
    await page.keyboard.type('-50')
    await page.keyboard.press('Enter')
    await cellOf(page, 3, 'Change')
      .getByText(/^−(50|49\.9\d?)%$/)
      .waitFor()
    await expectSaved(page)
    await expectAccessible(page)
    expect(complaints(page)).toEqual([])
  })

  test('200 pasted cells are taken, but for those that are no prices, which are listed with the reason', async () => {
    const page = await console.open('price-changes')
    const id = await openDraftOfAll(page, 'Pasted')
    const values = Array.from({ length: 200 }, (_, i) => (i === 7 ? 'n/a' : ((i + 501) / 100).toFixed(2)))
    values[9] = '£5,10.0'
    values[10] = '1,234.50'
    // What a formula of a spreadsheet makes. It was once read as thousands.
    values[11] = '27.593'
    await cellOf(page, 0, 'New price').click()
    await paste(page, `${values.join('\r\n')}\r\n`)
    const list = page.getByRole('region', { name: 'Prices that couldn’t be pasted' })
    await list.getByText('3 prices couldn’t be pasted').waitFor()
    await page.getByText('Read with a decimal point: 5.01').waitFor()
    await list.getByRole('row', { name: /n\/a "n\/a" is not an amount/ }).waitFor()
    await list.getByRole('row', { name: /27\.593 "27\.593" has three decimals, GBP has two/ }).waitFor()
    await expectSaved(page)
    const lines = await linesOf(page, id)
    expect(lines[10]!.newPrice).toBe(123_450)
    expect(lines.slice(0, 200).filter(({ newPrice }, i) => newPrice === 501 + i).length).toBe(196)
    await expectAccessible(page)

    await list.getByRole('button', { name: 'Round 1 price to two decimals' }).click()
    await list.getByText('2 prices couldn’t be pasted').waitFor()
    await expect.poll(async () => (await linesOf(page, id))[11]!.newPrice).toBe(2759)

    // Rows of SKU and price, in any order, with a heading; what is unknown is listed.
    await list.getByRole('button', { name: 'Close the list' }).click()
    const rows = [
      ['SKU', 'Name', 'New price'],
      [lines[5]!.sku, 'Any', '7.77'],
      ['NOPE-1', '', '1.00'],
    ]
    await paste(page, rows.map((row) => row.join('\t')).join('\n'))
    await list.getByRole('row', { name: /NOPE-1 £1\.00 There is no product with this SKU/ }).waitFor()
    await expect.poll(async () => (await linesOf(page, id))[5]!.newPrice).toBe(777)
  })

  test('a connection that drops while saving loses nothing', async () => {
    const page = await console.open('price-changes')
    const id = await openDraftOfAll(page, 'Offline')
    await cellOf(page, 0, 'New price').click()
    // The first answer is lost on its way, the next call does not arrive.
    await page.route('**/cells', async (route) => {
      await route.fetch()
      await page.context().setOffline(true)
      await route.abort('connectionreset')
    })
    await page.keyboard.type('1.11')
    await page.keyboard.press('Enter')
    await page.getByText(/Not saved yet: 1 cell/).waitFor()
    await page.unroute('**/cells')
    await page.keyboard.type('2.22')
    await page.keyboard.press('Enter')
    await cellOf(page, 0, 'New price').click()
    await page.keyboard.type('3.33')
    await page.keyboard.press('Enter')
    await page.getByText(/Not saved yet: 2 cells/).waitFor()
    await page.getByRole('link', { name: 'Price changes' }).first().click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
    await page.context().setOffline(false)
    await expectSaved(page)
    expect((await linesOf(page, id, 2)).map(({ newPrice }) => newPrice)).toEqual([333, 222])
    expect(await page.getByRole('region', { name: 'Prices that couldn’t be pasted' }).count()).toBe(0)
  })

  test('what somebody else has set meanwhile is not overwritten', async () => {
    const page = await console.open('price-changes')
    const id = await openDraftOfAll(page, 'Two people')
    await cellOf(page, 0, 'New price').click()
    // The page does not hear of it before it saves.
    await page.route(`**/price-changes/${id}`, (route) => route.abort())
    const [line] = await linesOf(page, id, 1)
    await callAs(page, 'POST', `/price-changes/${id}/cells`, { cells: [{ sku: line!.sku, to: 4242 }] })
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
    const list = page.getByRole('region', { name: 'Prices that couldn’t be pasted' })
    await list.getByText('Somebody else has set it to £42.42 meanwhile.').waitFor()
    await cellOf(page, 0, 'New price').getByText('£42.42').waitFor()
    expect((await linesOf(page, id, 1))[0]!.newPrice).toBe(4242)
  })

  test('all lines that match are changed and rounded at once, and lines are taken out', async () => {
    const page = await console.open('price-changes')
    const id = await openDraftOfAll(page, 'Acts')
    await page.getByRole('searchbox', { name: 'Search lines' }).fill('frying pan')
    await page.getByText(/^4 lines$/).waitFor()
    await page.getByRole('button', { name: 'Change prices' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'All 4 that match' }).check()
    await choose(page, 'Round to', '… .95')
    await dialog.getByRole('button', { name: 'Change prices' }).click()
    await dialog.waitFor({ state: 'detached' })
    const pans = async () => (await callAs(page, 'GET', `/price-changes/${id}/lines?q=frying%20pan`)).lines
    expect((await pans()).map(({ newPrice }: { newPrice: number }) => newPrice % 100)).toEqual([95, 95, 95, 95])
    await cellOf(page, 0, 'New price').getByText(/\.95$/).waitFor()
    await cellOf(page, 1, 'SKU').click()
    await page.keyboard.press('Delete')
    await page.getByText(/^3 lines$/).waitFor()
    await page.getByRole('status', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
    await page.getByText(/^4 lines$/).waitFor()
    await page.keyboard.press('?')
    expect(await pans()).toHaveLength(4)
  })
})

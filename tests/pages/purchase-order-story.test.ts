import { expect, test } from 'vitest'
import {
  PHONE,
  choose,
  complaints,
  describePages,
  expectAccessible,
  expectNoSidewaysScroll,
  expectSeen,
} from './use-console.ts'

const MAIL = `Hi Ruth,
our order no. 4711

12 x TH-HAM16 @ £9.00
6 x CL10BW5 @ £27.00
6 x AM-CP27-AZ @ £7.10
3 x XY-9 @ £4.00
2 x CL10MG5 @ £2.00
Thanks, Isobel`

describePages('the purchase order that argues', (console) => {
  test('a mail with three kinds of differences is decided, answered and placed', async () => {
    const page = await console.open('orders/new', { as: 'manager', fresh: true })
    const paste = page.getByRole('button', { name: 'Paste or upload' })
    expect(await paste.getAttribute('aria-disabled')).toBe('true')
    await choose(page, 'Customer', /Castle Lane/, 'castle')
    await paste.click()
    const panel = page.getByRole('region', { name: 'The customer’s own order' })
    await panel.getByLabel('Paste the order').fill(MAIL)
    await panel.getByRole('button', { name: 'Compare' }).click()
    const lines = panel.getByRole('list', { name: 'To decide' }).getByRole('listitem')
    const lineOf = (text: string) => lines.filter({ hasText: text })
    await expectSeen(
      lineOf('TH-HAM16').getByText(/^yours £9.00, ours £[\d.]+: .*list price since \d+ \w+ \d{4} \(.+\)$/),
    )
    await expectAccessible(page)
    const take = panel.getByRole('button', { name: /^Take \d lines$/ })
    expect(await take.getAttribute('aria-disabled')).toBe('true')
    // Nothing is placed before all lines are decided.
    const place = page.getByRole('region', { name: 'Summary' }).getByRole('button', { name: 'Place an order' })
    expect(await place.getAttribute('aria-disabled')).toBe('true')

    await lineOf('TH-HAM16').getByRole('button', { name: 'Use theirs' }).click()
    await lineOf('CL10BW5').getByRole('button', { name: 'Agree it' }).click()
    await lineOf('AM-CP27-AZ').getByRole('button', { name: 'Ours' }).click()
    await choose(page, 'Product for XY-9', /BC90/, 'BC90')
    await expectSeen(lineOf('BC90').getByText('“XY-9” becomes Castle Lane Cafés’s part number for BC90.'))
    await lineOf('BC90').getByRole('button', { name: 'Ours' }).click()
    // So low a price is asked about once more.
    await lineOf('CL10MG5').getByRole('button', { name: 'Use theirs' }).click()
    await expectSeen(panel.getByText('1 line is to be decided.').first())
    await lineOf('CL10MG5').getByRole('checkbox', { name: '£2.00 is meant' }).click()
    await expectSeen(panel.getByText('1 agreed price and 1 part number of Castle Lane Cafés will be saved with it.'))
    await take.click()

    const answer = await panel.locator('pre').innerText()
    expect(answer).toMatch(/^Thank you for your order 4711\.\n5 prices differ from ours:\n- TH-HAM16 Claw hammer/)
    expect(answer).toContain('For this order it is £9.00.')
    expect(answer).toContain('From now on it is £27.00 for you.')
    expect(answer).toContain('“XY-9” is our BC90 ')
    await panel.getByRole('button', { name: 'Copy answer' }).click()
    await expectSeen(panel.getByRole('button', { name: 'Copied' }))
    expect(await page.getByLabel('PO number').inputValue()).toBe('4711')
    await expectSeen(page.getByText('by hand: as in your order 4711').first())
    await place.click()
    await expectSeen(page.getByRole('heading', { level: 1, name: /^Order \d+$/ }))
    const row = (sku: string) => page.getByRole('table', { name: 'Lines' }).getByRole('row').filter({ hasText: sku })
    await expectSeen(row('TH-HAM16').filter({ hasText: '£108.00' }))
    await expectSeen(row('CL10BW5').filter({ hasText: '£162.00' }))
    await expectSeen(row('BC90').filter({ hasText: 'XY-9' }))
    expect(complaints(page)).toEqual([])
  })

  test('it is read on a phone, too, and lines can be left out', async () => {
    const page = await console.open('orders/new', { as: 'manager', fresh: true, viewport: PHONE, scheme: 'dark' })
    await choose(page, 'Customer', /Castle Lane/, 'castle')
    await page.getByRole('button', { name: 'Paste or upload' }).click()
    const panel = page.getByRole('region', { name: 'The customer’s own order' })
    await panel.getByRole('button', { name: 'Compare' }).click()
    await expectSeen(panel.getByText('Paste the order, or choose its file.'))
    await expectAccessible(page)
    await panel.getByLabel('Paste the order').fill(MAIL.replace('XY-9', 'XY-8'))
    await panel.getByRole('button', { name: 'Compare' }).click()
    await expectSeen(panel.getByRole('button', { name: 'Take 5 lines' }))
    // Wherever it is scrolled to, nothing covers half of a button.
    for (const sku of ['TH-HAM16', 'AM-CP27-AZ', 'CL10MG5']) {
      await panel.getByRole('button', { name: `Leave out ${sku}` }).scrollIntoViewIfNeeded()
      await expectAccessible(page)
    }
    await page.setViewportSize({ width: 768, height: 1024 })
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await panel.getByRole('button', { name: 'Leave out XY-8' }).click()
    await expectSeen(panel.getByRole('button', { name: 'Take 4 lines' }))
    await expectNoSidewaysScroll(page)
    expect(complaints(page)).toEqual([])
  })
})

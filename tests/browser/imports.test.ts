import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { workOnAll } from '../http/given-import.ts'
import {
  DESKTOP,
  PHONE,
  choose,
  complaints,
  describePages,
  expectAccessible,
  expectHeading,
  expectNoSidewaysScroll,
  expectSeen,
} from './use-console.ts'

/** As Excel on Windows saves it. */
function latin1(lines: string[]): Buffer {
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1')
}

/** The figures of a list, by what they count. */
function counts(page: Page, name: string): Promise<Record<string, string>> {
  return page
    .locator(`dl[aria-label="${name}"] > div`)
    .evaluateAll((all) =>
      Object.fromEntries(
        all.map((one: any) => [one.querySelector('dt').textContent, one.querySelector('dd').textContent]),
      ),
    )
}

describePages('imports', (console) => {
  test('a file is checked, mended, imported and undone', { timeout: 60_000 }, async () => {
    const known = await console.context.db
      .selectFrom('product')
      .select(['id', 'sku', 'name', 'list_price as listPrice', 'unit_label as unit'])
      .where('workspace_id', '=', console.workspaceId)
      .where('active', '=', true)
      .where('list_price', 'is not', null)
      .orderBy('sku_key')
      .limit(3)
      .execute()
    const [dearer, renamed, same] = known
    const line = ({ sku, name, listPrice, unit }: (typeof known)[number]) =>
      [sku, name, (listPrice! / 100).toFixed(2), unit].join(';')
    const file = {
      name: 'spring list.csv',
      mimeType: 'text/csv',
      buffer: latin1([
        'Article;Name;Price;Pack',
        line({ ...dearer!, listPrice: dearer!.listPrice! + 100 }),
        line({ ...renamed!, name: 'Café plate' }),
        line(same!),
        'NEW-1;Crème brûlée dish;£12.50;each',
        'NEW-2;Tray;27.593;each',
      ]),
    }
    const page = await console.open('imports', { as: 'staff' })
    await expectHeading(page, 'Imports')
    await expectSeen(page.getByText('No imports yet'))
    await page.getByLabel('File').setInputFiles(file)
    await expectHeading(page, 'spring list.csv')
    await expectSeen(page.getByText('in Windows-1252, which is guessed'))
    await expectSeen(page.getByText('No column is used as SKU'))

    await choose(page, 'Field of Article', 'SKU')
    await choose(page, 'Field of Pack', 'Unit')
    await page.getByText('No column is used').first().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Check' }).click()
    await expectSeen(page.getByText('Checking the file:'))
    await workOnAll(console)
    await expectSeen(page.getByRole('heading', { name: 'What the file would change' }))
    expect(await counts(page, 'Found by the check')).toEqual({ New: '1', Changed: '3', Unchanged: '0', Rejected: '1' })
    await expectSeen(page.getByText(/Read with a decimal point: .* \(List price\)/))
    await expectSeen(page.getByRole('button', { name: 'Round 1 price to two decimals' }))
    await expectSeen(page.getByLabel('Round prices to two decimals'))
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize(DESKTOP)

    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expectSeen(page.getByText('Importing:'))
    await workOnAll(console)
    const changed = page.getByRole('table', { name: 'Changed products' })
    await expectSeen(changed.getByRole('row').filter({ hasText: 'Café plate' }))
    await expect
      .poll(() => counts(page, 'Imported so far'))
      .toEqual({ New: '1', Changed: '3', Unchanged: '0', 'Prices in the draft': '1', Rejected: '1' })
    await expectSeen(page.getByRole('link', { name: 'Review the prices' }))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download rejected rows' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('spring list.rejects.csv')
    await expectAccessible(page)

    // Somebody changes one of them meanwhile.
    await console.context.db
      .updateTable('product_change')
      .set({ changed_at: new Date() })
      .where('workspace_id', '=', console.workspaceId)
      .where('product_id', '=', same!.id)
      .execute()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expectSeen(page.getByText('3 products get back what they had.'))
    await page.getByRole('button', { name: 'Undo import' }).click()
    await expectSeen(page.getByText('Undoing:'))
    await workOnAll(console)
    await expectSeen(page.getByText('2 products are as before, 1 new one was deleted. 1 product was left'))
    await expectSeen(changed.getByRole('row').filter({ hasText: same!.sku }).getByText('Left: changed since'))
    await page.setViewportSize(PHONE)
    await expectNoSidewaysScroll(page)
    await page.getByRole('link', { name: 'Imports' }).first().click()
    await expectSeen(page.getByRole('row').filter({ hasText: 'spring list.csv' }).getByText('Undone'))
    await expectNoSidewaysScroll(page)
    expect(complaints(page)).toEqual([])
  })
})

import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createProduct } from '../../server/src/catalogue/product-writes.ts'
import { workOnAll } from '../given/import.ts'
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
      .where('sku', 'like', 'AM-%')
      .orderBy('sku_key')
      .limit(3)
      .execute()
    const [dearer, renamed, touched] = known
    const line = ({ sku, name, listPrice, unit }: (typeof known)[number]) =>
      [sku, name, (listPrice! / 100).toFixed(2), unit].join(';')
    const file = {
      name: 'spring list.csv',
      mimeType: 'text/csv',
      buffer: latin1([
        'Gizmo;Name;Price;Pack;Brand',
        `${line({ ...dearer!, listPrice: dearer!.listPrice! + 100 })};`,
        `${line({ ...renamed!, name: 'Café plate' })};Newcomer`,
        `${line({ ...touched!, name: 'Side plate' })};Newcomer`,
        'NEW-1;Crème brûlée dish;£12.50;each;',
        'NEW-2;Tray;27.593;each;',
      ]),
    }
    const page = await console.open('imports', { as: 'manager' })
    await expectHeading(page, 'Imports')
    await expectSeen(page.getByText('No imports yet'))
    await page.getByLabel('File').setInputFiles(file)
    await expectHeading(page, 'spring list.csv')
    await expectSeen(page.getByText('in Windows-1252 (Western European), which is guessed'))
    await choose(page, 'Encoding', 'Windows-1251 (Cyrillic)')
    await expectSeen(page.getByRole('cell', { name: 'Cafй plate' }))
    // This tab no longer has the file: it asks for it.
    await page.reload()
    const asked = page.waitForEvent('filechooser')
    await choose(page, 'Encoding', 'Windows-1252 (Western European)')
    await (await asked).setFiles(file)
    await expectSeen(page.getByText('in Windows-1252 (Western European).'))
    await expectSeen(page.getByText('No column is used as SKU'))

    await choose(page, 'Field of Gizmo', 'SKU')
    await choose(page, 'Field of Pack', 'Unit')
    await page.getByText('No column is used').first().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Check' }).click()
    await expectSeen(page.getByText('Checking the file:'))
    await workOnAll(console)
    await expectSeen(page.getByRole('heading', { name: 'What the file would change' }))
    expect(await counts(page, 'Found by the check')).toEqual({ New: '1', Changed: '2', Unchanged: '1', Rejected: '1' })
    await expectSeen(page.getByText(/Read with a decimal point: .* \(List price\)/))
    await expectSeen(page.getByRole('button', { name: 'Round 1 price to two decimals' }))
    await expectSeen(page.getByLabel('Round prices to two decimals'))
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize(DESKTOP)

    // Discounts on the brand Aldermoor no longer count.
    const moves = /^2 products change in price for \d+ customers?: 2 rise by up to [\d.]+%\./
    await expectSeen(page.getByRole('region', { name: 'Prices that move at once' }).getByText(moves))
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Import “spring list.csv”' })
    await expectSeen(dialog.getByText(moves))
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Import' }).click()
    await expectSeen(page.getByText('Importing:'))
    await workOnAll(console)
    const changed = page.getByRole('table', { name: 'Changed products' })
    await expectSeen(changed.getByRole('row').filter({ hasText: 'Café plate' }))
    await expect
      .poll(() => counts(page, 'Imported so far'))
      .toEqual({ New: '1', Changed: '2', Unchanged: '1', 'Prices in the draft': '1', Rejected: '1' })
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
      .set({ changed_at: new Date(), version: sql`version + 1` })
      .where('workspace_id', '=', console.workspaceId)
      .where('product_id', '=', touched!.id)
      .execute()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expectSeen(page.getByText('2 products get back what they had.'))
    await page.getByRole('button', { name: 'Undo import' }).click()
    await expectSeen(page.getByText('Undoing:'))
    await workOnAll(console)
    await expectSeen(page.getByText('1 product is as before, 1 new one was deleted. 1 product was left'))
    await expectSeen(changed.getByRole('row').filter({ hasText: touched!.sku }).getByText('Left: changed since'))
    await page.setViewportSize(PHONE)
    await expectNoSidewaysScroll(page)
    await page.getByRole('link', { name: 'Imports' }).first().click()
    await expectSeen(page.getByRole('row').filter({ hasText: 'spring list.csv' }).getByText('Undone'))
    await expectNoSidewaysScroll(page)
    expect(complaints(page)).toEqual([])
  })

  test(
    "a supplier's list of SKUs and prices keeps brands, their discounts and all else",
    { timeout: 60_000 },
    async () => {
      const { context, workspaceId, operator } = console
      for (const sku of ['0901', '0902']) {
        await createProduct(operator, { sku, name: `Bolt ${sku}`, unitLabel: 'each', listPrice: 100 })
      }
      const products = () =>
        context.db
          .selectFrom('product')
          .select(['sku', 'name', 'brand_id', 'category_id', 'description', 'details', 'list_price as listPrice'])
          .where('workspace_id', '=', workspaceId)
          .orderBy('sku_key')
          .execute()
      const discounts = () =>
        context.db.selectFrom('discount_rule').selectAll().where('workspace_id', '=', workspaceId).execute()
      const before = { products: await products(), discounts: await discounts() }
      const branded = before.products.filter(({ brand_id, listPrice }) => brand_id && listPrice).slice(0, 3)
      const file = {
        name: 'supplier.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          [
            'SKU,List price',
            ...branded.map(({ sku, listPrice }) => `${sku},${(listPrice! / 100 + 0.5).toFixed(2)}`),
            'HOL-9,2.00',
            'HOL-10,3.00',
            '901,1.10',
            '902,1.20',
          ].join('\n'),
        ),
      }
      const page = await console.open('imports', { as: 'manager' })
      await page.getByLabel('File').setInputFiles(file)
      await expectHeading(page, 'supplier.csv')
      await page.getByRole('button', { name: 'Check' }).click()
      await expectSeen(page.getByText('Checking the file:'))
      await workOnAll(console)
      await expectSeen(page.getByText('… is new: it needs a name: 4 rows (HOL-9, HOL-10, 901, …)'))
      await expectSeen(
        page
          .getByRole('table', { name: /^Rejected rows: … is new/ })
          .getByRole('row')
          .nth(4),
      )
      await expectAccessible(page)
      await page.setViewportSize(PHONE)
      await expectNoSidewaysScroll(page)
      await page.setViewportSize(DESKTOP)

      await page.getByRole('button', { name: 'Probably 0901, row 7' }).click()
      await expectSeen(page.getByText('Checking the file:'))
      await workOnAll(console)
      await expectSeen(page.getByText('1 row is read with another SKU than the file has.'))
      await page.getByRole('button', { name: 'Read the SKUs of the file' }).click()
      await expectSeen(page.getByText('Checking the file:'))
      await workOnAll(console)
      await page.getByRole('button', { name: 'Take all 2' }).click()
      await expectSeen(page.getByText('Checking the file:'))
      await workOnAll(console)
      await expectSeen(page.getByText('2 rows are read with another SKU than the file has.'))
      expect(await counts(page, 'Found by the check')).toEqual({
        New: '0',
        Changed: '0',
        Unchanged: '5',
        Rejected: '2',
      })

      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await expectSeen(page.getByText('Importing:'))
      await workOnAll(console)
      await expect
        .poll(() => counts(page, 'Imported so far'))
        .toMatchObject({ 'Prices in the draft': '5', Rejected: '2' })
      expect({ products: await products(), discounts: await discounts() }).toEqual(before)
      expect(complaints(page)).toEqual([])
    },
  )

  const priceList = [
    'Harbour Supplies,,,,,,',
    'Price list, spring 2027,,,,,',
    'Our Ref,Item,Trade (ex VAT),Pack,In stock?,Finish,Cost',
    'HS-1001,Pint glass,£1.20,each,Y,Clear,0.60',
    'HS-1002,"Cake stand, large",£14.50,box,N,White,7.00',
    'HS-1002,"Cake stand, large",£14.75,box,N,White,7.00',
  ].join('\n')

  test(
    "a supplier's sheet with its own headings goes in by Check and Import, in under a minute",
    { timeout: 90_000 },
    async () => {
      const page = await console.open('imports', { as: 'manager' })
      const begun = Date.now()
      const file = { name: 'harbour.csv', mimeType: 'text/csv', buffer: Buffer.from(priceList) }
      await page.getByLabel('File').setInputFiles(file)
      await expectHeading(page, 'harbour.csv')
      await expectSeen(page.getByText('Left out, as buyers see details: Cost.'))
      await page.getByRole('button', { name: 'Check' }).click()
      await expectSeen(page.getByText('Checking the file:'))
      await workOnAll(console)
      await expectSeen(
        page.getByText('1 SKU is on more than one row: HS-1002 (rows 5 and 6). The last row of each counts.'),
      )
      expect(await counts(page, 'Found by the check')).toEqual({
        New: '2',
        Changed: '0',
        Unchanged: '0',
        Rejected: '0',
      })
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await workOnAll(console)
      await expect.poll(() => counts(page, 'Imported so far')).toMatchObject({ New: '2', Rejected: '0' })
      expect(Date.now() - begun).toBeLessThan(60_000)
      const made = await console.context.db
        .selectFrom('product')
        .select(['name', 'list_price', 'unit_label', 'availability', 'details'])
        .where('workspace_id', '=', console.workspaceId)
        .where('sku', 'like', 'HS-100%')
        .orderBy('sku')
        .execute()
      expect(made).toEqual([
        {
          name: 'Pint glass',
          list_price: 120,
          unit_label: 'each',
          availability: 'in_stock',
          details: { Finish: 'Clear' },
        },
        {
          name: 'Cake stand, large',
          list_price: 1475,
          unit_label: 'box',
          availability: 'out_of_stock',
          details: { Finish: 'White' },
        },
      ])
      expect(complaints(page)).toEqual([])
    },
  )

  test('blank cells empty a field only where that is chosen for its column', { timeout: 60_000 }, async () => {
    const { sku } = await console.context.db
      .selectFrom('product')
      .select('sku')
      .where('workspace_id', '=', console.workspaceId)
      .where('brand_id', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    const page = await console.open('imports', { as: 'manager' })
    const buffer = Buffer.from(`SKU,Brand,Unit\n${sku},,`)
    await page.getByLabel('File').setInputFiles({ name: 'blank.csv', mimeType: 'text/csv', buffer })
    await expectHeading(page, 'blank.csv')
    expect(await page.getByLabel('Clear Unit where blank').count()).toBe(0)
    await page.getByText('Advanced').click()
    await page.getByLabel('Clear Brand where blank').check()
    await page.getByRole('button', { name: 'Check' }).click()
    await expectSeen(page.getByText('Checking the file:'))
    await workOnAll(console)
    await expectSeen(
      page.getByRole('region', { name: 'Warnings' }).getByText('These values will be emptied: Brand of 1.'),
    )
    await expectAccessible(page)
    expect(complaints(page)).toEqual([])
  })
})

import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { updateProduct } from '../../server/src/catalogue/edit-product.ts'
import { workOnAll } from '../given/import.ts'
import { callAs, openDraftOfAll } from './given-price-change.ts'
import {
  PHONE,
  complaints,
  describePages,
  expectAccessible,
  expectHeading,
  expectNoSidewaysScroll,
  expectSeen,
} from './use-console.ts'

const SKUS = ['TH-HAM16', 'TH-HAM20']

function button(where: Page | Locator, name: string): Locator {
  return where.getByRole('button', { name, exact: true })
}

describePages('what is taken back', (console) => {
  /** Changes two products at once, and then one of them. */
  async function changeTwo(page: Page, value: number): Promise<string[]> {
    const rows: { id: string; sku: string }[] = await callAs(page, 'GET', '/products?limit=2')
    const ids = rows.map(({ id }) => id)
    await callAs(page, 'POST', '/products/bulk', { products: { ids }, change: { field: 'minOrderQty', value } })
    await updateProduct(console.operator, { sku: rows[0]!.sku, minOrderQty: value + 1 })
    return [rows[0]!.sku, ids[1]!]
  }

  test('a change of many products is undone from the activity, which says what stays before and who did it after', async () => {
    const page = await console.open('activity')
    await expectHeading(page, 'Activity')
    const [changedSku] = await changeTwo(page, 24)
    await page.reload()
    const row = page.getByRole('row', { name: /Changed 2 products/ }).first()
    await button(row, 'Undo').click()
    const dialog = page.getByRole('dialog')
    await expectSeen(dialog.getByText('1 product will be as before. 1 product was changed since and stays as it is.'))
    await expectSeen(dialog.getByText(changedSku!, { exact: true }))
    await expectAccessible(page)
    await button(dialog, 'Undo').click()
    await expectSeen(page.getByText('Undone for 1 product. 1 product was changed since and stays as it is.'))
    await expectSeen(row.getByText(/^Undone by .+, /))
    expect(await button(row, 'Undo').count()).toBe(0)
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await expectNoSidewaysScroll(page)
    expect(complaints(page)).toEqual([])
  })

  test('the history of a product offers the same, and a colleague who is faster is named', async () => {
    const page = await console.open('activity')
    const [, id] = await changeTwo(page, 36)
    await page.goto(`/w/sample/products/${id}?tab=history`)
    const row = page.getByRole('row', { name: /Minimum order quantity: .* → 36/ })
    await button(row, 'Undo').click()
    const dialog = page.getByRole('dialog')
    await expectSeen(dialog.getByText(/^1 product will be as before/))
    const [{ undo }] = await callAs(page, 'GET', '/activity?what=product.bulk_update&limit=1')
    await callAs(page, 'POST', `/edits/${undo.id}/undo`)
    await button(dialog, 'Undo').click()
    await expectSeen(page.getByText(/This is undone\. .+ already did this/).first())
    await expectSeen(row.getByText(/^Undone by/))
    await expectAccessible(page)
  })

  test('another price group of many customers is undone from the activity, which says what that does to prices', async () => {
    const page = await console.open('activity')
    const customers: { id: string; group: { id: string } | null }[] = await callAs(
      page,
      'GET',
      '/customers?active=true&limit=50',
    )
    const [group] = await callAs(page, 'GET', '/price-groups')
    const others = customers.filter((one) => one.group?.id !== group.id)
    const change = { field: 'group', value: group.id }
    await callAs(page, 'POST', '/customers/bulk', { customers: { ids: others.map(({ id }) => id) }, change })
    await page.reload()
    const row = page.getByRole('row', { name: `Changed ${others.length} customers` }).first()
    await button(row, 'Undo').click()
    const dialog = page.getByRole('dialog', { name: 'Undo this change?' })
    await expectSeen(dialog.getByText(`${others.length} customers will be as before.`))
    await expectSeen(dialog.getByText(/products change in price for/))
    await expectAccessible(page)
    await button(dialog, 'Undo').click()
    await expectSeen(page.getByText(`Undone for ${others.length} customers.`))
    await expectSeen(row.getByText(/^Undone by .+, /))
    const now: typeof customers = await callAs(page, 'GET', '/customers?active=true&limit=50')
    expect(now.map((one) => one.group)).toEqual(customers.map((one) => one.group))
  })

  test('pasted prices are undone from the message, and from the activity', async () => {
    const page = await console.open('activity')
    const [{ id, name }] = await callAs(page, 'GET', '/customers?q=00412&limit=1')
    const [{ sku }] = await callAs(page, 'GET', '/products?limit=1')
    const count = async () => (await callAs(page, 'GET', `/customers/${id}/agreed-prices?limit=1`)).length
    const before = await count()
    const paste = async () => {
      await page.goto(`/w/sample/customers/${id}?tab=prices`)
      await button(page, 'Paste prices').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Rows', { exact: true }).fill(`${sku}\t3.00\t500`)
      await dialog.getByRole('button', { name: 'Paste prices (1)' }).click()
      await expectSeen(page.getByText('1 agreed price was saved.'))
    }
    await paste()
    await button(page, 'Undo').click()
    await expectSeen(page.getByText('Undone for 1 agreed price.'))
    expect(await count()).toBe(before)
    await paste()
    await page.goto('/w/sample/activity')
    const row = page.getByRole('row', { name: new RegExp(`Pasted 1 agreed prices? for ${name}`) }).first()
    await button(row, 'Undo').click()
    await button(page.getByRole('dialog'), 'Undo').click()
    await expectSeen(page.getByText('Undone for 1 agreed price.'))
    expect(await count()).toBe(before)
  })

  test('an import is undone from the activity', async () => {
    const page = await console.open('activity')
    const answer = await page.request.post('/app-api/console/sample/imports?name=tray.csv', {
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/octet-stream' },
      data: Buffer.from('sku,name,price,unit\nTRAY-1,Tray,1.00,each\n'),
    })
    const { id } = (await answer.json()).data
    for (const step of ['check', 'start']) {
      await callAs(page, 'POST', `/imports/${id}/${step}`)
      await workOnAll(console)
    }
    await page.reload()
    const row = page.getByRole('row', { name: /Imported file tray\.csv/ })
    await button(row, 'Undo').click()
    const dialog = page.getByRole('dialog', { name: 'Undo this import?' })
    await expectSeen(dialog.getByText('1 record will be as before.'))
    await button(dialog, 'Undo').click()
    await expectSeen(row.getByText(/^Undone by/))
    await workOnAll(console)
    expect(await callAs(page, 'GET', '/products/count?q=TRAY-1')).toEqual({ count: 0 })
  })

  test('a published price change drafts its way back, and says whose price has changed since', async () => {
    const page = await console.open('price-changes')
    const id = await openDraftOfAll(page, 'Too much', 300)
    await publish(page, id)
    const other = await callAs(page, 'POST', '/price-changes', { name: 'One more' })
    const [line] = (await callAs(page, 'GET', `/price-changes/${id}/lines?limit=1`)).lines
    const cells = [{ productId: line.productId, to: line.newPrice + 7 }]
    await callAs(page, 'POST', `/price-changes/${other.id}/cells`, { cells })
    await publish(page, other.id)
    await page.reload()
    await button(page, 'Reverse this change').click()
    const dialog = page.getByRole('dialog')
    await expectSeen(dialog.getByText('1 of them has another list price by now'))
    await expectSeen(dialog.getByRole('listitem').filter({ hasText: line.sku }))
    await expectAccessible(page)
    await button(dialog, 'Reverse this change').click()
    await expectHeading(page, 'Reversal: Too much')
    await expectSeen(page.getByText('Draft', { exact: true }))
    await page.getByRole('tab', { name: 'History' }).click()
    await expectSeen(page.getByText('Made from “Too much”'))
    expect(complaints(page)).toEqual([])
  })

  test('a discarded price change is copied to a new draft with all its lines', async () => {
    const page = await console.open('price-changes')
    const id = await openDraftOfAll(page, 'Thrown away', 500)
    const { lineCount } = await callAs(page, 'GET', `/price-changes/${id}`)
    await button(page, 'Discard').click()
    await button(page.getByRole('dialog'), 'Discard').click()
    await button(page, 'Copy to a new draft').click()
    await expectHeading(page, 'Copy of Thrown away')
    await expectSeen(page.getByText(`A new draft with ${lineCount} lines.`))
    await expectSeen(page.getByRole('grid', { name: 'Lines' }).getByRole('row').nth(3))
  })

  test('a paste into an empty draft is undone at once, wherever the focus is', async () => {
    const page = await console.open('price-changes')
    const { id } = await callAs(page, 'POST', '/price-changes', { name: 'Pasted by mistake' })
    await page.goto(`/w/sample/price-changes/${id}`)
    await expectSeen(page.getByText('No lines yet', { exact: true }))
    const copied = SKUS.map((sku) => `${sku}\t12.00`).join('\n')
    await page.evaluate((text) => (globalThis as any).navigator.clipboard.writeText(text), copied)
    await page.keyboard.press('Control+v')
    await page.keyboard.press('Control+z')
    await expectSeen(page.getByText('No lines yet', { exact: true }))
    await expect.poll(async () => (await callAs(page, 'GET', `/price-changes/${id}/history`)).length).toBe(3)
    expect((await callAs(page, 'GET', `/price-changes/${id}`)).lineCount).toBe(0)
    await page.keyboard.press('Control+y')
    await expectSeen(page.getByRole('grid', { name: 'Lines' }).getByText(SKUS[0]!))
  })

  test('a wrong dispatch goes back to confirmed within the hour, and later the button says why not', async () => {
    const [order] = await callAs(await console.open('orders'), 'GET', '/orders?status=confirmed&limit=1')
    const page = await console.open(`orders/${order.id}`, { fresh: true })
    const back = () => page.getByRole('menuitem', { name: /^Back to confirmed/ })
    await button(page, 'More actions').click()
    await expectSeen(page.getByRole('menuitem', { name: 'Print' }))
    expect(await back().count()).toBe(0)
    await page.keyboard.press('Escape')
    const steps = page.getByRole('region', { name: 'History' }).getByRole('listitem')
    await expectSeen(steps.last())
    const before = await steps.count()
    await button(page, 'Dispatch').click()
    await button(page, 'More actions').click()
    await back().click()
    const dialog = page.getByRole('dialog')
    await expectSeen(dialog.getByText('Nobody has been told by mail yet.'))
    await expectAccessible(page)
    await button(dialog, 'Back to confirmed').click()
    await expectSeen(page.getByText(`Order ${order.number} is confirmed again.`))
    await expect.poll(() => steps.count()).toBe(before + 2)
    expect(await steps.last().innerText()).toMatch(/^Confirmed/)
    await button(page, 'Dispatch').click()
    await expectSeen(button(page, 'Complete'))
    await page.clock.setFixedTime(Date.now() + 3_601_000)
    await page.reload()
    await button(page, 'More actions').click()
    await expectSeen(back().getByText('more than an hour ago'))
    expect(await back().isDisabled()).toBe(true)
    await page.setViewportSize(PHONE)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})

async function publish(page: Page, id: string): Promise<void> {
  const { fingerprint, seenAt } = await callAs(page, 'GET', `/price-changes/${id}/review`)
  await callAs(page, 'POST', `/price-changes/${id}/publish`, { fingerprint, seenAt })
}

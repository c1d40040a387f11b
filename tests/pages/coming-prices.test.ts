import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, dayOf, startOfDay } from '../../server/src/lib/local-time.ts'
import { schedulePriceChange } from '../../server/src/pricing/price-changes/settle-price-change.ts'
import { startInWords } from '../../server/src/shared/moment-in-words.ts'
import { openDraftOfAll } from './given-price-change.ts'
import { customerIdOf } from './sample-service.ts'
import {
  PHONE,
  callPortal,
  complaints,
  describePages,
  expectAccessible,
  expectHeading,
  expectNoSidewaysScroll,
} from './use-console.ts'

const LONDON = 'Europe/London'
const TODAY = dayOf(new Date(), LONDON)
const COMING = addDays(TODAY, 20)
const FROM = startOfDay(COMING, LONDON)
/** As buyers read it. */
const [DAY, LAST_DAY] = [FROM, new Date(FROM.getTime() - 1)].map((at) =>
  startInWords(startOfDay(dayOf(at, LONDON), LONDON), LONDON),
) as [string, string]

/** Both in a wide window and on a phone, nothing of the page is wrong. */
async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  expect(complaints(page)).toEqual([])
}

async function downloaded(page: Page, start: () => Promise<unknown>) {
  const [file] = await Promise.all([page.waitForEvent('download'), start()])
  return { name: file.suggestedFilename(), text: (await readFile(await file.path())).toString() }
}

describePages('coming prices, and price lists of a day', (console) => {
  test('an owner chooses how far ahead buyers see prices, who then see them everywhere and know until when to order', async () => {
    const owner = await console.open('settings/portal')
    const id = await openDraftOfAll(owner, 'New year', 400)
    await schedulePriceChange(console.operator, { id, at: FROM })
    await owner.goto('/w/sample/settings/portal')
    await owner.getByLabel('Coming prices').fill('a month')
    await owner.getByRole('button', { name: 'Save' }).click()
    await owner.getByText('Write a whole number from 0 to 365.').waitFor()

    const buyer = await console.open('/t/sample', { as: 'buyer' })
    await expectHeading(buyer, 'Catalogue')
    await buyer.getByRole('list', { name: 'Products' }).waitFor()
    expect(await buyer.getByText(`from ${DAY}`).count()).toBe(0)
    await owner.getByLabel('Coming prices').fill('30')
    await owner.getByRole('button', { name: 'Save' }).click()
    await owner.getByText('The settings were saved.').waitFor()
    await expectGood(owner)

    await buyer.reload()
    await buyer
      .getByText(new RegExp(`^£[\\d.,]+ from ${DAY}$`))
      .first()
      .waitFor()
    await expectGood(buyer)
    const data = await callPortal(buyer, 'GET', '/products?limit=50')
    const rising = data.filter((product: any) => product.coming?.unit > product.price.unit)
    await buyer.goto(`/t/sample/products/${rising[0].id}`)
    await buyer.getByText(`from ${DAY}`).first().waitFor()
    await expectGood(buyer)
    const lines = rising.slice(0, 2).map(({ sku, minOrderQty }: any) => ({ sku, qty: Math.max(10, minOrderQty) }))
    await callPortal(buyer, 'POST', '/basket/lines', { lines })
    await buyer.goto('/t/sample/basket')
    await buyer.getByText(`Order by ${LAST_DAY}`, { exact: true }).waitFor()
    await buyer.getByText(new RegExp(`^2 lines cost £[\\d.,]+ more from ${DAY} on\\.$`)).waitFor()
    expect(await buyer.getByText(new RegExp(`^Order by ${LAST_DAY}: £[\\d.,]+ from ${DAY}$`)).count()).toBe(2)
    await expectGood(buyer)
  })

  test('a buyer takes the price list of a day, as far ahead as it is told', async () => {
    const page = await console.open('/t/sample/price-list', { as: 'buyer' })
    await expectHeading(page, 'Price list')
    const asOf = page.getByRole('textbox', { name: 'As of' })
    await asOf.fill(addDays(TODAY, 40))
    await page.getByText(`Must be ${addDays(TODAY, 30)} or earlier`).waitFor()
    expect(await page.getByRole('link', { name: 'CSV' }).count()).toBe(0)
    await asOf.fill(COMING)
    await page.getByText('at the start of').waitFor()
    const link = page.getByRole('link', { name: 'CSV' })
    await link.waitFor()
    const { name, text } = await downloaded(page, () => link.click())
    expect(name).toBe(`price-list-${COMING}.csv`)
    expect(text).toContain(COMING)
    await expectGood(page)
  })

  test('staff take the price list of a customer for a day, and those of several in one file', async () => {
    const id = await customerIdOf(console, 'CASTLE01')
    const page = await console.open(`customers/${id}`, { as: 'manager' })
    await page.getByRole('button', { name: 'Price list' }).click()
    await page.getByRole('menuitem', { name: 'As of another day …' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'As of' }).fill('1999-01-01')
    await dialog.getByRole('button', { name: 'Download' }).click()
    await dialog.getByText('or later: prices of earlier days are not known.').waitFor()
    await dialog.getByRole('textbox', { name: 'As of' }).fill(COMING)
    const single = await downloaded(page, () => dialog.getByRole('button', { name: 'Download' }).click())
    expect(single.name).toBe(`price-list-${COMING}.xlsx`)

    await page.goto('/w/sample/customers')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'Price lists …' }).click()
    await dialog.getByRole('textbox', { name: 'As of' }).fill(COMING)
    await dialog.getByRole('radio', { name: 'Chosen customers' }).check()
    await dialog.getByRole('button', { name: 'Download' }).click()
    await dialog.getByText('Choose a customer.').waitFor()
    await dialog.getByRole('combobox', { name: 'Add a customer' }).fill('Castle')
    await page.getByRole('option', { name: /Castle Lane/ }).click()
    await expectAccessible(page)
    const zip = await downloaded(page, () => dialog.getByRole('button', { name: 'Download' }).click())
    expect(zip.name).toBe(`price-lists-${COMING}.zip`)
    expect(complaints(page)).toEqual([])
  })
})

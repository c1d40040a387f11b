import { expect, test } from 'vitest'
import { choose, complaints, describePages, expectAccessible } from './use-console.ts'

/** A day to come, within the two years that can be asked for. */
const NEXT_YEAR = new Date().getFullYear() + 1

describePages('explaining a price', (console) => {
  test('a price is explained for a customer, a product, a quantity and a day, and its words are copied', async () => {
    const page = await console.open('prices')
    await choose(page, 'Customer', /Castle Lane/, 'castle')
    await page.getByRole('combobox', { name: 'Product' }).click()
    await page.getByRole('option').first().waitFor()
    // Enter waits for what is found by all that is typed.
    await page.keyboard.type('16-08')
    await page.keyboard.press('Enter')
    await page.getByLabel('Quantity').fill('24')
    const table = page.getByRole('table', { name: 'Prices considered' })
    await table.getByRole('row').nth(1).getByRole('cell', { name: 'Nothing comes before it.' }).waitFor()
    await page.getByText(/so 24 come to £/).waitFor()
    await page.getByRole('button', { name: 'Copy words' }).click()
    await page.getByRole('status', { name: 'Messages' }).getByText('Copied.').waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied).toMatch(
      /^The price of .* \(16-08\) for you is £[\d.]+ per bag of 10, so 24 come to £[\d.,]+ ex VAT\..*\.$/,
    )
    await page.getByLabel('Date', { exact: true }).fill('2020-01-05')
    await page.getByText(/from then on it is known what terms customers had/).waitFor()
    await page.getByLabel('Date', { exact: true }).fill(`${NEXT_YEAR}-01-05`)
    await page.getByText(`on 5 January ${NEXT_YEAR}`).waitFor()
    await page.reload()
    await page.getByText(`on 5 January ${NEXT_YEAR}`).waitFor()
    expect(await page.getByRole('combobox', { name: 'Product' }).inputValue()).toMatch(/bracket/)
    await expectAccessible(page)
    expect(complaints(page)).toEqual([])
  })

  test('a misspelled product is offered as similar, and taken only when it is picked', async () => {
    const page = await console.open('prices')
    const field = page.getByRole('combobox', { name: 'Product' })
    await field.fill('emulsoin')
    const option = page.getByRole('option', { name: /emulsion.*Similar:/ }).first()
    await option.waitFor()
    await field.press('Enter')
    expect(new URL(page.url()).searchParams.get('product')).toBeNull()
    await option.click()
    await expect.poll(() => new URL(page.url()).searchParams.get('product')).toBeTruthy()
    await expect.poll(() => field.inputValue()).toMatch(/emulsion/)
    expect(complaints(page)).toEqual([])
  })
})

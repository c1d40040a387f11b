import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DESKTOP, PHONE, complaints, describePages, expectAccessible, expectHeading } from './use-console.ts'

describePages('the look of a wholesaler', (console) => {
  test('its colour is on all of the portal, and nothing of ours is left', async () => {
    const owner = await console.open('settings/portal')
    await expectHeading(owner, 'Trade portal')
    const colour = owner.getByRole('textbox', { name: 'Colour', exact: true })
    await colour.fill('gold')
    await owner.getByRole('button', { name: 'Save' }).click()
    await owner.getByText('Must be a colour such as #3b5bdb.').waitFor()
    await colour.fill('#FFD500')
    await owner.getByRole('textbox', { name: 'Address' }).fill('Rowan & Slate\n1 Quay Street\nLeith')
    await expectAccessible(owner)
    await owner.getByRole('button', { name: 'Save' }).click()
    await owner.getByText('The settings were saved.').waitFor()

    for (const viewport of [DESKTOP, PHONE]) {
      const page = await console.open('/t/sample', { as: 'buyer', viewport })
      await expectHeading(page, 'Catalogue')
      await page.getByRole('button', { name: 'Add', exact: true }).first().waitFor()
      expect(await indigo(page)).toEqual([])
      const top = await page
        .locator('header')
        .first()
        .evaluate((header) => (globalThis as any).getComputedStyle(header).borderTopColor)
      // As dark as a line on white has to be.
      expect(top).toBe('rgb(165, 137, 0)')
      await expectAccessible(page)
      expect(complaints(page)).toEqual([])
    }
    const stranger = await console.open('/t/sample/sign-in', { as: 'nobody' })
    await expectHeading(stranger, 'Sign in')
    await expectAccessible(stranger)
    expect(await indigo(stranger)).toEqual([])
  })

  test('a price list of many pages asks for a filter first, and is there all the same', async () => {
    const page = await console.open('/t/sample', { as: 'buyer', viewport: PHONE })
    // The sample has fewer pages.
    await page.route(/price-list(\?brand=[^&]*)?$/, async (route) => {
      const size = route.request().url().includes('brand=')
        ? { products: 40, pages: 1 }
        : { products: 28_300, pages: 566 }
      await route.fulfill({ json: { data: { ...size, maxPages: 50 } } })
    })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('link', { name: 'Price list' }).click()
    await page.getByText('The PDF would have about 566 pages').waitFor()
    expect(await page.getByRole('link', { name: 'PDF of 566 pages' }).getAttribute('href')).toMatch(
      /price-list\.pdf\?buyer=[0-9a-f-]+$/,
    )
    await expectAccessible(page)
    await page.getByRole('combobox', { name: 'Brand' }).click()
    await page.getByRole('option').first().click()
    await page.getByText('The PDF would have').waitFor({ state: 'hidden' })
    const href = await page.getByRole('link', { name: 'PDF', exact: true }).getAttribute('href')
    expect(href).toMatch(/price-list\.pdf\?brand=.*&buyer=/)
    const pdf = await page.request.get(href!)
    expect(pdf.headers()['content-type']).toBe('application/pdf')
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
    expect(complaints(page)).toEqual([])
  })
})

/** What is drawn in the colour of Trade Catalogue. */
async function indigo(page: Page): Promise<string[]> {
  return page.evaluate(`
    const root = getComputedStyle(document.documentElement)
    const shades = Array.from({ length: 10 }, (_, i) => {
      const hex = root.getPropertyValue('--mantine-color-indigo-' + i).trim()
      return 'rgb(' + [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).join(', ') + ')'
    })
    const drawn = ({ color, backgroundColor, borderTopColor, borderTopWidth }) =>
      [color, backgroundColor, ...(borderTopWidth === '0px' ? [] : [borderTopColor])]
    ;[...document.body.querySelectorAll('*')]
      .filter((element) => drawn(getComputedStyle(element)).some((one) => shades.includes(one)))
      .map((element) => element.outerHTML.slice(0, 200))`)
}

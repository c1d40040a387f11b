import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import {
  choose,
  complaints,
  describePages,
  expectAccessible,
  expectHeading,
  expectNoSidewaysScroll,
  expectSeen,
  PHONE,
} from './use-console.ts'

const products = (page: Page) => page.getByRole('list', { name: 'Products' })

/** The prices of the products that are shown, in their order. */
async function prices(page: Page): Promise<number[]> {
  const texts = await products(page).getByRole('listitem').allInnerTexts()
  return texts.map((text) => Number(/£([\d,]+\.\d\d)/.exec(text)?.[1]?.replace(',', '')))
}

describePages('browsing the catalogue of the trade portal', (service) => {
  test('a buyer goes by category and brand, sorts, and sees how many products there are', async () => {
    const page = await service.open('/t/sample', { as: 'buyer' })
    await expectHeading(page, 'Catalogue')
    await page.getByText(/^2\d\d products$/).waitFor()
    const tiles = (name: string) => page.getByRole('navigation', { name }).getByRole('link')
    const brand = tiles('Brands').filter({ hasText: 'Ferrowick' })
    const [, ofBrand] = /(\d+)$/.exec(await brand.innerText())!
    await expectAccessible(page)
    await brand.click()
    await page.getByText(`${ofBrand} products`, { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('combobox', { name: 'Brand' }).inputValue()).toBe(`Ferrowick (${ofBrand})`)
    // Its categories, and no other brands.
    expect(await tiles('Brands').count()).toBe(0)
    const [name, ofBoth] = (await tiles('Categories').first().innerText()).split(/\s+(?=\d+$)/)
    await tiles('Categories').first().click()
    await page.getByText(new RegExp(`^${ofBoth} products?$`)).waitFor()
    await expect.poll(() => page.getByRole('combobox', { name: 'Category' }).inputValue()).toBe(`${name} (${ofBoth})`)

    await page.goto('/t/sample')
    await choose(page, 'Sort', 'Price')
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('price')
    await expect
      .poll(async () => {
        const shown = await prices(page)
        return shown.length === 50 && shown.every((price, i) => i === 0 || price >= shown[i - 1]!)
      })
      .toBe(true)
    await page.getByRole('searchbox', { name: 'Search products' }).fill('azure')
    await expectSeen(products(page).getByRole('listitem').filter({ hasText: 'azure' }).first())
    expect(await tiles('Brands').count()).toBe(0)
    expect(complaints(page)).toEqual([])
  })

  test('the grid shows large pictures, sharp on a sharp screen, and stays chosen', async () => {
    const page = await service.open('/t/sample', { as: 'buyer', viewport: PHONE })
    await page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name: 'Grid' }).check()
    const item = products(page).getByRole('listitem').first()
    // Placeholders stand where there is no image yet.
    await expect.poll(async () => (await item.locator('> span').boundingBox())!.width).toBeGreaterThan(160)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.reload()
    await expect.poll(() => page.getByRole('radio', { name: 'Grid' }).isChecked()).toBe(true)
    await item.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('link', { name: /^Basket 1$/ }).waitFor()
    expect(complaints(page)).toEqual([])
  })

  test('on a phone, a product shows its price and the button first, and others of its category below', async () => {
    const page = await service.open('/t/sample?q=AM-CP27-AZ', { as: 'buyer', viewport: PHONE })
    await products(page).getByRole('link').first().click()
    const add = page.getByRole('button', { name: 'Add to basket' })
    await add.waitFor()
    const { y, height } = (await add.boundingBox())!
    const bar = (await page.getByRole('link', { name: 'Basket' }).boundingBox())!
    expect(y + height).toBeLessThan(bar.y)
    const related = page.getByRole('list', { name: /^More of / })
    const next = related.getByRole('link').first()
    const name = await next.innerText()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await next.click()
    await expectHeading(page, name)
    expect(complaints(page)).toEqual([])
  })
})

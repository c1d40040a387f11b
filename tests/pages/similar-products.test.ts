import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  complaints,
  describePages,
  DESKTOP,
  expectAccessible,
  expectHeading,
  expectNoSidewaysScroll,
  PHONE,
} from './use-console.ts'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search products' })
const similar = (page: Page) => page.getByRole('heading', { name: 'Similar' })

async function expectFit(page: Page) {
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  await page.setViewportSize(DESKTOP)
}

describePages('products that are written otherwise', (service) => {
  test('a buyer finds a code without its separator, and a misspelled word, and adds what is similar', async () => {
    const page = await service.open('/t/sample', { as: 'buyer' })
    await expectHeading(page, 'Catalogue')
    await search(page).fill('pw61115')
    await similar(page).waitFor()
    const item = page.getByRole('list', { name: 'Similar' }).getByRole('listitem')
    expect(await item.allInnerTexts()).toEqual([expect.stringContaining('PW611-15')])
    await expectFit(page)
    await item.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Added to the basket').first().waitFor()

    await search(page).fill('emulsoin')
    await page.getByRole('link', { name: 'emulsion', exact: true }).waitFor()
    await expectFit(page)
    await page.getByRole('link', { name: 'emulsion', exact: true }).click()
    await similar(page).waitFor({ state: 'detached' })
    expect(await search(page).inputValue()).toBe('emulsion')
    expect(new URL(page.url()).searchParams.get('q')).toBe('emulsion')
    await page.getByRole('list', { name: 'Products' }).getByText('emulsion').first().waitFor()
    expect(complaints(page)).toEqual([])
  })

  test('staff find the same in the list and in the palette', async () => {
    const page = await service.open('products')
    await search(page).fill('emulsoin')
    await similar(page).waitFor()
    await page.getByText('No product matches').waitFor()
    await page
      .getByRole('table', { name: 'Similar' })
      .getByRole('cell', { name: /emulsion/ })
      .first()
      .waitFor()
    await expectFit(page)
    await search(page).fill('pw611–15')
    await page.getByText('Did you mean PW611-15?').waitFor()
    await page.getByRole('table', { name: 'Similar' }).getByRole('cell', { name: 'PW611-15' }).waitFor()
    await expectFit(page)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('pw61115')
    const option = page.getByRole('dialog').getByRole('option', { name: 'Similar: PW611-15' })
    await option.waitFor()
    await expectFit(page)
    await option.click()
    await expectHeading(page, 'Compression elbow 15 mm')
    expect(complaints(page)).toEqual([])
  })

  test('a quick order offers what is similar under a heading, and takes it only when it is picked', async () => {
    const page = await service.open('/t/sample/quick-order', { as: 'buyer', viewport: PHONE })
    const field = page.getByLabel('SKU', { exact: true })
    await field.fill('emulsoin')
    await page
      .getByRole('group', { name: 'Similar' })
      .or(page.getByText('Similar', { exact: true }))
      .first()
      .waitFor()
    const options = page.getByRole('option')
    await options.first().waitFor()
    expect(await options.allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining('Trade matt emulsion')]),
    )
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await field.press('ArrowDown')
    await field.press('Enter')
    expect(await field.inputValue()).toMatch(/^CL10/)
    expect(complaints(page)).toEqual([])
  })

  test('a search with its own results says nothing of others', async () => {
    const page = await service.open('/t/sample?q=emulsion', { as: 'buyer' })
    await page.getByRole('list', { name: 'Products' }).getByText('emulsion').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await similar(page).count()).toBe(0)
    expect(await page.getByText('Did you mean').count()).toBe(0)
  })
})

import { expect, test } from 'vitest'
import {
  PHONE,
  complaints,
  describePages,
  expectAccessible,
  expectFocus,
  expectHeading,
  expectNoSidewaysScroll,
} from './use-console.ts'

const PLACES = [
  ['Home', ''],
  ['Products', 'products'],
  ['Price changes', 'price-changes'],
  ['Customers', 'customers'],
  ['Price groups', 'groups'],
  ['Explain a price', 'prices'],
  ['Orders', 'orders'],
  ['Quotes', 'quotes'],
  ['Imports', 'imports'],
  ['Activity', 'activity'],
] as const

const SETTINGS = [
  ['Workspace', 'settings/workspace'],
  ['People', 'settings/people'],
  ['API keys', 'settings/keys'],
  ['Ordering', 'settings/ordering'],
  ['Trade portal', 'settings/portal'],
  ['Mail', 'settings/mail'],
] as const

describePages('what surrounds every page', (console) => {
  test('the navigation leads to each place and the tabs to each of the settings; titles name the workspace', async () => {
    const page = await console.open('')
    const follow = async (navigation: string, [name, path]: readonly [string, string]) => {
      await page.getByRole('navigation', { name: navigation }).getByRole('link', { name, exact: true }).click()
      await expectHeading(page, name)
      await page.waitForURL(`**/w/sample${path && `/${path}`}`)
      expect(await page.title()).toBe(`${name} · Harbour & Vale Wholesale (sample)`)
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    }
    for (const place of PLACES) await follow('Main', place)
    const settings = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' })
    await settings.click()
    await expectHeading(page, 'Workspace')
    for (const tab of SETTINGS) {
      await follow('Settings', tab)
      expect(await settings.getAttribute('aria-current')).toBe('page')
    }
    expect(complaints(page)).toEqual([])
  })

  test('the palette takes what is typed right after Ctrl K, and goes there', async () => {
    const page = await console.open('')
    await expectHeading(page, 'Home')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('price changes')
    const palette = page.getByRole('dialog')
    expect(await palette.getByRole('combobox').inputValue()).toBe('price changes')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expectHeading(page, 'Price changes')
    await palette.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await palette.waitFor()
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await expectHeading(page, 'Orders')
  })

  test('the palette offers what has exactly the typed number, SKU or code first', async () => {
    const page = await console.open('')
    await expectHeading(page, 'Home')
    for (const [typed, label] of [
      ['1001', /^Order 1001/],
      ['am-cp27-az', /^Coupe plate 27 cm, azure/],
      ['pier9', /^Pier Nine Brewing Co\./],
    ] as const) {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').waitFor()
      await page.keyboard.type(typed)
      const first = page.getByRole('dialog').getByRole('option').first()
      await first.filter({ hasText: label }).waitFor()
      expect(await first.getAttribute('aria-selected')).toBe('true')
      await page.keyboard.press('Escape')
      // A closed dialog has no role before it is gone.
      await page.locator('dialog').waitFor({ state: 'detached' })
    }
  })

  test('on a phone the navigation is behind a button, and nothing scrolls sideways', async () => {
    const page = await console.open('', { viewport: PHONE })
    await expectHeading(page, 'Home')
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Navigation' }).click()
    await expectFocus(page.getByRole('dialog').getByRole('link', { name: 'Home' }))
    await page.getByRole('dialog').getByRole('link', { name: 'Orders' }).click()
    await expectHeading(page, 'Orders')
    await expectAccessible(page)
  })

  test('what is not there is said so', async () => {
    const page = await console.open('nothing')
    await expectHeading(page, 'Not found')
    await expectAccessible(page)
    const other = await console.open('/w/another/products')
    await expectHeading(other, 'Not found')
    await expectHeading(await console.open('', { as: 'stranger' }), 'Not found')
  })

  test('without a session one is asked to sign in', async () => {
    const page = await console.open('orders?status=new', { as: 'nobody' })
    await expectHeading(page, 'Sign in')
    expect(new URL(page.url()).searchParams.get('next')).toBe('/w/sample/orders?status=new')
  })
})

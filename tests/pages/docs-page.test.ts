import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { executablePath, sharedBrowser } from './launch-browser.ts'
import { axeFindings, expectAccessible, expectNoSidewaysScroll } from './use-console.ts'

/** What axe finds in the client that Scalar opens over the page. It has no setting for any of it. */
const OF_SCALARS_CLIENT = new Set([
  'aria-allowed-role',
  'aria-input-field-name',
  'aria-prohibited-attr',
  'aria-required-attr',
  'aria-valid-attr-value',
  'landmark-no-duplicate-main',
  'landmark-unique',
  'presentation-role-conflict',
])

describe.skipIf(!executablePath)('the page about the API in a browser', () => {
  const service = useService()

  /** Opens the page; what the browser complains of, and what it asks others for, is noted. */
  async function open(width = 1280): Promise<{ page: Page; noted: string[] }> {
    const page = await (await sharedBrowser()).newPage({ viewport: { width, height: 900 } })
    const noted: string[] = []
    page.on('console', (message) => {
      if (!['log', 'info'].includes(message.type())) noted.push(message.text())
    })
    page.on('pageerror', (error) => noted.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(service.url) && !/^(data|blob):/.test(request.url())) noted.push(request.url())
    })
    await page.goto(`${service.url}/docs`)
    await page.getByRole('heading', { level: 1, name: 'Trade Catalogue' }).waitFor()
    return { page, noted }
  }

  test('it shows the API and makes a call with a key, within its policy', async () => {
    const { key } = await service.workspace()
    const { page, noted } = await open()
    await page.getByPlaceholder('Token').first().fill(key)
    await page.getByText('The workspace of this key').first().click()
    await page
      .getByRole('button', { name: /Test Request/ })
      .first()
      .click()
    await page.getByRole('button', { name: /^Send/ }).first().click()
    await page.getByText('Harbour Wholesale').first().waitFor()
    const found = await axeFindings(page, {})
    expect(found.filter(({ rule }) => !OF_SCALARS_CLIENT.has(rule))).toEqual([])
    expect(noted).toEqual([])
    await page.close()
  })

  test.each([390, 768, 1280])('it can be read by everybody, %i pixels wide', async (width) => {
    const { page, noted } = await open(width)
    await page.getByText('A wholesale catalogue').first().waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    expect(noted).toEqual([])
    await page.close()
  })

  test('a script that gets into its text does not run', async () => {
    const { page, noted } = await open()
    await page.evaluate(() => {
      const { document } = globalThis as any
      document.body.setAttribute('onclick', 'globalThis.stolen = true')
      document.body.append(Object.assign(document.createElement('script'), { text: 'globalThis.stolen = true' }))
      document.body.click()
    })
    expect(await page.evaluate(() => (globalThis as { stolen?: true }).stolen)).toBeUndefined()
    expect(noted.join()).toMatch(/Content Security Policy/)
    await page.close()
  })
})

import { globSync, mkdtempSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServer } from 'vite'
import type { ViteDevServer } from 'vite'
import { executablePath, sharedBrowser } from './launch-browser.ts'
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, PHONE } from './use-console.ts'

const WEB = fileURLToPath(new URL('../../web/', import.meta.url))

/** What is seen only in another one, and what asks the service before it shows anything. */
const NOT_ALONE = new Set([
  'Branded',
  'BuyerTermsFields',
  'CompanyButton',
  'CompanyInNewTab',
  'Dialog',
  'EntryCard',
  'Form',
  'LeaveGuard',
  'LiveRegion',
  'NewestFirstPager',
  'Page',
  'PageBar',
  'Pager',
  'PaletteProvider',
  'PictureDialog',
  'ProofDialog',
  'ProofOver',
  'RestoredScroll',
  'RouteAnnouncer',
  'Section',
  'SelectionBar',
  'SignInAgain',
  'SignInOver',
  'SortHeader',
  'WidthHandle',
])

describe.skipIf(!executablePath)('the page of all components', () => {
  let vite: ViteDevServer
  let page: Page
  const complaints: string[] = []

  beforeAll(async () => {
    const cacheDir = mkdtempSync(join(tmpdir(), 'vite-'))
    const server = { host: '127.0.0.1', port: 0, hmr: false }
    vite = await createServer({ configFile: `${WEB}vite.config.ts`, cacheDir, server, logLevel: 'error' })
    await vite.listen()
    const { port } = vite.httpServer!.address() as AddressInfo
    page = await (await sharedBrowser()).newPage({ reducedMotion: 'reduce', viewport: DESKTOP })
    page.on('console', (message) => {
      if (['warning', 'error'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`http://127.0.0.1:${port}/components.html`)
    await page.getByRole('heading', { level: 1, name: 'Components' }).waitFor()
  })
  afterAll(async () => {
    await page.close()
    await vite.close()
  })

  test('shows each component that the applications share', async () => {
    const sources = globSync(`${WEB}src/shared/*.tsx`).map((file) => readFileSync(file, 'utf8'))
    const names = sources.flatMap((source) => [...source.matchAll(/^export (?:default )?function ([A-Z]\w+)/gm)])
    expect((await page.getByRole('heading', { level: 2 }).allInnerTexts()).toSorted()).toEqual(
      names
        .map(([, name]) => name!)
        .filter((name) => !NOT_ALONE.has(name))
        .toSorted(),
    )
  })

  test('is accessible in both schemes, and fits a phone', async () => {
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.setViewportSize(DESKTOP)
  })

  test('its forms and dialogs are accessible, also when they are refused', async () => {
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    for (const name of await page.locator('[aria-haspopup=dialog]').allInnerTexts()) {
      await page.getByRole('button', { name, exact: true }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      const submit = dialog.getByRole('button', { name, exact: true })
      if ((await submit.count()) > 0 && (await submit.isEnabled())) await submit.click()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    }
    for (const button of await page.getByRole('button', { name: /^Say/ }).all()) await button.click()
    await expectAccessible(page)
  })

  test('the browser and React complain of nothing', () => expect(complaints).toEqual([]))
})

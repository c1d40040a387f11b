import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser } from './launch-browser.ts'
import { FROM_LISTS, PAGES } from './pages.ts'
import type { Viewer } from './sample-service.ts'
import { describePages, expectHeading, PHONE } from './use-console.ts'

/** The button of each of these pages that opens a dialog or a menu. */
const OPENED = [
  ['owner', '/w/sample', 'Account menu'],
  ['owner', '/w/sample/products', 'Add product'],
  ['owner', '/w/sample/price-changes', 'New price change'],
  ['owner', '/w/sample/customers', 'Add customer'],
  ['owner', '/w/sample/settings/people', 'Invite'],
  ['owner', '/w/sample/settings/keys', 'Create key'],
  ['buyer', '/t/sample', 'Account menu'],
  ['buyer', '/t/sample/colleagues', 'Invite colleague'],
] as const

describePages('a phone that is touched', (service) => {
  let page: Page
  beforeAll(async () => {
    const browser = await sharedBrowser()
    const context = await browser.newContext({ baseURL: service.url, viewport: PHONE, hasTouch: true, isMobile: true })
    context.setDefaultTimeout(20_000)
    page = await context.newPage()
  })
  afterAll(() => page?.context().close())

  async function open(viewer: Viewer, path: string) {
    await page.context().clearCookies()
    const token = service.tokens[viewer]
    if (token) await page.context().addCookies([{ name: 'session', value: token, url: service.url, httpOnly: true }])
    await page.goto(path)
  }

  test.each(PAGES)('%s finds every control of %s 44 pixels wide and high', async (viewer, path, h1) => {
    await open(viewer, path)
    await expectHeading(page, h1)
    await page.waitForLoadState('networkidle')
    expect(await tooSmall(page)).toEqual([])
  })

  test.each(FROM_LISTS)('%s finds the page that a list leads to as large: %s', async (viewer, path, link) => {
    await open(viewer, path)
    await page.locator(link).first().click()
    await page.waitForURL((url) => url.pathname !== path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await tooSmall(page)).toEqual([])
  })

  test.each(OPENED)('%s finds what opens over %s by "%s" as large', async (viewer, path, button) => {
    await open(viewer, path)
    await page.getByRole('button', { name: button, exact: true }).first().click()
    await page.locator(OVERLAY).first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await tooSmall(page, OVERLAY)).toEqual([])
  })
})

const OVERLAY = '[role=dialog], [role=menu]'

/** Runs in the page: what a finger of 44 pixels misses, in all that the selector finds. */
const TOO_SMALL = `(within) => {
  const LEAST = 44
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=option]'
  // A link within a sentence may be as high as its line.
  const isInSentence = (element) =>
    element.matches('a') && getComputedStyle(element).display === 'inline' &&
    element.closest('p, li, dd, td, div').innerText.trim() !== element.innerText.trim()
  // What else a touch there would do the same with.
  const accepts = (element, hit) => hit !== null && (element.contains(hit) ||
    [...(element.labels ?? [])].some((label) => label.contains(hit)) ||
    (element.matches('[data-row-link]') && element.closest('tr') === hit.closest('tr')))
  const isHit = (element) => {
    element.scrollIntoView({ block: 'center', inline: 'center' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const [across, down] = [width, height].map((side) => (side >= LEAST ? 0 : LEAST / 2 - 1))
    return [[x - across, y], [x + across, y], [x, y - down], [x, y + down]]
      .every((point) => accepts(element, document.elementFromPoint(...point)))
  }
  const isSeen = (element) => {
    const { width, bottom } = element.getBoundingClientRect()
    return element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1 &&
      bottom + scrollY > 0 && !element.closest('[aria-hidden=true], [inert]')
  }
  return [...document.querySelectorAll(within)].flatMap((part) => [...part.querySelectorAll(CONTROLS)])
    .filter(isSeen).flatMap((element) => {
    const { width, height } = element.getBoundingClientRect()
    const isLarge = Math.round(width) >= LEAST && Math.round(height) >= LEAST
    if (isLarge || isInSentence(element) || isHit(element)) return []
    const name = element.getAttribute('aria-label') ?? (element.innerText || element.type)
    return element.localName + ' "' + name + '" ' + Math.round(width) + ' × ' + Math.round(height)
  })
}`

function tooSmall(page: Page, within = 'body'): Promise<string[]> {
  return page.evaluate(`(${TOO_SMALL})(${JSON.stringify(within)})`)
}

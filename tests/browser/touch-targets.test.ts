import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser } from './launch-browser.ts'
import type { Viewer } from './sample-service.ts'
import { describePages, expectHeading, PHONE } from './use-console.ts'

const CONSOLE = [
  ['', 'Home'],
  ['/products', 'Products'],
  ['/price-changes', 'Price changes'],
  ['/customers', 'Customers'],
  ['/prices', 'Explain a price'],
  ['/orders', 'Orders'],
  ['/imports', 'Imports'],
  ['/activity', 'Activity'],
  ['/settings/workspace', 'Workspace'],
  ['/settings/people', 'People'],
  ['/settings/keys', 'API keys'],
  ['/settings/portal', 'Trade portal'],
].map(([path, h1]) => ['owner', `/w/sample${path}`, h1] as const)

const PORTAL = [
  ['', 'Catalogue'],
  ['/quick-order', 'Quick order'],
  ['/basket', 'Basket'],
  ['/orders', 'Your orders'],
  ['/lists', 'Saved lists'],
  ['/price-list', 'Price list'],
  ['/colleagues', 'Colleagues'],
  ['/mails', 'Mails'],
].map(([path, h1]) => ['buyer', `/t/sample${path}`, h1] as const)

/** The first link of a list leads to each of these pages. */
const FROM_LISTS = [
  ['owner', '/w/sample/products', 'tbody a'],
  ['owner', '/w/sample/price-changes', 'tbody a'],
  ['owner', '/w/sample/customers', 'tbody a'],
  ['owner', '/w/sample/orders', 'tbody a'],
  ['buyer', '/t/sample', 'main li a'],
  ['buyer', '/t/sample/orders', 'main li a, tbody a'],
] as const

const ELSEWHERE = [
  ['owner', '/account', 'Your account'],
  ['nobody', '/sign-in', 'Sign in'],
  ['nobody', '/t/sample/sign-in', 'Sign in'],
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

  test.each([...CONSOLE, ...PORTAL, ...ELSEWHERE])(
    '%s finds every control of %s 44 pixels wide and high',
    async (viewer, path, h1) => {
      await open(viewer, path)
      await expectHeading(page, h1!)
      await page.waitForLoadState('networkidle')
      expect(await tooSmall(page)).toEqual([])
    },
  )

  test.each(FROM_LISTS)('%s finds the page that a list leads to as large: %s', async (viewer, path, link) => {
    await open(viewer, path)
    await page.locator(link).first().click()
    await page.waitForURL((url) => url.pathname !== path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await tooSmall(page)).toEqual([])
  })
})

/** The controls that a finger of 44 pixels misses. A link within a sentence may be as high as its line. */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(`(${measure.toString()})()`)
}

/** Runs in the browser. */
function measure(): string[] {
  const { document, getComputedStyle, scrollY } = globalThis as any
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=option]'
  const LEAST = 44
  const isInSentence = (element: any) => {
    const around = element.closest('p, li, dd, td, div')
    return getComputedStyle(element).display === 'inline' && around.innerText.trim() !== element.innerText.trim()
  }
  /** What else a touch there would do the same with. */
  const accepts = (element: any, hit: any) =>
    hit !== null &&
    (element.contains(hit) ||
      [...(element.labels ?? [])].some((label) => label.contains(hit)) ||
      (element.matches('[data-row-link]') && element.closest('tr') === hit.closest('tr')))
  const isHit = (element: any) => {
    element.scrollIntoView({ block: 'center', inline: 'center' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const [across, down] = [width >= LEAST ? 0 : LEAST / 2 - 1, height >= LEAST ? 0 : LEAST / 2 - 1]
    return [-1, 1].every((side) =>
      [
        [x + side * across, y],
        [x, y + side * down],
      ].every(([px, py]) => accepts(element, document.elementFromPoint(px, py))),
    )
  }
  return [...document.querySelectorAll(CONTROLS)]
    .filter((element) => {
      const { width, height, bottom } = element.getBoundingClientRect()
      const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      if (!isSeen || width <= 1 || bottom + scrollY <= 0 || element.closest('[aria-hidden=true], [inert]')) return false
      if (Math.round(width) >= LEAST && Math.round(height) >= LEAST) return false
      return !(element.matches('a') && isInSentence(element)) && !isHit(element)
    })
    .map((element) => {
      const { width, height } = element.getBoundingClientRect()
      const name =
        element.getAttribute('aria-label') ?? (element.innerText || element.labels?.[0]?.innerText || element.type)
      return `${element.localName} "${name}" ${Math.round(width)} × ${Math.round(height)}`
    })
}

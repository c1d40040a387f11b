import { readFileSync } from 'node:fs'
import type { RunOptions } from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest'
import { useImageFolder } from '../given/use-image-folder.ts'
import { executablePath } from './launch-browser.ts'
import { pagePool } from './page-pool.ts'
import { SIGN_IN, startSample } from './sample-service.ts'
import type { SampleService, Viewer } from './sample-service.ts'

/** The sample's address. */
export const SLUG = 'sample'
export const DESKTOP = { width: 1280, height: 800 }
export const PHONE = { width: 375, height: 812 }

export type OpenOptions = {
  as?: Viewer
  viewport?: typeof DESKTOP
  scheme?: 'light' | 'dark'
  /**
   * A page that no test has used before or uses after: nothing is cached, and what is installed in it does not stay.
   */
  fresh?: boolean
}

export type TestConsole = SampleService & {
  /**
   * Opens a page, by default as the owner on a desktop. A path that begins with "/" is taken as it is, any other is
   * below `/w/sample`. What the browser complains of is in `complaints(page)`.
   */
  open: (path: string, options?: OpenOptions) => Promise<Page>
}

const noted = new WeakMap<Page, string[]>()

/** Warnings and errors in the browser's console of this page, and requests to other hosts. */
export function complaints(page: Page): string[] {
  return noted.get(page) ?? []
}

/**
 * Tests of the pages, on the sample and in a real browser. They are skipped where there is none. `at`: the time stands
 * still there, for the service and for the browser.
 */
export function describePages(title: string, tests: (console: TestConsole) => void, options: { at?: Date } = {}): void {
  // oxlint-disable-next-line vitest/valid-title -- each file gives its own
  describe.skipIf(!executablePath)(title, () => {
    tests(useConsole(options))
  })
}

function useConsole({ at }: { at?: Date }): TestConsole {
  const console = {} as TestConsole
  const pages = pagePool()
  const { images } = useImageFolder()

  beforeAll(async () => void Object.assign(console, await startSample({ images, ...(at && { at }) })))
  afterEach(() => pages.clean())
  afterAll(async () => {
    await pages.close()
    await console.close()
  })

  console.open = async (path, { as = 'owner', viewport = DESKTOP, scheme = 'light', fresh = false } = {}) => {
    const page = await pages.take(console.url, { fresh })
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme: scheme })
    if (at) await page.clock.setFixedTime(at)
    const token = console.tokens[as]
    if (token) await page.context().addCookies([{ name: 'session', value: token, url: console.url, httpOnly: true }])
    note(page, console.url)
    await page.goto(path.startsWith('/') ? path : `/w/${SLUG}${path && `/${path}`}`)
    return page
  }
  return console
}

function note(page: Page, url: string): void {
  const list: string[] = []
  noted.set(page, list)
  page.on('console', (message) => {
    // A refused call is part of many tests; the browser reports each.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (['warning', 'error'].includes(message.type()) && !isRefusal) list.push(message.text())
  })
  page.on('pageerror', (error) => list.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) list.push(request.url())
  })
}

/** Minified: half as much to send to each page, and to read there. */
const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
/** The rules of axe whose findings depend on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
/** Of axe's default rules and `target-size`, those to judge by. */
const RULES = {
  light: { rules: { 'target-size': { enabled: true } } },
  dark: { runOnly: COLOUR_RULES },
}

/**
 * Expects that axe finds nothing on the page as it is, in the light and in the dark scheme. Only the deep run looks:
 * axe takes longer than the test around it.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (!inject('deep')) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // The page hears of it with the next frame.
    await page.evaluate(() => new Promise((shown) => (globalThis as any).requestAnimationFrame(shown)))
    expect({ colorScheme, found: await axeFindings(page, RULES[colorScheme]) }).toEqual({ colorScheme, found: [] })
  }
}

export async function axeFindings(page: Page, options: RunOptions): Promise<{ rule: string; where: string[] }[]> {
  // Not as a script element: the policy of the pages forbids it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const { violations } = await page.evaluate(
    (chosen) => (globalThis as any).axe.run({ resultTypes: ['violations'], ...chosen }),
    options,
  )
  return violations.map(({ id, nodes }: { id: string; nodes: { target: string[]; failureSummary: string }[] }) => ({
    rule: id,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }))
}

/** Expects that the page itself cannot be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const content = await page.evaluate<number>('document.documentElement.scrollWidth')
  expect(content).toBeLessThanOrEqual(await page.evaluate<number>('innerWidth'))
}

/** Waits until it is seen. */
export async function expectSeen(what: Locator): Promise<void> {
  await what.waitFor()
}

/** Waits until it has the focus. */
export async function expectFocus(what: Locator): Promise<void> {
  await expect.poll(() => what.evaluate((element) => element === (globalThis as any).document.activeElement)).toBe(true)
}

/** Expects that each label leads to its field, and to nothing else. */
export async function expectFields(page: Page, labels: string[]): Promise<void> {
  const found = await Promise.all(labels.map((label) => page.getByLabel(label, { exact: true }).count()))
  expect(Object.fromEntries(labels.map((label, at) => [label, found[at]]))).toEqual(
    Object.fromEntries(labels.map((label) => [label, 1])),
  )
}

/** Fills in and sends the form once it is there: the page before it may have an e-mail address too. */
export async function signIn(page: Page, { email, password } = SIGN_IN): Promise<void> {
  const send = page.getByRole('button', { name: 'Sign in', exact: true })
  await send.waitFor()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await send.click()
}

/** Chooses from a combobox. Where something is typed, it is the first option that is left. */
export async function choose(page: Page, label: string, option: string | RegExp, typed?: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true })
  await (typed === undefined ? field.click() : field.fill(typed))
  await page.getByRole('option', { name: option, exact: true }).first().click()
}

/** Calls the trade portal as its pages do, for the buyer who is signed in there. Resolves to what is answered. */
export async function callPortal(page: Page, method: string, path: string, data?: object): Promise<any> {
  const portal = `/app-api/portal/${SLUG}`
  const { me } = (await (await page.request.get(`${portal}/portal`)).json()).data
  const headers = { 'sec-fetch-site': 'same-origin', buyer: me.id }
  const answer = await page.request.fetch(portal + path, { method, headers, ...(data && { data }) })
  return (await answer.json()).data
}

/** Waits for the page's heading. */
export async function expectHeading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

/** Waits until a buyer's order is sent, and opens it. */
export async function openSentOrder(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: /^Order \d+ sent$/ }).waitFor()
  await page.getByRole('link', { name: 'See the order' }).click()
  await page.getByRole('heading', { level: 1, name: /^Order \d+$/ }).waitFor()
}

/** What holds for all of the portal's page. A message of the moment may say some of it too. */
export const portalNotices = (page: Page): Locator => page.getByRole('status', { name: 'Notices' })

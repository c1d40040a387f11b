import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { findBrowser } from '../tests/pages/find-browser.ts'

const TIMES = 9

/** A phone on a mobile network: bytes a second, milliseconds, and how many times slower than this machine. */
const PHONE = { downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, latency: 150, slower: 4 }

type Session = { token: string; address: string }

/** How long people wait for pages, in milliseconds: staff at a desk for rows, a buyer on a phone for the catalogue. */
export async function timeVisits(staff: Session & { lists: string[] }, buyer: Session): Promise<void> {
  const executablePath = findBrowser()
  if (!executablePath) return console.log('There is no Chromium to visit the pages with.')
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 })
  try {
    const rows = (context: BrowserContext) => inPage(context, (page) => untilRows(page, staff.address))
    tell('first rows, first visit', await median(() => withContext(browser, staff, rows)))
    await withContext(browser, staff, async (context) => {
      await rows(context)
      tell('first rows, later visit', await median(() => rows(context)))
      for (const list of staff.lists) tell(`a click on "${list}"`, await inPage(context, clicks(staff, list)))
    })
    const paint = (context: BrowserContext) => inPage(context, (page) => largestPaint(page, buyer.address))
    tell('portal on a phone, first', await median(() => withContext(browser, buyer, paint)))
    await withContext(browser, buyer, async (context) => {
      await paint(context)
      tell('portal on a phone, later', await median(() => paint(context)))
    })
  } finally {
    await browser.close()
  }
}

function tell(what: string, ms: number): void {
  console.log(`${what.padEnd(28)} ${ms.toFixed(0).padStart(6)}`)
}

async function withContext<T>(
  browser: Browser,
  { token, address }: Session,
  act: (context: BrowserContext) => Promise<T>,
) {
  const context = await browser.newContext()
  await context.addCookies([{ name: 'session', value: token, url: new URL(address).origin, httpOnly: true }])
  return act(context).finally(() => context.close())
}

async function inPage<T>(context: BrowserContext, act: (page: Page) => Promise<T>): Promise<T> {
  const page = await context.newPage()
  return act(page).finally(() => page.close())
}

async function untilRows(page: Page, address: string): Promise<number> {
  const started = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator('[data-row-link]').first().waitFor()
  return performance.now() - started
}

/** From a click on a list in the navigation until its first row stands there; between clicks the page is at Home. */
function clicks({ address }: Session, list: string) {
  return async (page: Page) => {
    await page.goto(address)
    const home = page.getByRole('link', { name: 'Home', exact: true })
    return median(async () => {
      await home.click()
      await page.locator('[data-row-link]').first().waitFor({ state: 'detached' })
      const started = performance.now()
      await page.getByRole('link', { name: list, exact: true }).first().click()
      await page.locator('[data-row-link]').first().waitFor()
      return performance.now() - started
    })
  }
}

/** When the largest thing that a visit shows was painted, after its start. */
async function largestPaint(page: Page, address: string): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...PHONE })
  await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slower })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(address, { waitUntil: 'networkidle' })
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const options: object = { type: 'largest-contentful-paint', buffered: true }
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime)).observe(options)
      }),
  )
}

async function median(measure: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < TIMES; i++) times.push(await measure())
  return times.toSorted((a, b) => a - b)[Math.floor(TIMES / 2)]!
}

import type { Page } from 'playwright-core'
import { sharedBrowser } from './launch-browser.ts'

export type PagePool = {
  /**
   * A page that nobody is signed in on, with nothing stored. `fresh`: it was never used, so nothing is cached either.
   */
  take: (baseURL: string, options: { fresh: boolean }) => Promise<Page>
  /** Takes back all pages. */
  clean: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Pages to use again, each in its own context: loading an application costs a third where its code is compiled. All of
 * a pool are of one service.
 */
export function pagePool(): PagePool {
  const [idle, used, discarded]: [Page[], Page[], Page[]] = [[], [], []]
  return {
    take: async (baseURL, { fresh }) => {
      const page = (fresh ? undefined : idle.pop()) ?? (await newPage(baseURL))
      ;(fresh ? discarded : used).push(page)
      return page
    },
    clean: async () => {
      const outcomes = await Promise.all(used.splice(0).map(async (page) => [page, await reset(page)] as const))
      for (const [page, isClean] of outcomes) (isClean ? idle : discarded).push(page)
      await Promise.all(discarded.splice(0).map((page) => page.context().close()))
    },
    close: async () => void (await Promise.all(idle.splice(0).map((page) => page.context().close()))),
  }
}

async function newPage(baseURL: string): Promise<Page> {
  const browser = await sharedBrowser()
  const context = await browser.newContext({
    baseURL,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(20_000)
  return context.newPage()
}

/** Leaves nothing of a test on the page. False where that fails. */
async function reset(page: Page): Promise<boolean> {
  const context = page.context()
  try {
    await Promise.all(context.pages().map((other) => other !== page && other.close()))
    await context.setOffline(false)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.evaluate('localStorage.clear(), sessionStorage.clear()')
    // A page with unsaved changes asks before it is left.
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto('about:blank')
    for (const event of ['dialog', 'console', 'pageerror', 'request']) page.removeAllListeners(event)
    await page.emulateMedia({ media: null })
    await context.clearCookies()
    return true
  } catch {
    return false
  }
}

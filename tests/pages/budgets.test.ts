import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { byDepth } from '../given/depth.ts'
import { describePages, expectHeading } from './use-console.ts'
import type { Viewer } from './sample-service.ts'

/** In bytes as `gzip -9` packs them. */
const CONSOLE = { script: 230_000, style: 28_000 }
const PORTAL = { script: 180_000, style: 22_000 }
const INVITATION = { script: 115_000, style: 12_000 }

/** Runs in the page: when its heading was there, in milliseconds. A busy machine tells the test later. */
const NOTE_HEADING = `
new MutationObserver((_, observer) => {
  if (!document.querySelector('h1')) return
  observer.disconnect()
  globalThis.headingAt = Date.now()
}).observe(document, { childList: true, subtree: true })`

describePages('all that a first visit fetches stays within its budget', (console) => {
  const visits: [page: string, path: string, as: Viewer, h1: string, budget: typeof CONSOLE][] = [
    ['Home', '', 'owner', 'Home', CONSOLE],
    ['Catalogue', '/t/sample', 'buyer', 'Catalogue', PORTAL],
    ['the sign-in page', '/sign-in', 'nobody', 'Sign in', CONSOLE],
    ['an invitation', '/invitation/none', 'nobody', 'Join', INVITATION],
    ["the portal's sign-in page", '/t/sample/sign-in', 'nobody', 'Sign in', PORTAL],
  ]
  test.each(visits.slice(0, byDepth({ quick: 2, deep: visits.length })))('%s', async (_page, path, as, h1, budget) => {
    const blank = await console.open('/docs/static/index.css', { as, fresh: true })
    await blank.addInitScript(NOTE_HEADING)
    const fetched = watch(blank)
    await blank.goto(path.startsWith('/') ? path : '/w/sample')
    await expectHeading(blank, h1)
    const sizes = await fetched()
    globalThis.console.log(`${h1}: ${sizes.script} bytes of script, ${sizes.style} of style`)
    expect(sizes.script).toBeGreaterThan(50_000)
    expect(sizes.script).toBeLessThanOrEqual(budget.script)
    expect(sizes.style).toBeGreaterThan(5_000)
    expect(sizes.style).toBeLessThanOrEqual(budget.style)
  })
})

/** Adds up the scripts and styles that the page fetches until its heading is there. */
function watch(page: Page): () => Promise<{ script: number; style: number }> {
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  return async () => {
    const sizes = { script: 0, style: 0 }
    const headingAt = await page.evaluate<number>('headingAt')
    for (const response of responses.slice()) {
      const kind = { script: 'script', stylesheet: 'style' }[response.request().resourceType()] as 'script' | undefined
      const isFirst = response.request().timing().startTime <= headingAt
      if (kind && isFirst) sizes[kind] += gzipSync(await response.body(), { level: 9 }).length
    }
    return sizes
  }
}

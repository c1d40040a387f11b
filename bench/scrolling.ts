/**
 * Scrolls what is long in a browser, and counts frames and tasks that hold them up: the grid of a price change, and the
 * list of products. `npm run bench:scrolling -- [products]`. Run it on a machine that does nothing else.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { chromium } from 'playwright-core'
import { buildWebWhenStale } from '../scripts/build-web-when-stale.mjs'
import { openStore } from '../server/src/database/open.ts'
import { findBrowser } from '../tests/browser/find-browser.ts'
import { fill } from './fill.ts'
import { rowsToMake } from './options.ts'
import { benchDatabase, benchServer } from './server-under-load.ts'
import { signIn } from './sign-in.ts'

const STEPS = 300
/** A notch of a wheel, in pixels. */
const NOTCH = 400

/** Runs in the page: counts from `begin()` to `end()`. */
const WATCH = `
let frames, slow, long, last, isOn = false
new PerformanceObserver((list) => { if (isOn) long += list.getEntries().length }).observe({ type: 'longtask' })
function count(now) {
  if (!isOn) return
  frames++
  if (now - last > 20) slow++
  last = now
  requestAnimationFrame(count)
}
globalThis.begin = () => { frames = slow = long = 0; last = performance.now(); isOn = true; requestAnimationFrame(count) }
globalThis.end = () => { isOn = false; return { frames, slow, long } }`

const total = rowsToMake(30_000)

const database = await benchDatabase('embedded')
try {
  buildWebWhenStale()
  const store = await openStore(database.config)
  const { workspaceId } = await fill(store, { products: total, others: 1 })
  const { slug, token } = await signIn(store, workspaceId)
  const draft = randomUUIDv7()
  await sql`
    insert into price_change (workspace_id, id, name, status, line_count, created_by, created_at, updated_at)
    values (${workspaceId}, ${draft}, 'All prices', 'draft', ${total},
      '{"type":"operator","id":null,"name":"Operator"}', now(), now())`.execute(store.db)
  await sql`
    insert into price_change_line (workspace_id, price_change_id, product_id, new_price)
    select ${workspaceId}, ${draft}, id, list_price + 5 from product where workspace_id = ${workspaceId}`.execute(
    store.db,
  )
  await store.close()
  const server = await benchServer(database)
  const url = `http://127.0.0.1:${server.port}`
  const browser = await chromium.launch({ executablePath: findBrowser()!, chromiumSandbox: process.getuid?.() !== 0 })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.context().addCookies([{ name: 'session', value: token, url, httpOnly: true }])
  await page.addInitScript(WATCH)
  for (const [name, path] of [
    [`${total.toLocaleString('en')} lines of a price change`, `price-changes/${draft}`],
    ['the list of products', 'products'],
  ] as const) {
    await page.goto(`${url}/w/${slug}/${path}`)
    const rows = page.getByRole('row')
    await rows.nth(5).waitFor()
    await rows.nth(5).hover()
    await page.evaluate('begin()')
    for (let i = 0; i < STEPS; i++) await page.mouse.wheel(0, NOTCH)
    const { frames, slow, long } = (await page.evaluate('end()')) as Record<'frames' | 'slow' | 'long', number>
    console.log(`${name}: ${frames} frames, ${slow} of them after 20 ms, ${long} tasks above 50 ms`)
  }
  await browser.close()
  await server.stop()
} finally {
  database.remove()
}

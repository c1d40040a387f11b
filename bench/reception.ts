import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import { buildWebWhenStale } from '../scripts/build-web-when-stale.mjs'
import { openStore } from '../server/src/database/open.ts'
import { OPERATOR } from '../server/src/ops/operations/operate.ts'
import { inviteBuyerToSignIn } from '../server/src/people/invitations.ts'
import { beginSession } from '../server/src/people/sessions.ts'
import { createSample, SAMPLE_BUYER_EMAIL } from '../server/src/ops/sample/create-sample.ts'
import { findBrowser } from '../tests/pages/find-browser.ts'
import { benchDatabase, benchServer } from './server-under-load.ts'

/**
 * A first visit by a slow connection, as a phone has it at the edge of a network: 400 ms for each request, and 50 kB/s.
 * `npm run bench:reception` times it from the address to what the visit is for; `-- --files` lists what was fetched.
 */

const TIMES = 5
/** Bytes in a second, and milliseconds. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

const listsFiles = process.argv.includes('--files')

const database = await benchDatabase('embedded')
try {
  buildWebWhenStale()
  const { token, invitation } = await makeSample()
  const server = await benchServer(database)
  const url = `http://127.0.0.1:${server.port}`
  const browser = await chromium.launch({ executablePath: findBrowser()!, chromiumSandbox: process.getuid?.() !== 0 })
  const session = { name: 'session', value: token, url, httpOnly: true }
  console.log(`milliseconds of a first visit, median of ${TIMES}`)
  for (const [name, path, cookies, what] of [
    ["the invitation's form", invitation, [], 'input[name=name], input[autocomplete=name]'],
    ["the portal's sign-in form", '/t/sample/sign-in', [], 'input[type=email]'],
    ['the catalogue’s rows', '/t/sample', [session], 'ul[aria-label=Products] > li'],
    ['the usual rows', '/t/sample/usual', [session], 'ul[aria-label="Your next order"] > li'],
  ] as const) {
    const visits = []
    for (let i = 0; i < TIMES; i++) visits.push(await visit(browser, url + path, cookies, what))
    const { took, files } = visits.toSorted((a, b) => a.took - b.took)[Math.floor(TIMES / 2)]!
    const kB = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000
    console.log(`${name.padEnd(28)} ${took.toFixed(0).padStart(6)}  ${files.length} files, ${kB.toFixed(0)} kB`)
    if (listsFiles) for (const { from, to, bytes, file } of files) console.log(`  ${from}–${to} ${bytes} ${file}`)
  }
  await browser.close()
  await server.stop()
} finally {
  database.remove()
}

/** The sample, with a buyer who is signed in, and one who is invited. */
async function makeSample(): Promise<{ token: string; invitation: string }> {
  const store = await openStore(database.config)
  const context = { db: store.db, admissionDb: store.admissionDb, clock: () => new Date(), actor: OPERATOR }
  const { workspaceId } = await createSample(context)
  const buyer = store.db.selectFrom('person').select('id').where('email_key', '=', SAMPLE_BUYER_EMAIL)
  const token = await beginSession(context, (await buyer.executeTakeFirstOrThrow()).id)
  const site = { url: 'http://127.0.0.1', sendsMail: false }
  const invited = { customer: 'CASTLE01', name: 'Nora New', email: 'nora@new.example', delivery: 'show' as const }
  const { link } = await inviteBuyerToSignIn({ ...context, workspaceId, site }, invited)
  await store.close()
  return { token, invitation: new URL(link!).pathname }
}

type Fetched = { file: string; from: number; to: number; bytes: number }

/** Opens the page with nothing cached, until that is seen. */
async function visit(
  browser: Browser,
  address: string,
  cookies: readonly { name: string; value: string; url: string; httpOnly: boolean }[],
  what: string,
): Promise<{ took: number; files: Fetched[] }> {
  const context = await browser.newContext({ viewport: { width: 375, height: 812 } })
  await context.addCookies([...cookies])
  const page = await context.newPage()
  const fetched = await slowDown(page)
  const started = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator(what).first().waitFor()
  const took = performance.now() - started
  await context.close()
  return { took, files: fetched() }
}

/** Slows the page's network down. The returned function says what came so far: when, and how many bytes by the wire. */
async function slowDown(page: Page): Promise<() => Fetched[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_3G)
  const begun = new Map<string, { file: string; at: number }>()
  const files: Fetched[] = []
  let first: number | undefined
  devtools.on('Network.requestWillBeSent', ({ requestId, timestamp, request }) => {
    first ??= timestamp
    begun.set(requestId, { file: request.url.slice(new URL(request.url).origin.length), at: timestamp })
  })
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const { file, at } = begun.get(requestId)!
    const [from, to] = [at, timestamp].map((time) => Math.round((time - first!) * 1_000)) as [number, number]
    files.push({ file, from, to, bytes: encodedDataLength })
  })
  return () => files
}

/**
 * Times the console on a large catalogue: lists of products, and a browser from the start of a visit to the first rows.
 * `npm run bench:console -- [products] [embedded|postgres]`.
 */
import { randomUUIDv7 } from 'node:crypto'
import { buildWebWhenStale } from '../scripts/build-web-when-stale.mjs'
import { openStore } from '../server/src/database/open.ts'
import type { Store } from '../server/src/database/open.ts'
import { fill } from './fill.ts'
import { rowsToMake } from './options.ts'
import { benchDatabase, benchServer } from './server-under-load.ts'
import { signIn, signInBuyer } from './sign-in.ts'
import { accountCode, AT_LIMITS } from './terms.ts'
import { timeVisits } from './visits.ts'
import { COMMON_WORDS, NOUNS } from './words.ts'

const TIMES = 9

const total = rowsToMake(100_000)
const engine = process.argv[3] === 'embedded' ? 'embedded' : 'postgres'

/** The lists and counts that are timed. Each is asked for by its own addresses, so that no answer is a cached one. */
const READS = {
  'by name': '/products?sort=name',
  'by SKU, descending': '/products?sort=sku&direction=desc',
  'by SKU, half way through': `/products?sort=sku&offset=${Math.floor(total / 2)}`,
  'by list price, descending': '/products?sort=listPrice&direction=desc',
  'by last change, descending': '/products?sort=changed&direction=desc',
  'a search': `/products?q=${COMMON_WORDS[0]}`,
  'a search, by list price': `/products?q=${COMMON_WORDS[0]}&sort=listPrice`,
  'the number of a search': `/products/count?q=${COMMON_WORDS[0]}`,
  home: '/home?of=now',
  'a search, for comparison': `/products?q=${NOUNS[0]}`,
  'a word with a typo': `/products/suggestion?q=${misspelled(NOUNS[0]!)}`,
  'a code without its zeros': '/products/suggestion?q=sc4711',
  'the same, resembling none': '/products/suggestion?q=xqzwvkjhgf',
  'two words, one of them wrong': `/products/suggestion?q=${COMMON_WORDS[1]}+${misspelled(NOUNS[9]!)}`,
}

/** The same for a customer's catalogue, as its buyers see it. */
const BROWSED = {
  'its products by name': '/products?sort=name',
  'by its own price': '/products?sort=price',
  'the newest first': '/products?sort=newest',
  'its usual ones first': '/products?sort=usual',
  'a search, by its own price': `/products?q=${COMMON_WORDS[0]}&sort=price`,
  'its brands and categories': '/groups?of=now',
}

const database = await benchDatabase(engine)
try {
  buildWebWhenStale()
  const store = await openStore(database.config)
  const { workspaceId } = await fill(store, { products: total, others: 1 })
  const { slug, token } = await signIn(store, workspaceId)
  const customerId = await idOfCustomer(store, workspaceId)
  const { token: buyer } = await signInBuyer(
    { db: store.db, clock: () => new Date(), workspaceId },
    accountCode(AT_LIMITS),
  )
  await store.close()
  const server = await benchServer(database)
  const url = `http://127.0.0.1:${server.port}`
  console.log(`${total.toLocaleString('en')} products, ${engine}; milliseconds, median of ${TIMES}, and the first`)
  const browsed = Object.entries(BROWSED).map(
    ([name, path]) => [name, `/customers/${customerId}/preview${path}`] as const,
  )
  for (const [name, path] of [...Object.entries(READS), ...browsed]) {
    const ask = () => answer(`${url}/app-api/console/${slug}${path}`, token)
    const first = await ask()
    const ms = await median(ask)
    console.log(`${name.padEnd(28)} ${ms.toFixed(0).padStart(6)} ${first.toFixed(0).padStart(6)}`)
  }
  await timeVisits(
    { token, address: `${url}/w/${slug}/products`, lists: ['Products', 'Customers'] },
    { token: buyer, address: `${url}/t/${slug}` },
  )
  await server.stop()
} finally {
  database.remove()
}

/** The third and the fourth letter are swapped. */
function misspelled(word: string): string {
  return word.slice(0, 2) + word[3]! + word[2]! + word.slice(4)
}

/** The customer with the most terms. */
async function idOfCustomer({ db }: Store, workspaceId: string): Promise<string> {
  const { id } = await db
    .selectFrom('customer')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('account_code', '=', accountCode(AT_LIMITS))
    .executeTakeFirstOrThrow()
  return id
}

async function answer(address: string, token: string): Promise<number> {
  const started = performance.now()
  const response = await fetch(`${address}&once=${randomUUIDv7()}`, { headers: { cookie: `session=${token}` } })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return performance.now() - started
}

async function median(measure: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < TIMES; i++) times.push(await measure())
  return times.toSorted((a, b) => a - b)[Math.floor(TIMES / 2)]!
}

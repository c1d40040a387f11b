/**
 * Upgrades a large database of the last release while its service answers: how long each migration takes, what it locks,
 * and what reads wait meanwhile. Fails where a read fails, a row is lost or a price differs.
 * `npm run bench:upgrade -- [products] [commit]`.
 */
import { deepStrictEqual } from 'node:assert'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { migrate } from '../server/src/database/migrate.ts'
import { openDatabase } from '../server/src/database/open.ts'
import type { Store } from '../server/src/database/open.ts'
import { apiRequest } from './load.ts'
import { openLoad } from './open-load.ts'
import { rowsToMake } from './options.ts'
import { lastRelease, releasedVersion } from './released-version.ts'
import { benchDatabase, benchServer } from './server-under-load.ts'
import { accountCode } from './terms.ts'
import { unique } from './workloads/read.ts'

const products = rowsToMake(100_000)
const release = process.argv[3] ?? lastRelease()
const READS_PER_SECOND = 50
/** Locks that writes wait for; reads wait for the first. */
const BLOCKING = ['AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock']
/** How long reads go on before and after the migrations, in milliseconds. */
const AROUND_MS = 2_000

await using cleanup = new AsyncDisposableStack()
const database = await benchDatabase('postgres')
cleanup.defer(database.remove)
const released = releasedVersion(release)
cleanup.defer(released.remove)
const { keys, sample } = released.fill(database.config, products)
const paths = [
  ...sample.slice(0, 100).map(({ id }) => `/products/${id}?customer=${accountCode(1)}`),
  `/products?customer=${accountCode(1)}`,
]
const store = await openDatabase(database.config)
cleanup.defer(store.close)
const old = await released.serve(database.config)
cleanup.defer(async () => void (await old.stop()))
const port = Number(new URL(old.url).port)
const [rows, prices] = [await rowsOf(store), await pricesOf(port, keys[0]!, paths)]

console.log(`${products.toLocaleString('en')} products, from ${release}`)
const done = new AbortController()
let next = 0
const reading = openLoad(port, () => apiRequest(keys[0]!, unique(paths[next++ % paths.length]!)), {
  perSecond: READS_PER_SECOND,
  connections: 100,
  until: done.signal,
})
await setTimeout(AROUND_MS)
await upgrade(store)
// The old service goes on until it is stopped.
await setTimeout(AROUND_MS)
done.abort()
const { byStatus } = await reading
for (const [status, { count, p50, p99 }] of Object.entries(byStatus)) {
  console.log(`${count} reads of the old service: ${status}, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
}
deepStrictEqual(Object.keys(byStatus), ['200'])

const present = await benchServer(database)
cleanup.defer(async () => void (await present.stop()))
deepStrictEqual(await pricesOf(present.port, keys[0]!, paths), prices)
const after = await rowsOf(store)
deepStrictEqual(Object.fromEntries(Object.keys(rows).map((table) => [table, after[table]])), rows)
console.log(`${Object.values(rows).reduce((sum, count) => sum + count)} rows and ${paths.length} answers are the same`)

/** Runs the migrations as a start does, and prints what each took and locked of the tables that were there. */
async function upgrade({ db, runScript }: Store): Promise<void> {
  await runScript(`
    create schema bench;
    create table bench.relation as
      select oid, relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace;
    create table bench.held (name text, reads boolean)`)
  await migrate({
    db,
    runScript: async (script) => {
      const started = performance.now()
      // In the transaction of the migration, which holds its locks until it ends.
      await runScript(`${script};
        insert into bench.held select name, mode = 'AccessExclusiveLock'
        from pg_locks join bench.relation on oid = relation
        where pid = pg_backend_pid() and mode in (${BLOCKING.map((mode) => `'${mode}'`).join(', ')})`)
      const seconds = (performance.now() - started) / 1000
      const newest = db.selectFrom('schema_migration').select('name').orderBy('number', 'desc').limit(1)
      const { name } = await newest.executeTakeFirstOrThrow()
      const { rows } = await sql<{ name: string; reads: boolean }>`delete from bench.held returning *`.execute(db)
      const unread = new Set(rows.filter(({ reads }) => reads).map((row) => row.name))
      const unwritten = new Set(rows.map((row) => row.name)).difference(unread)
      const waits = [listed('reads and writes', unread), listed('writes', unwritten)].filter(Boolean)
      console.log(`${name.padEnd(32)} ${seconds.toFixed(2).padStart(7)} s  ${waits.join('; ')}`.trimEnd())
    },
  })
  await runScript('drop schema bench cascade')
}

function listed(what: string, tables: Set<string>): string {
  return tables.size === 0 ? '' : `${what} wait: ${[...tables].toSorted().join(', ')}`
}

/** How many rows each table has, of those that have any and are no counters. */
async function rowsOf({ db }: Store): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not in ('schema_migration', 'rate_limit_window')`.execute(db)
  const counts: Record<string, number> = {}
  for (const { name } of rows) {
    const { rows: counted } = await sql<{ count: number }>`select count(*)::int from ${sql.table(name)}`.execute(db)
    if (counted[0]!.count > 0) counts[name] = counted[0]!.count
  }
  return counts
}

/** What a customer reads: products and prices. */
async function pricesOf(port: number, key: string, paths: string[]): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const path of paths) {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${unique(path)}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    const { data } = (await response.json()) as { data: unknown }
    answers.push([data].flat().map(({ sku, name, price }: any) => ({ sku, name, price })))
  }
  return answers
}

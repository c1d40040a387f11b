/**
 * Loads a catalogue through the API, and the same rows again through the leanest statement that could store them:
 * `npm run bench:load -- [embedded|postgres] [products] [clients]`.
 */
import { sql } from 'kysely'
import { searchDocument, fold } from '../server/src/catalogue/search-words.ts'
import { openStore } from '../server/src/database/open.ts'
import type { Store } from '../server/src/database/open.ts'
import { rowset } from '../server/src/database/rowset.ts'
import { products } from './catalogue.ts'
import { benchDatabase, benchServer } from './server-under-load.ts'

const [engine = 'postgres', size = '100000', clients = '4'] = process.argv.slice(2)
const total = Number(size)
const BATCH = 100

const database = await benchDatabase(engine as 'embedded' | 'postgres')
try {
  const store = await openStore(database.config)
  const lean = await leanLoad(store)
  await store.close()
  const server = await benchServer(database)
  console.log(`${total} products, ${engine}, ${clients} clients\n`)
  const created = await load(server, 'create', 0)
  const updated = await load(server, 'update all', 1)
  const repeated = await load(server, 'change nothing', 1)
  await server.stop()
  console.log(`\nlimit: ${lean} rows/s for the leanest set-based insert of the same rows, one client`)
  console.log(
    `of the limit: create ${share(created, lean)}, update ${share(updated, lean)}, same ${share(repeated, lean)}`,
  )
} finally {
  database.remove()
}

async function load(server: Awaited<ReturnType<typeof benchServer>>, name: string, edition: number): Promise<number> {
  const started = performance.now()
  const memory: number[] = [server.memory()]
  let next = 0
  let priceChangeId: string | undefined
  const client = async () => {
    while (next < total) {
      const from = next
      next += BATCH
      const { data } = await server.put('/products', { products: products(from, BATCH, edition), priceChangeId })
      priceChangeId ??= data.priceChangeId ?? undefined
      if (from % (total / 10) === 0) memory.push(server.memory())
    }
  }
  await Promise.all(Array.from({ length: Number(clients) }, client))
  const rate = Math.round(total / ((performance.now() - started) / 1000))
  console.log(`${name.padEnd(16)} ${String(rate).padStart(7)} rows/s   server memory, MB: ${memory.join(' ')}`)
  return rate
}

async function leanLoad({ db, runScript }: Store): Promise<number> {
  await runScript('create table lean (like product including all)')
  const started = performance.now()
  for (let from = 0; from < total; from += BATCH) {
    const rows = products(from, BATCH).map((item) => ({
      ...item,
      name_folded: fold(item.name),
      search: searchDocument(item),
    }))
    await sql`
      insert into lean (workspace_id, id, sku, sku_key, name, name_folded, description, manufacturer_ref,
        manufacturer_ref_key, unit_label, availability, details, list_price, search, created_at, updated_at)
      select '01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a', gen_random_uuid(), sku, lower(sku), name, name_folded, description,
        "manufacturerRef", lower("manufacturerRef"), "unitLabel", availability, details, "listPrice", search, now(), now()
      from ${rowset(
        rows,
        `sku text, name text, name_folded text, description text, "manufacturerRef" text, "unitLabel" text,
        availability text, details jsonb, "listPrice" bigint, search tsvector`,
      )}`.execute(db)
  }
  const rate = Math.round(total / ((performance.now() - started) / 1000))
  await runScript('drop table lean')
  return rate
}

function share(rate: number, limit: number): string {
  return (rate / limit).toFixed(2)
}

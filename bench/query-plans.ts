/**
 * Shows how Postgres answers the reads of the API on a large catalogue, as it ran them: plans, rows, buffers, times.
 * `npm run bench:plans -- [products]`.
 */
import { readFileSync } from 'node:fs'
import { openStore } from '../server/src/database/open.ts'
import { rangeName } from './catalogue.ts'
import { fill } from './fill.ts'
import { rowsToMake } from './options.ts'
import { benchDatabase, benchServer } from './server-under-load.ts'
import { accountCode, AT_LIMITS } from './terms.ts'
import { COMMON_WORDS } from './words.ts'
import { unique } from './workloads/read.ts'

const total = rowsToMake(100_000)

const database = await benchDatabase('postgres', [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_analyze=on',
  'auto_explain.log_buffers=on',
])
try {
  const store = await openStore(database.config)
  const { sample, keys } = await fill(store, { products: total, others: 1 })
  await store.runScript(`alter system set auto_explain.log_min_duration = 0`)
  await store.runScript(`select pg_reload_conf()`)
  await store.close()
  const server = await benchServer(database)
  // What was asked for before is answered from memory.
  const get = (path: string) => server.request(unique(path), { key: keys[0]! })
  const { id, sku } = sample[0]!
  const { brandId } = (await get(`/products/${id}`)).body.data
  const customer = accountCode(AT_LIMITS)
  const paths = [
    '/products',
    '/products?offset=5000',
    `/products?offset=${total - 50}`,
    `/products?customer=${customer}`,
    `/products?brand=${brandId}`,
    '/products?availability=made_to_order',
    '/products?active=false',
    `/products?q=${sku}`,
    `/products?q=${sku.slice(0, 5)}`,
    `/products?q=${rangeName(1)}`,
    `/products?q=${COMMON_WORDS[0]}`,
    '/products?q=matt%20hinge',
    '/products?q=la',
    `/products/${id}`,
    `/products/${id}?customer=${customer}`,
    `/prices?customer=${customer}&sku=${sku}`,
    `/products?customer=${customer}&at=${new Date(Date.now() + 86_400_000).toISOString()}`,
    `/products?customer=${customer}&at=${new Date(Date.now() - 1_000).toISOString()}`,
  ]
  for (const path of paths) {
    // More often than a prepared statement keeps its own plan for its parameters.
    for (let i = 0; i < 8; i++) await get(path)
    const before = readFileSync(database.log!, 'utf8').length
    const started = performance.now()
    await get(path)
    const ms = (performance.now() - started).toFixed(1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    console.log(`\n=== GET ${path} (${ms} ms)\n${readFileSync(database.log!, 'utf8').slice(before)}`)
  }
  await server.stop()
} finally {
  database.remove()
}

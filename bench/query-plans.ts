/**
 * Shows how Postgres answers the reads of the API on a large catalogue, as it ran them: plans, rows, buffers, times.
 * `npm run bench:plans -- [products]`.
 */
import { readFileSync } from 'node:fs'
import { openStore } from '../server/src/database/open.ts'
import { products } from './catalogue.ts'
import { benchDatabase, benchServer } from './server-under-load.ts'

const total = Number(process.argv[2] ?? 100_000)
const BATCH = 100

const database = await benchDatabase('postgres', [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_analyze=on',
  'auto_explain.log_buffers=on',
])
try {
  const server = await benchServer(database)
  for (let from = 0; from < total; from += BATCH) await server.put('/products', { products: products(from, BATCH) })
  const store = await openStore(database.config)
  await store.runScript('vacuum analyze')
  await store.runScript(`insert into customer (workspace_id, id, account_code, account_code_key, name, name_key, created_at, updated_at)
    select workspace_id, gen_random_uuid(), 'ACME', 'acme', 'Acme', 'acme', now(), now() from product limit 1`)
  await store.runScript(`insert into discount_rule (workspace_id, id, customer_id, applies_to, brand_id, discount_bp, created_at, updated_at)
    select b.workspace_id, gen_random_uuid(), c.id, 'brand', b.id, 1250, now(), now() from brand b, customer c limit 20`)
  await store.runScript(`insert into agreed_price (workspace_id, id, customer_id, product_id, unit, created_at, updated_at)
    select p.workspace_id, gen_random_uuid(), c.id, p.id, 100, now(), now() from product p, customer c limit 500`)
  await store.runScript(`alter system set auto_explain.log_min_duration = 0`)
  await store.runScript(`select pg_reload_conf()`)
  const { data } = await server.get('/products?limit=1&offset=500')
  const [{ id, sku, brandId }] = data
  const paths = [
    '/products',
    '/products?offset=5000',
    `/products?offset=${total - 50}`,
    '/products?customer=acme',
    `/products?brand=${brandId}`,
    '/products?availability=made_to_order',
    '/products?active=false',
    `/products?q=${sku}`,
    `/products?q=${sku.slice(0, 5)}`,
    '/products?q=lantern',
    '/products?q=azure%20walnut',
    '/products?q=la',
    `/products/${id}`,
    `/products/${id}?customer=acme`,
    `/prices?customer=acme&sku=${sku}`,
  ]
  for (const path of paths) {
    // More often than a prepared statement keeps a plan of its own for its parameters.
    for (let i = 0; i < 8; i++) await server.get(path)
    const before = readFileSync(database.log!, 'utf8').length
    const started = performance.now()
    await server.get(path)
    const ms = (performance.now() - started).toFixed(1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    console.log(`\n=== GET ${path} (${ms} ms)\n${readFileSync(database.log!, 'utf8').slice(before)}`)
  }
  await store.close()
  await server.stop()
} finally {
  database.remove()
}

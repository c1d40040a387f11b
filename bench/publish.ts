/**
 * Previews and publishes a large price change among many customers, each step timed:
 * `node bench/publish.ts [embedded|postgres] [lines] [customers]`. Each customer has 20 rules and 500 agreed prices.
 * PLANS=1 shows the plans of what takes longer than 50 ms, on Postgres.
 */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { WorkspaceContext } from '../server/src/context.ts'
import { openStore } from '../server/src/database/open.ts'
import { previewPriceChange } from '../server/src/pricing/preview-price-change.ts'
import { publishPriceChange } from '../server/src/pricing/publish-price-change.ts'
import { createWorkspace } from '../server/src/workspaces/workspaces.ts'
import { benchDatabase } from './server-under-load.ts'

const [engine = 'postgres', lines = '100000', customers = '1000'] = process.argv.slice(2)
const FIRST_DIGIT = { brand: 'b', category: 'c', product: 'd', customer: 'e' }

const plans = process.env['PLANS'] === '1'
const settings = plans
  ? ['shared_preload_libraries=auto_explain', 'auto_explain.log_min_duration=50', 'auto_explain.log_analyze=on']
  : []
const database = await benchDatabase(engine as 'embedded' | 'postgres', settings)
try {
  const store = await openStore(database.config)
  const operator = { type: 'operator', id: null, name: 'Bench' } as const
  const context = { db: store.db, clock: () => new Date(), actor: operator }
  const { id: workspaceId } = await createWorkspace(context, {
    name: 'Bench',
    currency: 'GBP',
    timezone: 'UTC',
    taxLabel: 'ex VAT',
    plan: 'active',
  })
  const workspace: WorkspaceContext = { ...context, workspaceId }
  await fill(workspace)
  console.log(`${lines} lines, ${customers} customers with 20 rules and 500 agreed prices each, ${engine}\n`)
  const customer = (await store.db.selectFrom('customer').select('id').limit(1).executeTakeFirstOrThrow()).id
  for (const direction of ['up', 'both'] as const) {
    const id = await startChange(workspace, direction)
    const page = { id, customer, limit: 100 }
    const { summary, fingerprint } = await timed(`preview, prices ${direction}`, () =>
      previewPriceChange(workspace, { ...page, offset: 0 }),
    )
    console.log(JSON.stringify({ ...summary, inverted: summary.inverted.count }))
    await timed('preview again', () => previewPriceChange(workspace, { ...page, offset: 0 }))
    await timed('preview, last page', () => previewPriceChange(workspace, { ...page, offset: Number(lines) - 100 }))
    await timed('publish with a fingerprint', () => publishPriceChange(workspace, { id, fingerprint }))
  }
  await store.close()
  if (plans) console.log(readFileSync(database.log!, 'utf8'))
} finally {
  database.remove()
}

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  console.log(`${name.padEnd(32)} ${((performance.now() - started) / 1000).toFixed(2)} s`)
  return result
}

/** Brands, categories, products, customers and their terms, made by the database itself. */
async function fill({ db, workspaceId }: WorkspaceContext): Promise<void> {
  const w = sql`${workspaceId}::uuid`
  const [products, buyers] = [sql.lit(Number(lines)), sql.lit(Number(customers))]
  for (const [table, count] of [
    ['brand', 200],
    ['category', 50],
  ] as const) {
    await sql`insert into ${sql.table(table)} (workspace_id, id, name, name_key)
      select ${w}, ${id(table, 'n')}, ${sql.lit(table)} || n, ${sql.lit(table)} || n from generate_series(1, ${sql.lit(count)}) n`.execute(
      db,
    )
  }
  await sql`insert into product (workspace_id, id, sku, sku_key, name, name_folded, description, brand_id, category_id,
      unit_label, availability, details, list_price, search, created_at, updated_at)
    select ${w}, ${id('product', 'n')}, 'SKU-' || n, 'sku-' || n, 'Product ' || n, 'product ' || n, repeat('words ', 40),
      ${id('brand', '(1 + n % 200)')}, ${id('category', '(1 + n % 49)')}, 'each', 'in_stock', '{}', 100 + (n * 7919) % 20000,
      to_tsvector('simple', 'product ' || n || ' brand ' || n % 200), now(), now()
    from generate_series(1, ${products}) n`.execute(db)
  await sql`insert into customer (workspace_id, id, name, name_key, created_at, updated_at)
    select ${w}, ${id('customer', 'n')}, 'Customer ' || n, 'customer ' || n, now(), now()
    from generate_series(1, ${buyers}) n`.execute(db)
  await sql`insert into discount_rule (workspace_id, id, customer_id, applies_to, brand_id, category_id, discount_bp,
      created_at, updated_at)
    select ${w}, gen_random_uuid(), ${id('customer', 'n')},
      case when r = 0 then 'all' when r <= 10 then 'brand' else 'category' end,
      case when r between 1 and 10 then ${id('brand', '(1 + (n * 13 + r * 17) % 200)')} end,
      case when r > 10 then ${id('category', '(1 + (n + r) % 50)')} end, 1 + (n * 31 + r * 97) % 4000, now(), now()
    from generate_series(1, ${buyers}) n, generate_series(0, 19) r`.execute(db)
  await sql`insert into agreed_price (workspace_id, id, customer_id, product_id, unit, created_at, updated_at)
    select ${w}, gen_random_uuid(), ${id('customer', 'n')}, ${id('product', `(1 + (n * 101 + a * 197) % ${lines})`)},
      100 + (n * a) % 20000, now(), now()
    from generate_series(1, ${buyers}) n, generate_series(1, 500) a`.execute(db)
  await sql`analyze`.execute(db)
}

async function startChange({ db, workspaceId }: WorkspaceContext, direction: 'up' | 'both'): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into price_change (workspace_id, id, name, status, line_count, created_by, created_at, updated_at)
    values (${workspaceId}, gen_random_uuid(), 'New list', 'draft', ${sql.lit(Number(lines))}, '{}', now(), now())
    returning id`.execute(db)
  const factor = direction === 'up' ? sql`1.04` : sql`case when hashtext(p.sku) % 2 = 0 then 1.04 else 0.97 end`
  await sql`insert into price_change_line (workspace_id, price_change_id, product_id, new_price)
    select p.workspace_id, ${rows[0]!.id}, p.id, round(p.list_price * ${factor}) from product p
    where p.workspace_id = ${workspaceId}`.execute(db)
  return rows[0]!.id
}

/** In the order of the numbers, as the ids of rows that were made one after the other are. */
function id(kind: keyof typeof FIRST_DIGIT, n: string) {
  return sql`(${sql.lit(FIRST_DIGIT[kind])} || lpad(to_hex(${sql.raw(n)}), 31, '0'))::uuid`
}

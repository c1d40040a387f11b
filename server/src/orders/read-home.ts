import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { countPriceChanges, listPriceChanges } from '../pricing/price-changes/list-price-changes.ts'
import type { PriceChange } from '../pricing/price-changes/list-price-changes.ts'
import { ofContact } from '../customers/contacts.ts'
import { searchOrders } from './search-orders.ts'

/** Entries of each list. */
const LISTED = 5
/** Scheduled price changes that are looked through for the next ones. */
const MOST_SCHEDULED = 200

type ProductRef = { id: string; sku: string; name: string }

/** The home page of a workspace's staff. */
export async function readHome(context: WorkspaceContext) {
  const counts = await count(context)
  const orders = counts.newOrders > 0 ? await searchOrders(context, { status: 'new', limit: LISTED, offset: 0 }) : []
  return {
    newOrders: { total: counts.newOrders, first: orders },
    askedQuotes: { total: counts.askedQuotes },
    ...(context.heldTo === undefined ? await readChanges(context) : { drafts: NONE, scheduled: NONE }),
    withoutPrice: { total: counts.withoutPrice, first: await unpricedProducts(context) },
    failedImages: { total: counts.failedImages, first: await productsWithFailedImage(context) },
    setUp: counts.setUp,
  }
}

const NONE = { total: 0, first: [] }

async function readChanges(context: WorkspaceContext) {
  const { draft, scheduled } = await countPriceChanges(context)
  return {
    drafts: { total: draft, first: await listPriceChanges(context, { status: 'draft', limit: LISTED, offset: 0 }) },
    scheduled: { total: scheduled, first: await nextScheduled(context) },
  }
}

type Counts = Record<'newOrders' | 'askedQuotes' | 'withoutPrice' | 'failedImages', number> & {
  /** The first steps of a workspace: true for those that are done. */
  setUp: Record<'products' | 'customers' | 'terms' | 'buyers' | 'orders', boolean>
}

async function count(context: WorkspaceContext): Promise<Counts> {
  const { db, workspaceId } = context
  const ours = sql`workspace_id = ${workspaceId}`
  const own = sql.join([sql`true`, ...ofContact(context, 'customer_id')], sql` and `)
  const { rows } = await sql<Counts>`
    select
      (select count(*) from sales_order where ${ours} and status = 'new' and ${own}) as "newOrders",
      (select count(*) from quote where ${ours} and status = 'asked' and ${own}) as "askedQuotes",
      (select count(*) from product where ${ours} and unpriced) as "withoutPrice",
      (select count(*) from product_image where ${ours} and status = 'failed') as "failedImages",
      json_build_object(
        'products', exists (select from product where ${ours}),
        'customers', exists (select from customer where ${ours}),
        'terms', exists (select from discount_rule where ${ours}) or exists (select from agreed_price where ${ours}),
        'buyers', exists (select from buyer where ${ours}),
        'orders', exists (select from sales_order where ${ours})) as "setUp"`.execute(db)
  const { setUp, ...counts } = rows[0]!
  const numbers = Object.entries(counts).map(([name, value]) => [name, Number(value)])
  return { ...(Object.fromEntries(numbers) as Omit<Counts, 'setUp'>), setUp }
}

/** Those that are published next. */
async function nextScheduled(context: WorkspaceContext): Promise<PriceChange[]> {
  const scheduled = await listPriceChanges(context, { status: 'scheduled', limit: MOST_SCHEDULED, offset: 0 })
  return scheduled.toSorted((a, b) => (a.scheduledFor! < b.scheduledFor! ? -1 : 1)).slice(0, LISTED)
}

async function unpricedProducts({ db, workspaceId }: WorkspaceContext): Promise<ProductRef[]> {
  return (
    db
      .selectFrom('product')
      .select(['id', 'sku', 'name'])
      .where('workspace_id', '=', workspaceId)
      // A parameter would keep a prepared statement from the index of these products.
      .where(sql<boolean>`unpriced`)
      .orderBy('name')
      .orderBy('id')
      .limit(LISTED)
      .execute()
  )
}

/** One index lookup for each product. Sessions disable sorts, so a join in order of names would scan all products. */
async function productsWithFailedImage({ db, workspaceId }: WorkspaceContext): Promise<ProductRef[]> {
  const { rows } = await sql<ProductRef>`
    select p.id, p.sku, p.name from (
      select product_id from product_image where workspace_id = ${workspaceId} and status = 'failed'
      order by requested_at, product_id limit ${sql.lit(LISTED)}) failed
    cross join lateral (
      select id, sku, name from product
      where workspace_id = ${workspaceId} and id = failed.product_id limit 1) p`.execute(db)
  return rows
}

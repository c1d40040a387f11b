import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { shapePriceChange } from '../pricing/list-price-changes.ts'
import type { PriceChange } from '../pricing/list-price-changes.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { listOrders } from './list-orders.ts'
import type { Order } from './order-rows.ts'
import { ordersByWeek } from './orders-by-week.ts'
import type { WeekOfOrders } from './orders-by-week.ts'

/** Entries of each list, and weeks of the chart. */
const [LISTED, WEEKS] = [5, 12]

type Listed<T> = { total: number; first: T[] }
type ProductRef = { id: string; sku: string; name: string }

/** What needs doing in a workspace now. */
export type Home = {
  newOrders: Listed<Order>
  drafts: Listed<PriceChange>
  scheduled: Listed<PriceChange>
  withoutPrice: Listed<ProductRef>
  failedImages: Listed<ProductRef>
  weeks: WeekOfOrders[]
  /** The first steps of a workspace: true for those that are done. */
  setUp: { products: boolean; customers: boolean; terms: boolean; keys: boolean; orders: boolean }
}

/** The home page of a workspace's staff. */
export async function readHome(context: WorkspaceContext): Promise<Home> {
  const { timezone } = await readWorkspace(context, context.workspaceId)
  const counts = await count(context)
  const orders = counts.newOrders > 0 ? await listOrders(context, { status: 'new', limit: LISTED, offset: 0 }) : []
  return {
    newOrders: { total: counts.newOrders, first: orders },
    drafts: { total: counts.drafts, first: await changesThatAre(context, 'draft') },
    scheduled: { total: counts.scheduled, first: await changesThatAre(context, 'scheduled') },
    withoutPrice: { total: counts.withoutPrice, first: await unpricedProducts(context) },
    failedImages: { total: counts.failedImages, first: await productsWithFailedImage(context) },
    weeks: await ordersByWeek(context, { weeks: WEEKS, timezone }),
    setUp: counts.setUp,
  }
}

type Counts = Record<'newOrders' | 'drafts' | 'scheduled' | 'withoutPrice' | 'failedImages', number> &
  Pick<Home, 'setUp'>

async function count({ db, workspaceId }: WorkspaceContext): Promise<Counts> {
  const ours = sql`workspace_id = ${workspaceId}`
  const { rows } = await sql<Counts>`
    select
      (select count(*) from sales_order where ${ours} and status = 'new') as "newOrders",
      (select count(*) from price_change where ${ours} and status = 'draft') as drafts,
      (select count(*) from price_change where ${ours} and status = 'scheduled') as scheduled,
      (select count(*) from product where ${ours} and unpriced) as "withoutPrice",
      (select count(*) from product_image where ${ours} and status = 'failed') as "failedImages",
      json_build_object(
        'products', exists (select from product where ${ours}),
        'customers', exists (select from customer where ${ours}),
        'terms', exists (select from discount_rule where ${ours}) or exists (select from agreed_price where ${ours}),
        'keys', exists (select from api_key where ${ours} and revoked_at is null),
        'orders', exists (select from sales_order where ${ours})) as "setUp"`.execute(db)
  const { setUp, ...counts } = rows[0]!
  const numbers = Object.entries(counts).map(([name, value]) => [name, Number(value)])
  return { ...(Object.fromEntries(numbers) as Omit<Counts, 'setUp'>), setUp }
}

async function changesThatAre({ db, workspaceId }: WorkspaceContext, status: 'draft' | 'scheduled') {
  const rows = await db
    .selectFrom('price_change')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', status)
    .orderBy(status === 'scheduled' ? 'scheduled_for' : 'created_at', status === 'scheduled' ? 'asc' : 'desc')
    .orderBy('id')
    .limit(LISTED)
    .execute()
  return rows.map(shapePriceChange)
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

async function productsWithFailedImage({ db, workspaceId }: WorkspaceContext): Promise<ProductRef[]> {
  const { rows } = await sql<ProductRef>`
    select p.id, p.sku, p.name from (
      select product_id from product_image where workspace_id = ${workspaceId} and status = 'failed'
      order by product_id limit ${sql.lit(LISTED)}) failed
    join product p on p.workspace_id = ${workspaceId} and p.id = failed.product_id
    order by p.name, p.id`.execute(db)
  return rows
}

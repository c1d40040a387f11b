import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import { within } from '../database/within.ts'
import { assessLines } from '../orders/price-lines.ts'
import { smallestQuantity } from '../shared/order-quantity.ts'
import type { CustomerContext } from './buyer-context.ts'
import { coming, lookAhead } from './coming-prices.ts'
import type { Ahead } from './coming-prices.ts'
import { readPortalSettings } from './portal-settings.ts'
import type { PortalSettings } from './portal-settings.ts'

/** Prices are compared at most this often, in milliseconds. */
const WEEK_MS = 7 * 86_400_000
/** A claim ends after this time, in milliseconds: a process that was killed leaves no customer behind. */
const LEASE_MS = 3_600_000
/** Products that are priced at a time. */
const PAGE = 500
const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * The customers with a buyer who wants mails about prices, of all workspaces, whose prices have not been compared for a
 * week.
 */
export async function watchedCustomers({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  return (
    db
      .selectFrom('buyer as b')
      .leftJoin('price_watch as w', (join) =>
        join.onRef('w.workspace_id', '=', 'b.workspace_id').onRef('w.customer_id', '=', 'b.customer_id'),
      )
      .select(['b.workspace_id as workspaceId', 'b.customer_id as customerId'])
      .distinct()
      // No parameter: a prepared statement would not use the index of such buyers.
      .where(sql<boolean>`b.price_mails`)
      .where('b.status', '=', 'active')
      .where('b.person_id', 'is not', null)
      .where(sql<boolean>`${within(sql`w.told_at`, WEEK_MS, clock())} is not true`)
      .execute()
  )
}

/**
 * Claims a customer whose prices have not been compared for a week; false where they have, or another process does it.
 */
export async function claimWatch(context: CustomerContext): Promise<boolean> {
  const { db, workspaceId, customerId, clock } = context
  const now = clock()
  const { rows } = await sql`
    insert into price_watch as w (workspace_id, customer_id, claimed_at)
    select workspace_id, id, ${now} from customer where workspace_id = ${workspaceId} and id = ${customerId} and active
    on conflict (workspace_id, customer_id) do update set claimed_at = excluded.claimed_at
    where ${within(sql`w.told_at`, WEEK_MS, now)} is not true
      and ${within(sql`w.claimed_at`, LEASE_MS, now)} is not true
    returning customer_id`.execute(db)
  return rows.length > 0
}

/**
 * Compares all prices of the customer, and its coming prices, with those that are kept, and keeps the present ones, page by page. No
 * transaction is open meanwhile: the embedded database has one connection, and a price that changes in between is found
 * the next time.
 */
export async function comparePrices(context: CustomerContext): Promise<void> {
  const settings = await readPortalSettings(context)
  for (let last = FIRST; ;) {
    const products = await nextProducts(context, last)
    await keepPrices(context, products, settings)
    if (products.length < PAGE) return
    last = products.at(-1)!.id
  }
}

type Product = { id: string; sku: string; qty: number }

async function nextProducts({ db, workspaceId }: CustomerContext, after: string): Promise<Product[]> {
  const products = await db
    .selectFrom('product')
    .select(['id', 'sku', 'min_order_qty as minOrderQty', 'order_multiple as orderMultiple'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .execute()
  return products.map(({ id, sku, ...soldIn }) => ({ id, sku, qty: smallestQuantity(soldIn) }))
}

/** As an order would be priced now, at the smallest quantity. */
async function keepPrices(
  context: CustomerContext,
  products: readonly Product[],
  settings: PortalSettings,
): Promise<void> {
  const { db, workspaceId, customerId } = context
  const lines = await assessLines(context, { id: customerId }, products)
  const ids = products.map(({ id }) => id)
  const ahead = await lookAhead(context, settings, ids)
  const rows = lines.flatMap(({ asked, product, terms, evaluation }) => {
    const unit = evaluation?.price.unit
    if (!product?.active || !product.visible || typeof unit !== 'number') return []
    const next = coming(ahead, { ...product, terms }, [asked.qty])[0]!.coming
    return [{ product_id: product.id, unit, coming_unit: next?.unit ?? null, coming_from: next?.from ?? null }]
  })
  if (rows.length === 0) return
  if (ahead) {
    const stays = rows.filter((row) => row.coming_from === null)
    await markCalledOff(
      context,
      ahead,
      stays.map(({ product_id, unit }) => ({ product_id, unit })),
    )
  }
  await sql`
    insert into notified_price as t
      (workspace_id, customer_id, product_id, unit, coming_unit, coming_from, coming_is_new)
    select ${workspaceId}, ${customerId}, product_id, unit, coming_unit, coming_from, coming_from is not null
    from ${rowset(rows, 'product_id uuid, unit bigint, coming_unit bigint, coming_from timestamptz')}
    on conflict (workspace_id, customer_id, product_id) do update
    set was = case when t.unit <> excluded.unit then coalesce(t.was, t.unit) else t.was end, unit = excluded.unit,
      coming_unit = excluded.coming_unit, coming_from = excluded.coming_from, coming_is_new = excluded.coming_is_new
        and (t.coming_is_new or (t.coming_unit, t.coming_from) is distinct from (excluded.coming_unit, excluded.coming_from))
    where t.unit <> excluded.unit
      or (t.coming_unit, t.coming_from) is distinct from (excluded.coming_unit, excluded.coming_from)`.execute(db)
}

/** Marks coming prices that were told and are called off. */
async function markCalledOff(
  { db, workspaceId, customerId, clock }: CustomerContext,
  { until }: Ahead,
  rows: readonly { product_id: string; unit: number }[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update notified_price t set coming_unit = null, coming_from = null, coming_is_new = true
    from ${rowset(rows, 'product_id uuid, unit bigint', 'still')}
    where t.workspace_id = ${workspaceId} and t.customer_id = ${customerId} and t.product_id = still.product_id
      and t.unit = still.unit and not t.coming_is_new and t.coming_from > ${clock()} and t.coming_from <= ${until}`.execute(
    db,
  )
}

import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { rowset, within } from '../database/rowset.ts'
import { assessLines } from '../orders/price-lines.ts'
import { smallestQuantity } from '../shared/order-quantity.ts'
import type { CustomerContext } from './buyer-context.ts'
import { coming, lookAhead } from './buyers-product.ts'
import type { Ahead } from './buyers-product.ts'
import { readPortalSettings } from './portal-settings.ts'
import type { PortalSettings } from './portal-settings.ts'
import { visibleTo } from '../pricing/customer-terms.ts'
import { joinedBuyers } from '../customers/buyers.ts'
import { inTransaction } from '../database/transaction.ts'
import { mailPortalNews } from '../people/mail-portal-news.ts'
import { startInWords } from '../shared/moment-in-words.ts'
import { moneyOf } from '../workspaces/money-of.ts'
import { planAccess, readWorkspace } from '../workspaces/workspaces.ts'
import type { Workspace } from '../workspaces/workspaces.ts'

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
async function comparePrices(context: CustomerContext): Promise<void> {
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
      and t.unit = still.unit and not t.coming_is_new and t.coming_from > ${clock()}
        and t.coming_from <= ${until}`.execute(db)
}

/** Prices that a mail names; the others are counted. */
const MAX_NAMED = 30

/** A price that is another one than last week, in minor units. */
type ChangedPrice = { sku: string; name: string; was: number; unit: number }
/** A price of later that was not told before; without a time, one that was told and is called off. */
type ComingChange = { sku: string; name: string; unit: number; comingUnit: number | null; comingFrom: Date | null }
type News = { changed: ChangedPrice[]; ups: number; downs: number; coming: ComingChange[]; comingCount: number }

/**
 * Mails those buyers of a customer who want it which of their prices have changed, and which will, as far ahead as the
 * wholesaler tells. At most once a week, only where there is news, and not from a lapsed workspace. The first time, the
 * present prices are kept to compare with. Returns whether there was news.
 */
export async function mailPriceNews(context: CustomerContext): Promise<boolean> {
  const { plan } = await readWorkspace(context, context.workspaceId)
  if (planAccess(plan) === 'read' || !(await claimWatch(context))) return false
  await comparePrices(context)
  return inTransaction(context, async (trx) => {
    const news = { ...(await readChanged(trx)), ...(await readComing(trx)) }
    await settle(trx)
    if (news.changed.length + news.coming.length === 0) return false
    await mailAll(trx, news)
    return true
  })
}

/** The largest changes first. */
async function readChanged({ db, workspaceId, customerId }: CustomerContext) {
  const { rows } = await sql<ChangedPrice & { ups: number; downs: number }>`
    select p.sku, p.name, t.was, t.unit, (count(*) filter (where t.unit > t.was) over ())::integer as ups,
      (count(*) filter (where t.unit < t.was) over ())::integer as downs
    from notified_price t join product p on p.workspace_id = t.workspace_id and p.id = t.product_id
    where t.workspace_id = ${workspaceId} and t.customer_id = ${customerId} and t.was is not null and t.was <> t.unit
      and ${visibleTo(workspaceId, sql`${customerId}::uuid`)}
    order by abs(t.unit - t.was)::numeric / greatest(t.was, 1) desc, p.sku_key
    limit ${sql.lit(MAX_NAMED)}`.execute(db)
  return { changed: rows, ups: rows[0]?.ups ?? 0, downs: rows[0]?.downs ?? 0 }
}

/** The next ones first. */
async function readComing({ db, workspaceId, customerId }: CustomerContext) {
  const { rows } = await sql<ComingChange & { count: number }>`
    select p.sku, p.name, t.unit, t.coming_unit as "comingUnit", t.coming_from as "comingFrom",
      (count(*) over ())::integer as count
    from notified_price t join product p on p.workspace_id = t.workspace_id and p.id = t.product_id
    where t.workspace_id = ${workspaceId} and t.customer_id = ${customerId} and t.coming_is_new
      and ${visibleTo(workspaceId, sql`${customerId}::uuid`)}
    order by t.coming_from nulls last, abs(t.coming_unit - t.unit)::numeric / greatest(t.unit, 1) desc nulls first, p.sku_key
    limit ${sql.lit(MAX_NAMED)}`.execute(db)
  return { coming: rows, comingCount: rows[0]?.count ?? 0 }
}

async function settle({ db, workspaceId, customerId, clock }: CustomerContext): Promise<void> {
  await db
    .updateTable('notified_price')
    .set({ was: null })
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .where('was', 'is not', null)
    .execute()
  await db
    .updateTable('notified_price')
    .set({ coming_is_new: false })
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .where(sql<boolean>`coming_is_new`)
    .execute()
  await db
    .updateTable('price_watch')
    .set({ told_at: clock(), claimed_at: null })
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .execute()
}

async function mailAll(trx: CustomerContext, news: News): Promise<void> {
  const recipients = await joinedBuyers(trx, trx.customerId).where('price_mails', '=', true).execute()
  await mailPortalNews(trx, recipients, {
    subject: news.changed.length > 0 ? 'Your prices have changed' : 'Your prices will change',
    paragraphs: (wholesaler) => [
      `your prices at ${wholesaler.name} ${news.changed.length > 0 ? 'have changed' : 'will change'}, ${wholesaler.taxLabel}.`,
      ...inWords(news, moneyOf(wholesaler)),
      ...comingInWords(news, { ...wholesaler, now: trx.clock() }),
      'To stop these mails, choose "Mails" in the account menu of the trade portal.',
    ],
    link: { label: 'See your prices', path: 'price-list' },
  })
}

function inWords({ changed, ups, downs }: News, money: (minor: number) => string): string[] {
  if (changed.length === 0) return []
  const counts = [ups > 0 && counted(ups, 'up'), downs > 0 && counted(downs, 'down')].filter(Boolean).join(', ')
  const left = ups + downs - changed.length
  return [
    `${counts}.`,
    ...changed.map(({ sku, name, was, unit }) => {
      return `${unit > was ? 'Up' : 'Down'}: ${sku} ${name}: from ${money(was)} to ${money(unit)}`
    }),
    ...(left > 0 ? [`And ${left.toLocaleString('en')} more: the price list has them all.`] : []),
  ]
}

function counted(count: number, way: 'up' | 'down'): string {
  return count === 1 ? `1 price goes ${way}` : `${count.toLocaleString('en')} prices go ${way}`
}

type Told = Pick<Workspace, 'currency' | 'currencyDecimals' | 'timezone'> & { now: Date }

function comingInWords({ coming, comingCount }: News, { now, timezone, ...wholesaler }: Told): string[] {
  if (coming.length === 0) return []
  const money = moneyOf(wholesaler)
  const left = comingCount - coming.length
  return [
    'Coming prices:',
    ...coming.map(({ sku, name, unit, comingUnit, comingFrom }) => {
      if (comingFrom === null) return `Unchanged: ${sku} ${name}: ${money(unit)}. Its coming price was cancelled.`
      const then = comingUnit === null ? 'no price' : money(comingUnit)
      return `From ${startInWords(comingFrom, timezone, now)}: ${sku} ${name}: from ${money(unit)} to ${then}`
    }),
    ...(left > 0 ? [`And ${left.toLocaleString('en')} more: the price list has them all.`] : []),
  ]
}

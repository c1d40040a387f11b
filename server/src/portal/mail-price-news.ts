import { sql } from 'kysely'
import { visibleTo } from '../pricing/visible-to.ts'
import { joinedBuyers } from '../customers/joined-buyers.ts'
import { inTransaction } from '../database/transaction.ts'
import { mailPortalNews } from '../people/mail-portal-news.ts'
import { startInWords } from '../shared/moment-in-words.ts'
import { moneyOf } from '../workspaces/money-of.ts'
import { planAccess } from '../workspaces/plans.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import type { Workspace } from '../workspaces/workspaces.ts'
import type { CustomerContext } from './buyer-context.ts'
import { claimWatch, comparePrices } from './watch-prices.ts'

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
    const news = await readNews(trx)
    await settle(trx)
    if (news.changed.length + news.coming.length === 0) return false
    await mailAll(trx, news)
    return true
  })
}

async function readNews(context: CustomerContext): Promise<News> {
  return { ...(await readChanged(context)), ...(await readComing(context)) }
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

import { sql } from 'kysely'
import { visibleTo } from '../pricing/visible-to.ts'
import { joinedBuyers } from '../customers/joined-buyers.ts'
import { inTransaction } from '../database/transaction.ts'
import { mailPortalNews } from '../people/mail-portal-news.ts'
import { moneyOf } from '../workspaces/money-of.ts'
import { planAccess } from '../workspaces/plans.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import type { CustomerContext } from './buyer-context.ts'
import { claimWatch, comparePrices } from './watch-prices.ts'

/** Prices that a mail names; the others are counted. */
const MAX_NAMED = 30

/** A price that is another one than last week, in minor units. */
type ChangedPrice = { sku: string; name: string; was: number; unit: number }
type News = { changed: ChangedPrice[]; ups: number; downs: number }

/**
 * Mails those buyers of a customer who want it which of their prices have changed. At most once a week, only where one
 * has changed, and not from a lapsed workspace. The first time, the present prices are kept to compare with. Returns
 * whether there was news.
 */
export async function mailPriceNews(context: CustomerContext): Promise<boolean> {
  const { plan } = await readWorkspace(context, context.workspaceId)
  if (planAccess(plan) === 'read' || !(await claimWatch(context))) return false
  await comparePrices(context)
  return inTransaction(context, async (trx) => {
    const news = await readNews(trx)
    await settle(trx)
    if (news.changed.length === 0) return false
    await mailAll(trx, news)
    return true
  })
}

/** The largest changes first. */
async function readNews({ db, workspaceId, customerId }: CustomerContext): Promise<News> {
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

async function settle({ db, workspaceId, customerId, clock }: CustomerContext): Promise<void> {
  await db
    .updateTable('notified_price')
    .set({ was: null })
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .where('was', 'is not', null)
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
    subject: 'Your prices have changed',
    paragraphs: (wholesaler) => [
      `your prices at ${wholesaler.name} have changed, ${wholesaler.taxLabel}.`,
      ...inWords(news, moneyOf(wholesaler)),
      'In the account menu of the trade portal, "Mails" ends these mails.',
    ],
    link: { label: 'See your prices', path: 'price-list' },
  })
}

function inWords({ changed, ups, downs }: News, money: (minor: number) => string): string[] {
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

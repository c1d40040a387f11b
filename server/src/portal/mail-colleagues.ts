import { mailPortalNews } from '../people/mail-portal-news.ts'
import type { Statement } from '../mail/statement.ts'
import type { BuyerContext } from './buyer-context.ts'

/** What the buyer who acts has done, after the name; and the page of the portal that shows it. */
type ColleagueNews = { what: string; note?: string | null; statement?: Statement; label?: string; path: string }

type Recipient = { name: string; email: string }

/** Mails the buyer whose basket it is. Call it in the transaction that changes the basket. */
export async function mailPreparer(owner: BuyerContext, news: ColleagueNews): Promise<void> {
  const { db, workspaceId, buyerId } = owner
  const buyer = await db
    .selectFrom('buyer')
    .select(['name', 'email'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', buyerId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (buyer) await mailColleagues(owner, [buyer], news)
}

/** Mails buyers of one customer what a colleague has done. */
export async function mailColleagues(
  trx: BuyerContext,
  recipients: readonly Recipient[],
  { what, note, statement, label = 'Look at it', path }: ColleagueNews,
): Promise<void> {
  await mailPortalNews(trx, recipients, {
    subject: `${trx.actor.name} ${what}`,
    paragraphs: (wholesaler) => [`${trx.actor.name} ${what}, at ${wholesaler.name}.`, ...(note ? [note] : [])],
    ...(statement && { statement: async () => statement }),
    link: { label, path },
  })
}

import { joinedBuyers } from '../customers/joined-buyers.ts'
import { nameInMail } from '../jobs/mail/plain-words.ts'
import { mailPortalNews } from '../people/mail-portal-news.ts'
import type { PortalNews, PortalRecipient } from '../people/mail-portal-news.ts'
import type { BuyerContext } from './buyer-context.ts'

/** What the buyer who acts has done, after the name; and the page of the portal that shows it. */
type ColleagueNews = { what: string; note?: string | null } & Omit<PortalNews, 'subject' | 'paragraphs'>

/** Mails the buyer who has asked for approval. Call it in the transaction that answers. */
export async function mailRequester(requester: BuyerContext, news: ColleagueNews): Promise<void> {
  const recipients = joinedBuyers(requester, requester.customerId).where('id', '=', requester.buyerId)
  await mailColleagues(requester, await recipients.execute(), news)
}

/** Mails buyers of one customer what a colleague has done. */
export async function mailColleagues(
  trx: BuyerContext,
  recipients: readonly PortalRecipient[],
  { what, note, ...news }: ColleagueNews,
): Promise<void> {
  const name = nameInMail(trx.actor.name)
  await mailPortalNews(trx, recipients, {
    subject: `${name} ${what}`,
    paragraphs: (wholesaler) => [`${name} ${what}, at ${wholesaler.name}.`, ...(note ? [note] : [])],
    ...news,
  })
}

import { joinedBuyers } from '../customers/joined-buyers.ts'
import { nameInMail } from '../mail/plain-words.ts'
import type { Statement } from '../mail/statement.ts'
import { mailPortalNews } from '../people/mail-portal-news.ts'
import type { PortalRecipient } from '../people/mail-portal-news.ts'
import type { BuyerContext } from './buyer-context.ts'

/** What the buyer who acts has done, after the name; and the page of the portal that shows it. */
type ColleagueNews = { what: string; note?: string | null; statement?: Statement; label?: string; path: string }

/** Mails the buyer whose basket it is. Call it in the transaction that changes the basket. */
export async function mailPreparer(owner: BuyerContext, news: ColleagueNews): Promise<void> {
  const preparer = joinedBuyers(owner, owner.customerId).where('id', '=', owner.buyerId)
  await mailColleagues(owner, await preparer.execute(), news)
}

/** Mails buyers of one customer what a colleague has done. */
export async function mailColleagues(
  trx: BuyerContext,
  recipients: readonly PortalRecipient[],
  { what, note, statement, label = 'Look at it', path }: ColleagueNews,
): Promise<void> {
  const name = nameInMail(trx.actor.name)
  await mailPortalNews(trx, recipients, {
    subject: `${name} ${what}`,
    paragraphs: (wholesaler) => [`${name} ${what}, at ${wholesaler.name}.`, ...(note ? [note] : [])],
    ...(statement && { statement: async () => statement }),
    link: { label, path },
  })
}

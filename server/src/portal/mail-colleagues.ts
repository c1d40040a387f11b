import { queueMail } from '../mail/queue-mail.ts'
import { pageLink } from '../people/page-link.ts'
import { readAddress } from '../workspaces/addresses.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import type { BuyerContext } from './buyer-context.ts'

/** Later the news is old, in milliseconds. */
const SEND_WITHIN_MS = 3 * 86_400_000

/** What the buyer who acts has done, after the name; and the page of the portal that shows it. */
export type ColleagueNews = { what: string; note?: string | null; path: string }

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
  { what, note, path }: ColleagueNews,
): Promise<void> {
  const { name: wholesaler } = await readWorkspace(trx, trx.workspaceId)
  const slug = await readAddress(trx, trx.workspaceId)
  for (const { name, email } of recipients) {
    await queueMail(trx, {
      to: email,
      subject: `${trx.actor.name} ${what} · ${wholesaler}`,
      paragraphs: [`Hello ${name},`, `${trx.actor.name} ${what}, at ${wholesaler}.`, ...(note ? [note] : [])],
      link: { label: 'Look at it', url: pageLink(trx, `/t/${slug}/${path}`), secret: null },
      sendBefore: new Date(trx.clock().getTime() + SEND_WITHIN_MS),
    })
  }
}

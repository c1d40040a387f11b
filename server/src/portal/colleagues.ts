import type { WorkspaceContext } from '../context.ts'
import { editBuyer, emailOfBuyer, disableBuyer, enableColleague, joinedBuyers } from '../customers/buyers.ts'
import type { BuyerTerms } from '../customers/buyers.ts'
import { inTransaction } from '../database/transaction.ts'
import { NotFound, Refused } from '../errors.ts'
import { countAttempt } from '../people/attempts.ts'
import { inviteBuyerAgain, inviteBuyerToSignIn } from '../people/invitations.ts'
import type { Invited } from '../people/invitations.ts'
import { uuidOf } from '../lib/uuid.ts'
import type { BuyerContext } from './buyer-context.ts'
import { readPortalSettings } from './portal-settings.ts'
import { readBuyer } from './read-buyer.ts'
import { nameInMail } from '../jobs/mail/mail-layout.ts'
import { mailPortalNews } from '../people/mail-portal-news.ts'
import type { PortalNews, PortalRecipient } from '../people/mail-portal-news.ts'

/** How many people a buyer may invite in 15 minutes, those who could not be invited included. */
const MAX_INVITED = 10

/** All who buy for the buyer's customer, by name; the disabled ones last. */
export async function listColleagues({ db, workspaceId, customerId }: BuyerContext) {
  const rows = await db
    .selectFrom('buyer')
    .select(['id', 'name', 'status', 'disabled_from as from', emailOfBuyer('buyer').as('email')])
    .select(['order_limit as orderLimit', 'cost_centre as costCentre'])
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .orderBy((is) => is('status', '=', 'disabled'))
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(({ status, from, ...colleague }) => ({
    ...colleague,
    hasJoined: (from ?? status) !== 'invited',
    disabledBy: status === 'disabled' ? (from ? ('colleague' as const) : ('wholesaler' as const)) : null,
  }))
}

/**
 * Invites somebody to buy for the same customer, who only prepares baskets unless told otherwise. Throws Refused where
 * the wholesaler does not allow it, or the buyer has a limit; InvalidInput for an e-mail that a buyer has; InvalidRequest and RateLimited.
 */
export async function inviteColleague(
  context: BuyerContext,
  invited: { name: string; email: string } & BuyerTerms,
): Promise<Invited> {
  await countInvited(context)
  return inTransaction(context, async (trx) => {
    await requireMayInvite(trx)
    return inviteBuyerToSignIn(trx, { ...invited, customer: trx.customerId })
  })
}

/** Invites a colleague again who has not joined yet. Throws as `inviteColleague` does, and NotFound. */
export async function inviteColleagueAgain(context: BuyerContext, id: string): Promise<Invited> {
  await countInvited(context)
  return inTransaction(context, async (trx) => {
    await requireMayInvite(trx)
    await requireColleague(trx, id)
    return inviteBuyerAgain(trx, { id, delivery: 'mail' })
  })
}

/** Sets limit and cost centre of a colleague. Throws Refused, also for the buyer's own limit, and NotFound. */
export async function editColleague(
  context: BuyerContext,
  { id, ...terms }: { id: string } & BuyerTerms,
): Promise<void> {
  await inTransaction(context, async (trx) => {
    await requireMayInvite(trx)
    if (id === trx.buyerId && terms.orderLimit !== undefined) {
      throw new Refused('forbidden', 'You cannot change your own limit.')
    }
    await editBuyer(trx, { id, ...terms, customerId: trx.customerId })
  })
}

/**
 * Disables a colleague, or enables one again whom a colleague disabled. Throws Refused, also for the buyer themselves
 * and for somebody whom the wholesaler disabled, and NotFound.
 */
export async function setColleagueEnabled(
  context: BuyerContext,
  { id, enabled }: { id: string; enabled: boolean },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    await requireMayInvite(trx)
    if (id === trx.buyerId) throw new Refused('forbidden', 'You cannot disable yourself.')
    await (enabled ? enableColleague : disableBuyer)(trx, { id, customerId: trx.customerId })
  })
}

async function requireMayInvite(context: BuyerContext): Promise<void> {
  const { allowColleagues } = await readPortalSettings(context)
  if (!allowColleagues) throw new Refused('forbidden', 'Only your wholesaler can invite buyers: ask them.')
  const { me } = await readBuyer(context)
  if (me.orderLimit !== null) throw new Refused('forbidden', 'Only somebody who may order any sum can do this.')
}

async function requireColleague({ db, workspaceId, customerId }: BuyerContext, id: string): Promise<void> {
  const buyer = await db
    .selectFrom('buyer')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .where('id', '=', uuidOf(id))
    .executeTakeFirst()
  if (!buyer) throw new NotFound('There is no such colleague.')
}

/** Counted apart from what is then refused: so nobody can try out who is a buyer here. */
async function countInvited(context: WorkspaceContext & { buyerId: string }): Promise<void> {
  await countAttempt(context, [{ subject: `invitations by ${context.buyerId}`, limit: MAX_INVITED }])
}

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

import { planAccess, SAMPLE_WORKSPACE_ID, readWorkspace } from '../workspaces/workspaces.ts'
import type { Context } from '../context.ts'
import { NotFound } from '../errors.ts'
import { workspaceOfInvitation } from '../people/invitations.ts'
import { readMembership } from '../people/members.ts'
import { listRequests } from './approval-requests.ts'
import type { BuyerContext, CustomerContext } from './buyer-context.ts'
import { listOwnCustomers } from './own-customers.ts'
import { readLogo, readLook, readPortalSettings } from './portal-settings.ts'
import type { Logo } from './portal-settings.ts'
import { readBuyer } from './read-buyer.ts'
import { hasOrdered } from './usual.ts'

/** The portal, and the buyer who asks. */
export async function readPortal(context: BuyerContext) {
  const buyer = await readBuyer(context)
  return {
    ...(await readWholesaler(context)),
    ownCustomers: await listOwnCustomers(context),
    ...buyer,
    hasOrdered: await hasOrdered(context),
    waiting: (await listRequests(context)).filter(({ isOwn }) => !isOwn).length,
  }
}

/** The portal as the buyers of a customer see it, for a member of the staff, who may do nothing in it. */
export async function previewPortal(context: CustomerContext, memberId: string) {
  const { id, name, email } = (await readMembership(context, memberId)).me
  const { db, workspaceId, customerId } = context
  const customer = await db
    .selectFrom('customer')
    .select(['name', 'account_code as accountCode', 'po_required as poRequired'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow(() => new NotFound('There is no such customer.'))
  return {
    ...(await readWholesaler(context)),
    ownCustomers: [],
    customer,
    me: { id, personId: id, name, email, orderLimit: 0, orderMails: 'none' as const, priceMails: false },
    hasOrdered: false,
    waiting: 0,
  }
}

async function readWholesaler(context: CustomerContext) {
  const { name, currency, currencyDecimals, timezone, taxLabel, plan } = await readWorkspace(
    context,
    context.workspaceId,
  )
  return {
    name,
    currency,
    currencyDecimals,
    timezone,
    taxLabel,
    isSample: context.workspaceId === SAMPLE_WORKSPACE_ID,
    // A lapsed workspace can be read.
    takesOrders: planAccess(plan) !== 'read',
    settings: await readPortalSettings(context),
    logo: await readLogo(context),
  }
}

/**
 * What anybody sees of a trade portal before they sign in. `closedTo` is the e-mail of somebody who is signed in
 * already, and whose access to this portal has ended. Throws NotFound.
 */
export async function readPortalEntry(
  { db }: Context,
  slug: string,
  personId: string | undefined,
): Promise<{ name: string; colour: string; logo: Logo | null } & Closed> {
  const place = await db
    .selectFrom('workspace_address')
    .select('workspace_id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!place) throw new NotFound('There is no trade portal here.')
  const context = { db, workspaceId: place.workspace_id }
  const { name } = await db
    .selectFrom('workspace')
    .select('name')
    .where('id', '=', context.workspaceId)
    .executeTakeFirstOrThrow()
  const closed = personId === undefined ? OPEN : await closedFor(context, personId)
  return { name, ...(await readLook(context)), ...closed }
}

/** Whose the service is, where it has one wholesaler only: the page where one signs in bears its look. Else null. */
export async function readOnlyLook({
  db,
}: Context): Promise<{ name: string; colour: string; logo: Logo | null } | null> {
  const [only, ...others] = await db.selectFrom('workspace').select(['id', 'name']).limit(2).execute()
  if (!only || others.length > 0) return null
  return { name: only.name, ...(await readLook({ db, workspaceId: only.id })) }
}

/** How the page of an open invitation looks, for a buyer. */
export async function readInvitedLook({ db }: Context, token: string) {
  return readLook({ db, workspaceId: workspaceOfInvitation(token)! })
}

/** The e-mail of a person whom the portal lets in no more; with the customer that is inactive, where that is why. */
type Closed = { closedTo: string | null; inactiveCustomer: string | null }

const OPEN: Closed = { closedTo: null, inactiveCustomer: null }

async function closedFor({ db, workspaceId }: Pick<BuyerContext, 'db' | 'workspaceId'>, personId: string) {
  const buyers = await db
    .selectFrom('buyer as b')
    .innerJoin('person as p', 'p.id', 'b.person_id')
    .innerJoin('customer as c', (join) =>
      join.onRef('c.workspace_id', '=', 'b.workspace_id').onRef('c.id', '=', 'b.customer_id'),
    )
    .select(['b.status', 'c.active', 'c.name as customer', 'p.email'])
    .where('b.workspace_id', '=', workspaceId)
    .where('b.person_id', '=', personId)
    .execute()
  if (buyers.some(({ status, active }) => status === 'active' && active)) return OPEN
  const former = buyers.find(({ status }) => status === 'active') ?? buyers.find(({ status }) => status === 'disabled')
  if (!former) return OPEN
  return { closedTo: former.email, inactiveCustomer: former.status === 'active' ? former.customer : null }
}

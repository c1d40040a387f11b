import { randomUUIDv7 } from 'node:crypto'
import type { Context, WorkspaceContext } from '../context.ts'
import { canBeHeld, ROLE_WORDS } from '../shared/rights.ts'
import type { Role } from '../shared/rights.ts'
import { nameInMail } from '../jobs/mail/mail-layout.ts'
import { queueMail } from '../jobs/mail/queue-mail.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { readMailSender } from '../workspaces/mail-sender.ts'
import { countAttempt, invitationLimits } from './attempts.ts'
import { pageLink } from './page-link.ts'
import { tokenHash, makeToken } from './secret-token.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import { inTransaction } from '../database/transaction.ts'
import { invalidField, InvalidRequest, NotFound } from '../errors.ts'
import { uuidOf } from '../lib/uuid.ts'
import { inviteBuyer } from '../customers/buyers.ts'
import type { NewBuyer } from '../customers/buyers.ts'

/** A UUID of 16 bytes in base64url. */
const WORKSPACE_LENGTH = 22
const SHAPE = /^[\w-]{65}$/

const INVITATION_DAYS = 7
const DAY_MS = 86_400_000

/** A new invitation. `link` is null where it is sent by mail, and so only its recipient gets it. */
export type Invited = { id: string; link: string | null }

/**
 * How the link reaches the invited person. `mail`: by mail alone, if mail is sent at all, otherwise it is shown.
 * `show`: it is shown, and not mailed. `both`: for the operator, who vouches for the e-mail.
 */
type Delivery = 'mail' | 'show' | 'both'

/** What a member is to be. Left out, `onlyOwnCustomers` stays, as far as the role can have it. */
export type NewRole = { role: Role; onlyOwnCustomers?: boolean | undefined }

/** Throws InvalidInput for a role that sees all customers anyway, and is to be held to its own. */
export function requireHoldable({ role, onlyOwnCustomers }: NewRole): void {
  if (!onlyOwnCustomers || canBeHeld(role)) return
  const message = `The role ${ROLE_WORDS[role].label} works for all customers: choose another role, or turn this off.`
  throw invalidField('onlyOwnCustomers', message)
}

/** Invites somebody to the staff. Throws InvalidRequest for somebody who is a member already, RateLimited, and as above. */
export async function inviteMember(
  context: WorkspaceContext,
  {
    email,
    role,
    onlyOwnCustomers = false,
    name = null,
    delivery = 'mail',
  }: { email: string; role: Role; onlyOwnCustomers?: boolean | undefined; name?: string | null; delivery?: Delivery },
): Promise<Invited> {
  requireHoldable({ role, onlyOwnCustomers })
  return inTransaction(context, async (trx) => {
    await refuseMember(trx, email)
    return inviteToStaff(trx, { email, name, role, onlyOwnCustomers }, delivery)
  })
}

/** Sends an open invitation again, or shows its link: with a new link, and for another week. Throws NotFound. */
export async function renewInvitation(
  context: WorkspaceContext,
  { id, delivery }: { id: string; delivery: Delivery },
): Promise<Invited> {
  return inTransaction(context, async (trx) => {
    const { email, name, role, only_own_customers: onlyOwnCustomers } = await findOpen(trx, id)
    return inviteToStaff(trx, { email, name, role: role!, onlyOwnCustomers }, delivery)
  })
}

/** Takes an open invitation to the staff back. Throws NotFound. */
export async function revokeInvitation(context: WorkspaceContext, { id }: { id: string }): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { email } = await findOpen(trx, id)
    await trx.db
      .updateTable('invitation')
      .set({ revoked_at: trx.clock() })
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', id)
      .execute()
    await recordActivity(trx, {
      action: 'member.revoke_invitation',
      subject: { type: 'invitation', id, label: email },
      changes: {},
    })
  })
}

/**
 * Adds a buyer to a customer, and invites them to sign in. The id is the buyer's.
 * Throws what `inviteBuyer` of the customers throws, and RateLimited.
 */
export async function inviteBuyerToSignIn(
  context: WorkspaceContext,
  { delivery = 'mail', ...input }: NewBuyer & { delivery?: Delivery },
): Promise<Invited> {
  return inTransaction(context, async (trx) => {
    const { id } = await inviteBuyer(trx, input)
    const invitee = { email: input.email, name: input.name, role: null, buyerId: id }
    const { link } = await openInvitation(trx, invitee, delivery)
    return { id, link }
  })
}

/**
 * Invites a buyer again who has not joined yet: with a new link, for another week. The id is the buyer's.
 * Throws NotFound, InvalidRequest for one who has joined or is disabled, and RateLimited.
 */
export async function inviteBuyerAgain(
  context: WorkspaceContext,
  { id, delivery }: { id: string; delivery: Delivery },
): Promise<Invited> {
  return inTransaction(context, async (trx) => {
    const buyer = await trx.db
      .selectFrom('buyer')
      .select(['name', 'email', 'status', 'customer_id', 'person_id'])
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', uuidOf(id))
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!buyer) throw new NotFound(`There is no buyer with the id "${id}".`)
    const { name, email } = buyer
    if (buyer.person_id !== null || email === null) throw new InvalidRequest(`${name} has joined already.`)
    if (buyer.status === 'disabled') throw new InvalidRequest(`${name} is disabled, and cannot be invited.`)
    const { link } = await openInvitation(trx, { email, name, role: null, buyerId: id }, delivery)
    await recordActivity(trx, {
      action: 'buyer.invite',
      subject: { type: 'buyer', id, label: name, customerId: buyer.customer_id },
      changes: { email },
    })
    return { id, link }
  })
}

/** Who is invited: as a member of the staff, or as a buyer. */
type Invitee = { email: string; name: string | null } & (
  | { role: Role; onlyOwnCustomers: boolean; buyerId: null }
  | { role: null; buyerId: string }
)

/** Opens an invitation, in an open transaction. Earlier ones to the same no longer work. Throws RateLimited. */
async function openInvitation(trx: WorkspaceContext, invitee: Invitee, delivery: Delivery): Promise<Invited> {
  const { db, workspaceId, actor, clock } = trx
  if (actor.type !== 'operator') {
    await countAttempt(trx, invitationLimits(workspaceId, actor.id ?? actor.type, matchingKey(invitee.email)))
  }
  await revokeOpen(trx, invitee)
  const id = randomUUIDv7()
  const token = makeInvitationToken(workspaceId)
  const now = clock()
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS)
  const isShown = delivery !== 'mail' || !trx.site?.sendsMail
  await db
    .insertInto('invitation')
    .values({
      workspace_id: workspaceId,
      id,
      email: invitee.email,
      email_key: matchingKey(invitee.email),
      name: invitee.name,
      role: invitee.role,
      only_own_customers: invitee.role !== null && invitee.onlyOwnCustomers,
      buyer_id: invitee.buyerId,
      token_hash: tokenHash(token),
      proves_email: !isShown || delivery === 'both',
      invited_by: JSON.stringify(actor),
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  const url = pageLink(trx, `/invitation/${token}`)
  if (delivery !== 'show') await mailInvitation(trx, invitee, { url, secret: token, expiresAt })
  return { id, link: isShown ? url : null }
}

/** The open invitations of a workspace: not used, not taken back, and not too old. */
export function selectOpen({ db, clock }: Context, workspaceId: string) {
  return db
    .selectFrom('invitation')
    .where('workspace_id', '=', workspaceId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock())
}

/** Revokes the open invitations of a workspace to the same: to its staff by e-mail, or to be that buyer. */
export async function revokeOpen(
  { db, workspaceId, clock }: WorkspaceContext,
  invitee: Pick<Invitee, 'email' | 'buyerId'>,
): Promise<void> {
  const open = db
    .updateTable('invitation')
    .set({ revoked_at: clock() })
    .where('workspace_id', '=', workspaceId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
  await (
    invitee.buyerId === null
      ? open.where('email_key', '=', matchingKey(invitee.email)).where('role', 'is not', null)
      : open.where('buyer_id', '=', invitee.buyerId)
  ).execute()
}

/** The customer that a buyer is for. */
export async function customerOf(
  { db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>,
  buyerId: string,
): Promise<string | null> {
  const customer = await db
    .selectFrom('buyer as b')
    .innerJoin('customer as c', (join) =>
      join.onRef('c.workspace_id', '=', 'b.workspace_id').onRef('c.id', '=', 'b.customer_id'),
    )
    .select('c.name')
    .where('b.workspace_id', '=', workspaceId)
    .where('b.id', '=', buyerId)
    .executeTakeFirst()
  return customer?.name ?? null
}

async function mailInvitation(
  trx: WorkspaceContext,
  { email, name, role, buyerId }: Invitee,
  { url, secret, expiresAt }: { url: string; secret: string; expiresAt: Date },
): Promise<void> {
  const { actor } = trx
  const { look } = await readMailSender(trx)
  const what = role === null ? `the trade catalogue of ${look.name}` : `${look.name} on Trade Catalogue`
  // To an address that nobody proved, a buyer writes no words of their own under the wholesaler's name.
  const inviter = actor.type === 'buyer' ? `A colleague at ${await customerOf(trx, buyerId!)}` : nameInMail(actor.name)
  const by = actor.type === 'operator' ? 'You are invited' : `${inviter} invites you`
  await queueMail(trx, {
    owner: trx,
    to: email,
    look,
    subject: `Join ${what}`,
    paragraphs: [
      name === null || actor.type === 'buyer' ? 'Hello,' : `Hello ${nameInMail(name)},`,
      `${by} to ${what}. The link below works once, for ${INVITATION_DAYS} days.`,
    ],
    link: { label: 'Join', url, secret },
    sendBefore: expiresAt,
  })
}

/** A new token. It begins with its workspace, so that its look-up reads only rows of that workspace. */
function makeInvitationToken(workspaceId: string): string {
  return Buffer.from(workspaceId.replaceAll('-', ''), 'hex').toString('base64url') + makeToken()
}

/** The workspace in a token, or null where the text is no token. */
export function workspaceOfInvitation(token: string): string | null {
  if (!SHAPE.test(token)) return null
  const hex = Buffer.from(token.slice(0, WORKSPACE_LENGTH), 'base64url').toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

async function inviteToStaff(
  trx: WorkspaceContext,
  invitee: { email: string; name: string | null; role: Role; onlyOwnCustomers: boolean },
  delivery: Delivery,
): Promise<Invited> {
  const { email, role, onlyOwnCustomers } = invitee
  const invited = await openInvitation(trx, { ...invitee, buyerId: null }, delivery)
  await recordActivity(trx, {
    action: 'member.invite',
    subject: { type: 'invitation', id: invited.id, label: email },
    changes: { role, ...(onlyOwnCustomers && { onlyOwnCustomers }) },
  })
  return invited
}

async function refuseMember({ db, workspaceId }: WorkspaceContext, email: string): Promise<void> {
  const member = await db
    .selectFrom('member as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select('p.name')
    .where('m.workspace_id', '=', workspaceId)
    .where('p.email_key', '=', matchingKey(email))
    .executeTakeFirst()
  if (member) throw new InvalidRequest(`${member.name} has the e-mail "${email}", and belongs to the staff already.`)
}

/** A second call that waited for the first one finds nothing. */
async function findOpen(context: WorkspaceContext, id: string) {
  const open = await selectOpen(context, context.workspaceId)
    .select(['email', 'name', 'role', 'only_own_customers'])
    .where('id', '=', uuidOf(id))
    .where('role', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!open) throw new NotFound(`There is no open invitation with the id "${id}".`)
  return open
}

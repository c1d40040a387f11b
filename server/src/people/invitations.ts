import { randomUUIDv7 } from 'node:crypto'
import type { Context, WorkspaceContext } from '../context.ts'
import type { Role } from '../database/column-values.ts'
import { nameInMail } from '../jobs/mail/plain-words.ts'
import { queueMail } from '../jobs/mail/queue-mail.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { readMailSender } from '../workspaces/mail-sender.ts'
import { countAttempt, invitationLimits } from './attempts.ts'
import { pageLink } from './page-link.ts'
import { tokenHash, makeToken } from './secret-token.ts'

/** A UUID of 16 bytes in base64url. */
const WORKSPACE_LENGTH = 22
const SHAPE = /^[\w-]{65}$/

const INVITATION_DAYS = 7
const DAY_MS = 86_400_000

/** A new invitation. `link` is null where it is sent by mail, and so only its recipient gets it. */
export type Invited = { id: string; link: string | null }

/** Who is invited: as a member of the staff, or as a buyer. */
type Invitee = { email: string; name: string | null } & (
  | { role: Role; buyerId: null }
  | { role: null; buyerId: string }
)

/**
 * How the link reaches the invited person. `mail`: by mail alone, if mail is sent at all, otherwise it is shown.
 * `show`: it is shown, and not mailed. `both`: for the operator, who vouches for the e-mail.
 */
export type Delivery = 'mail' | 'show' | 'both'

/** Opens an invitation, in an open transaction. Earlier ones to the same no longer work. Throws RateLimited. */
export async function openInvitation(trx: WorkspaceContext, invitee: Invitee, delivery: Delivery): Promise<Invited> {
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

import type { WorkspaceContext } from '../context.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { Role } from '../database/column-values.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidRequest, NotFound } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { isUuid } from '../lib/uuid.ts'
import { openInvitation, selectOpen } from './invitations.ts'
import type { Delivery, Invited } from './invitations.ts'

/** Invites somebody to the staff. Throws InvalidRequest for somebody who is a member already, and RateLimited. */
export async function inviteMember(
  context: WorkspaceContext,
  {
    email,
    role,
    name = null,
    delivery = 'mail',
  }: { email: string; role: Role; name?: string | null; delivery?: Delivery },
): Promise<Invited> {
  return inTransaction(context, async (trx) => {
    await refuseMember(trx, email)
    return inviteToStaff(trx, { email, name, role }, delivery)
  })
}

/** Sends an open invitation again, or shows its link: with a new link, and for another week. Throws NotFound. */
export async function renewInvitation(
  context: WorkspaceContext,
  { id, delivery }: { id: string; delivery: Delivery },
): Promise<Invited> {
  return inTransaction(context, async (trx) => {
    const { email, name, role } = await findOpen(trx, id)
    return inviteToStaff(trx, { email, name, role: role! }, delivery)
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

async function inviteToStaff(
  trx: WorkspaceContext,
  { email, name, role }: { email: string; name: string | null; role: Role },
  delivery: Delivery,
): Promise<Invited> {
  const invited = await openInvitation(trx, { email, name, role, buyerId: null }, delivery)
  await recordActivity(trx, {
    action: 'member.invite',
    subject: { type: 'invitation', id: invited.id, label: email },
    changes: { role },
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
  const rows = selectOpen(context, context.workspaceId)
    .select(['email', 'name', 'role'])
    .where('id', '=', id)
    .where('role', 'is not', null)
    .forNoKeyUpdate()
  const open = isUuid(id) ? await rows.executeTakeFirst() : undefined
  if (!open) throw new NotFound(`There is no open invitation with the id "${id}".`)
  return open
}

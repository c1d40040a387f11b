import type { WorkspaceContext } from '../context.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { Role } from '../database/column-values.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidRequest, NotFound } from '../errors.ts'
import { matchingKey } from '../matching-key.ts'
import { isUuid } from '../uuid.ts'
import { openInvitation } from './invitations.ts'
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
    const invited = await openInvitation(trx, { email, name, role, buyerId: null }, delivery)
    await recordActivity(trx, {
      action: 'member.invite',
      subject: { type: 'invitation', id: invited.id, label: email },
      changes: { role },
    })
    return invited
  })
}

/** Sends an open invitation again, or shows its link: with a new link, and for another week. Throws NotFound. */
export async function renewInvitation(
  context: WorkspaceContext,
  { id, delivery }: { id: string; delivery: Delivery },
): Promise<Invited> {
  return inTransaction(context, async (trx) => {
    const { email, name, role } = await findOpen(trx, id)
    const invited = await openInvitation(trx, { email, name, role: role!, buyerId: null }, delivery)
    await recordActivity(trx, {
      action: 'member.invite',
      subject: { type: 'invitation', id: invited.id, label: email },
      changes: { role },
    })
    return invited
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
async function findOpen({ db, workspaceId, clock }: WorkspaceContext, id: string) {
  const rows = db
    .selectFrom('invitation')
    .select(['email', 'name', 'role'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('role', 'is not', null)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock())
    .forNoKeyUpdate()
  const open = isUuid(id) ? await rows.executeTakeFirst() : undefined
  if (!open) throw new NotFound(`There is no open invitation with the id "${id}".`)
  return open
}

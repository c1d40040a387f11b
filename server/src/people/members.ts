import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import { takeBackInvitations, takenBack } from '../customers/take-back-invitations.ts'
import { closeAccess } from '../database/access-lock.ts'
import type { Role } from '../database/column-values.ts'
import { textArray } from '../database/rowset.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidRequest, NotFound } from '../errors.ts'
import { isUuid } from '../lib/uuid.ts'
import { revokeOpen, selectOpen } from './invitations.ts'
import { endSessions } from './sessions.ts'

/** The staff of a workspace by name, and its open invitations to the staff, the latest first. */
export async function listMembers(context: WorkspaceContext) {
  const { db, workspaceId } = context
  const members = await db
    .selectFrom('member as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select(['p.id', 'p.name', 'p.email', 'm.role', 'm.created_at'])
    .where('m.workspace_id', '=', workspaceId)
    .orderBy(sql`p.name collate "und-x-icu"`)
    .orderBy('p.id')
    .execute()
  // A statement of its own: a cluster joins no table of workspaces with one that only its coordinator has.
  const passkeys = await db
    .selectFrom('passkey')
    .select('person_id')
    .where(sql<boolean>`person_id = any(${textArray(members.map(({ id }) => id))}::uuid[])`)
    .execute()
  const withPasskey = new Set(passkeys.map(({ person_id }) => person_id))
  const invitations = await selectOpen(context, workspaceId)
    .select(['id', 'email', 'role', 'created_at', 'expires_at'])
    .where('role', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return {
    members: members.map(({ created_at, ...member }) => ({
      ...member,
      hasPasskey: withPasskey.has(member.id),
      joinedAt: created_at.toISOString(),
    })),
    invitations: invitations.map((row) => ({
      id: row.id,
      email: row.email,
      role: row.role!,
      invitedAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    })),
  }
}

/**
 * Changes the role of a member. Idempotent. The invitations to the staff that a former owner made are taken back.
 * Throws NotFound, and InvalidRequest for the last owner.
 */
export async function setRole(context: WorkspaceContext, { personId, role }: { personId: string; role: Role }) {
  return inTransaction(context, async (trx) => {
    await closeAccess(trx.db, personId)
    const member = await lockMember(trx, personId)
    if (member.role === role) return { invitationsTakenBack: [] }
    if (member.isLastOwner) throw new InvalidRequest(`${member.name} is the last owner, and cannot lose that role.`)
    await trx.db
      .updateTable('member')
      .set({ role })
      .where('workspace_id', '=', trx.workspaceId)
      .where('person_id', '=', personId)
      .execute()
    const emails =
      role === 'owner' ? [] : await takeBackInvitations(trx, { type: 'staff', id: personId, only: 'toStaff' })
    await recordActivity(trx, {
      action: 'member.set_role',
      subject: { type: 'person', id: personId, label: member.name },
      changes: { role: { from: member.role, to: role }, ...takenBack(emails) },
    })
    return { invitationsTakenBack: emails }
  })
}

/**
 * Removes a member, ends all their sessions, and takes back the open invitations that they made. Those that invite them
 * again no longer work. Throws NotFound, and InvalidRequest for the last owner.
 */
export async function removeMember(context: WorkspaceContext, { personId }: { personId: string }) {
  return inTransaction(context, async (trx) => {
    await closeAccess(trx.db, personId)
    const member = await lockMember(trx, personId)
    if (member.isLastOwner) throw new InvalidRequest(`${member.name} is the last owner, and cannot leave.`)
    await trx.db
      .deleteFrom('member')
      .where('workspace_id', '=', trx.workspaceId)
      .where('person_id', '=', personId)
      .execute()
    await endSessions(trx, personId)
    const emails = await takeBackInvitations(trx, { type: 'staff', id: personId })
    await revokeOpen(trx, { email: member.email, buyerId: null })
    await recordActivity(trx, {
      action: 'member.remove',
      subject: { type: 'person', id: personId, label: member.name },
      changes: { role: { from: member.role, to: null }, ...takenBack(emails) },
    })
    return { invitationsTakenBack: emails }
  })
}

/** Changes of members take turns, by a lock on the workspace: else two owners could remove each other. */
async function lockMember({ db, workspaceId }: WorkspaceContext, personId: string) {
  await db.selectFrom('workspace').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute()
  const members = await db
    .selectFrom('member as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select(['p.id', 'p.name', 'p.email', 'm.role'])
    .where('m.workspace_id', '=', workspaceId)
    .execute()
  const member = members.find(({ id }) => id === personId)
  if (!member || !isUuid(personId)) throw new NotFound(`There is no member with the id "${personId}".`)
  const owners = members.filter(({ role }) => role === 'owner').length
  return { ...member, isLastOwner: member.role === 'owner' && owners === 1 }
}

import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'

/**
 * Whose open invitations no longer work: of a member of the staff or a buyer, all of them or only those to the staff.
 */
type Inviter = { type: 'staff' | 'buyer'; id: string; only?: 'toStaff' }

/**
 * Takes back the open invitations that somebody made and may not make any more. Call it in the transaction that takes
 * the right from them. Returns to whom they were.
 */
export async function takeBackInvitations(
  { db, workspaceId, clock }: WorkspaceContext,
  { type, id, only }: Inviter,
): Promise<string[]> {
  const rows = await db
    .updateTable('invitation')
    .set({ revoked_at: clock() })
    .where('workspace_id', '=', workspaceId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock())
    .where(sql<boolean>`invited_by ->> 'type' = ${type} and invited_by ->> 'id' = ${id}`)
    .$if(only === 'toStaff', (query) => query.where('role', 'is not', null))
    .returning('email')
    .execute()
  return rows.map(({ email }) => email).toSorted()
}

/** For the activity: nothing where none was open. */
export function takenBack(emails: readonly string[]): { invitationsTakenBack?: readonly string[] } {
  return emails.length === 0 ? {} : { invitationsTakenBack: emails }
}

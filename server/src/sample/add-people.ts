import type { WorkspaceContext } from '../context.ts'
import { matchingKey } from '../matching-key.ts'
import { STAFF } from './people.ts'

/** Adds the staff of the sample, but for those whose e-mail somebody has. They have no password yet. Idempotent. */
export async function addPeople({ db, workspaceId }: WorkspaceContext, at: Date): Promise<void> {
  const added = await db
    .insertInto('person')
    .values(
      STAFF.map(({ id, name, email }) => ({
        id,
        name,
        email,
        email_key: matchingKey(email),
        email_verified: true,
        created_at: at,
        updated_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  const members = STAFF.filter(({ id }) => added.some((person) => person.id === id))
  if (members.length === 0) return
  await db
    .insertInto('member')
    .values(members.map(({ id, role }) => ({ workspace_id: workspaceId, person_id: id, role, created_at: at })))
    .execute()
}

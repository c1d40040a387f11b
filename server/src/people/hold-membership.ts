import type { HoldAccess, WorkspaceContext } from '../context.ts'
import { holdAccess } from '../database/access-lock.ts'
import type { Actor } from '../database/column-values.ts'
import { Refused } from '../errors.ts'

/**
 * For work in the background that a member of the staff has started: each transaction of it throws Refused once they are no
 * member any more. Undefined for other actors.
 */
export function holdMembership(
  { workspaceId }: Pick<WorkspaceContext, 'workspaceId'>,
  { type, id, name }: Actor,
): HoldAccess | undefined {
  if (type !== 'staff' || id === null) return undefined
  return async (trx) => {
    await holdAccess(trx, id)
    const member = await trx
      .selectFrom('member')
      .select('role')
      .where('workspace_id', '=', workspaceId)
      .where('person_id', '=', id)
      .executeTakeFirst()
    if (!member)
      throw new Refused('forbidden', `${name} has no access any more. Somebody else can go on with the rest.`)
  }
}

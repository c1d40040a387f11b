import type { WorkspaceContext, HoldAccess } from '../context.ts'
import type { Actor } from '../database/column-values.ts'
import { NotFound, Refused } from '../errors.ts'
import { SAMPLE_WORKSPACE_ID } from '../workspaces/sample-workspace.ts'
import { readAddress } from '../workspaces/addresses.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { holdAccess } from '../database/access-lock.ts'

/** The workspace, and the person who asks. Throws NotFound for a person who is no member. */
export async function readMembership(context: WorkspaceContext, personId: string) {
  const { db, workspaceId } = context
  const workspace = await readWorkspace(context, workspaceId)
  const slug = await readAddress(context, workspaceId)
  const me = await db
    .selectFrom('member as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select(['p.id', 'p.name', 'p.email', 'm.role'])
    .where('m.workspace_id', '=', workspaceId)
    .where('m.person_id', '=', personId)
    .executeTakeFirst()
  if (!me) throw new NotFound('There is no workspace of yours here.')
  return { ...workspace, slug, isSample: workspaceId === SAMPLE_WORKSPACE_ID, me }
}

/**
 * For work in the background that a member of the staff has started: each transaction of it throws Refused once they
 * are no member any more. Undefined for other actors.
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
    if (!member) throw new Refused('forbidden', `${name} no longer has access. Somebody else can go on with the rest.`)
  }
}

import type { WorkspaceContext } from '../../context.ts'

/** The ids of the customers in a price group. */
export async function customersOfGroup({ db, workspaceId }: WorkspaceContext, groupId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('customer')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('group_id', '=', groupId)
    .execute()
  return rows.map(({ id }) => id)
}

import type { WorkspaceContext } from '../context.ts'

/** A query of a customer's buyers who have joined and are not disabled: name and e-mail. */
export function joinedBuyers({ db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>, customerId: string) {
  return db
    .selectFrom('buyer')
    .select(['name', 'email'])
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .where('status', '=', 'active')
    .where('person_id', 'is not', null)
}

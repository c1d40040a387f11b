import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { emailOfBuyer } from './email-of-buyer.ts'

/** A query of a customer's buyers who have joined and are not disabled: whom mails go to, and whether they proved it. */
export function joinedBuyers({ db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>, customerId: string) {
  return db
    .selectFrom('buyer')
    .select(['name', 'person_id as personId', emailOfBuyer('buyer').as('email')])
    .select(sql<boolean>`(select p.email_verified from person p where p.id = buyer.person_id)`.as('isProved'))
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .where('status', '=', 'active')
    .where('person_id', 'is not', null)
}

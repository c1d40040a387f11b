import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { ActivityEntry } from './list-activity.ts'

/** A page of what happened to a customer, its terms and its buyers, newest first. */
export async function customerHistory(
  { db, workspaceId }: WorkspaceContext,
  { customerId, limit, offset }: { customerId: string; limit: number; offset: number },
): Promise<ActivityEntry[]> {
  // Two ranges of indexes, each cut where the page ends.
  const by = (field: 'id' | 'customerId') =>
    db
      .selectFrom('activity')
      .select(['id', 'at', 'actor', 'action', 'subject', 'changes'])
      .where('workspace_id', '=', workspaceId)
      .where(sql<boolean>`subject ->> ${sql.lit(field)} = ${customerId}`)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + offset)
  const rows = await db
    .selectFrom(
      db
        .selectFrom(by('id').as('own'))
        .selectAll()
        .unionAll(db.selectFrom(by('customerId').as('theirs')).selectAll())
        .as('entry'),
    )
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ subject: { type, id, label }, ...row }) => ({
    ...row,
    subject: { type, id, label },
    at: row.at.toISOString(),
  }))
}

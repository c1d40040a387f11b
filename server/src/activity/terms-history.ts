import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { Actor } from '../database/column-values.ts'
import type { ActivityEntry } from './list-activity.ts'

/** Whose terms they are, as entries name it in their subject. */
type Owner = 'customerId' | 'groupId'

/**
 * A page of what happened to a customer or a price group, its terms and its buyers, newest first; what imports changed,
 * as long as they are kept.
 */
export async function termsHistory(
  { db, workspaceId }: WorkspaceContext,
  owner: Owner,
  { id: ownerId, limit, offset }: { id: string; limit: number; offset: number },
): Promise<ActivityEntry[]> {
  // Two ranges of indexes, each cut where the page ends.
  const by = (field: 'id' | Owner) =>
    db
      .selectFrom('activity')
      .select(['id', 'at', 'actor', 'action', 'subject', 'changes'])
      .where('workspace_id', '=', workspaceId)
      .where(sql<boolean>`subject ->> ${sql.lit(field)} = ${ownerId}`)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + offset)
  const rows = await db
    .selectFrom(
      db
        .selectFrom(by('id').as('own'))
        .selectAll()
        .unionAll(db.selectFrom(by(owner).as('theirs')).selectAll())
        .unionAll(importsOf({ db, workspaceId }, ownerId))
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

/** What imports changed of the owner and its prices, an entry for each file. */
function importsOf({ db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>, ownerId: string) {
  return db
    .selectFrom('data_import as i')
    .where('i.workspace_id', '=', workspaceId)
    .where('i.id', 'in', (of) =>
      of
        .selectFrom('data_import_change')
        .select('import_id')
        .where('workspace_id', '=', workspaceId)
        .where('shown_on', '=', ownerId),
    )
    .select(['i.id', sql<Date>`i.started_at`.as('at'), sql<Actor>`i.started_by`.as('actor')])
    .select(sql<string>`'import.finish'`.as('action'))
    .select(
      sql<ActivityEntry['subject']>`jsonb_build_object('type', 'import', 'id', i.id, 'label', i.file_name)`.as(
        'subject',
      ),
    )
    .select(changesOfImport(workspaceId, ownerId).as('changes'))
}

/** The fields of the customer itself; of its discounts and agreed prices, how many. */
function changesOfImport(workspaceId: string, ownerId: string) {
  return sql<Record<string, unknown>>`(
    select case when i.kind = 'customers' then max(c.changes::text)::jsonb
        else jsonb_build_object(case i.kind when 'discounts' then 'discounts' else 'agreedPrices' end, count(*)) end
      || case when i.status = 'undone' then '{"undone": true}' else '{}' end::jsonb
    from data_import_change c
    where c.workspace_id = ${workspaceId} and c.import_id = i.id and c.shown_on = ${ownerId})`
}

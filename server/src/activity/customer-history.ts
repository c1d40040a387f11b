import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { Actor } from '../database/column-values.ts'
import type { ActivityEntry } from './list-activity.ts'

/**
 * A page of what happened to a customer, its terms and its buyers, newest first; what imports changed, as long as they
 * are kept.
 */
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
        .unionAll(importsOf({ db, workspaceId }, customerId))
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

/** What imports changed of a customer and its prices, an entry for each file. */
function importsOf({ db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>, customerId: string) {
  return db
    .selectFrom('data_import as i')
    .where('i.workspace_id', '=', workspaceId)
    .where('i.id', 'in', (of) =>
      of
        .selectFrom('data_import_change')
        .select('import_id')
        .where('workspace_id', '=', workspaceId)
        .where('shown_on', '=', customerId),
    )
    .select(['i.id', sql<Date>`i.started_at`.as('at'), sql<Actor>`i.started_by`.as('actor')])
    .select(sql<string>`'import.finish'`.as('action'))
    .select(
      sql<ActivityEntry['subject']>`jsonb_build_object('type', 'import', 'id', i.id, 'label', i.file_name)`.as(
        'subject',
      ),
    )
    .select(changesOfImport(workspaceId, customerId).as('changes'))
}

/** The fields of the customer itself; of its discounts and agreed prices, how many. */
function changesOfImport(workspaceId: string, customerId: string) {
  return sql<Record<string, unknown>>`(
    select case when i.kind = 'customers' then max(c.changes::text)::jsonb
        else jsonb_build_object(case i.kind when 'discounts' then 'discounts' else 'agreedPrices' end, count(*)) end
      || case when i.status = 'undone' then '{"undone": true}' else '{}' end::jsonb
    from data_import_change c
    where c.workspace_id = ${workspaceId} and c.import_id = i.id and c.shown_on = ${customerId})`
}

import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { Actor, Undone } from '../../database/column-values.ts'
import type { ActivityEntry } from './list-activity.ts'
import { withWaysToUndo } from './ways-to-undo.ts'
import type { UndoableEntry } from './ways-to-undo.ts'

/** Whose terms they are, as entries name it in their subject. */
type Owner = 'customerId' | 'groupId'

/**
 * A page of what happened to a customer or a price group, its terms and its buyers, newest first; what imports and acts
 * on many customers changed, as long as they are kept.
 */
export async function termsHistory(
  context: WorkspaceContext,
  owner: Owner,
  { id: ownerId, limit, offset }: { id: string; limit: number; offset: number },
): Promise<UndoableEntry[]> {
  const { db, workspaceId } = context
  // Two ranges of indexes, each cut where the page ends.
  const by = (field: 'id' | Owner) =>
    db
      .selectFrom('activity')
      .select(['id', 'at', 'actor', 'action', 'subject', 'changes', 'undone'])
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
        .unionAll(editsOf(context, ownerId))
        .unionAll(importsOf(context, ownerId))
        .as('entry'),
    )
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const entries = rows.map(({ subject: { type, id, label }, ...row }) => ({
    ...row,
    subject: { type, id, label },
    at: row.at.toISOString(),
  }))
  return withWaysToUndo(context, entries)
}

/** Acts on many customers that changed this one. The entry of an act on one is found by its subject. */
function editsOf({ db, workspaceId }: WorkspaceContext, ownerId: string) {
  return db
    .selectFrom('activity')
    .select(['id', 'at', 'actor', 'action', 'subject', 'changes', 'undone'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`subject ->> 'id' is null`)
    .where('id', 'in', (of) =>
      of
        .selectFrom('record_edit_line')
        .select('edit_id')
        .where('workspace_id', '=', workspaceId)
        .where('record_id', '=', ownerId),
    )
}

/** What imports changed of the owner and its prices, an entry for each file. */
function importsOf({ db, workspaceId }: WorkspaceContext, ownerId: string) {
  return db
    .selectFrom('data_import as i')
    .where('i.workspace_id', '=', workspaceId)
    .where('i.id', 'in', (of) =>
      of
        .selectFrom('record_edit_line')
        .select('edit_id')
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
    .select(sql<Undone | null>`null::jsonb`.as('undone'))
}

/** The fields of the customer itself; of its discounts and agreed prices, how many. */
function changesOfImport(workspaceId: string, ownerId: string) {
  return sql<Record<string, unknown>>`(
    select case when i.kind = 'customers' then max(c.changes::text)::jsonb
        else jsonb_build_object(case i.kind when 'discounts' then 'discounts' else 'agreedPrices' end, count(*)) end
      || case when i.status = 'undone' then '{"undone": true}' else '{}' end::jsonb
    from record_edit_line c
    where c.workspace_id = ${workspaceId} and c.edit_id = i.id and c.shown_on = ${ownerId})`
}

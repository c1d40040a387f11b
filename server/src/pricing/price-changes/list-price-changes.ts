import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { PRICE_CHANGE_STATUSES } from '../../database/column-values.ts'
import type { PriceChangeStatus } from '../../database/column-values.ts'
import type { Row } from '../../database/tables.ts'
import { readPriceChange } from './price-change-status.ts'

/** The public API lists only this many of the newest price changes. */
export const PRICE_CHANGE_WINDOW = 100

export type PriceChange = ReturnType<typeof shapePriceChange>

/**
 * A page of price changes, newest first, all or those with a status. Past the window, which may be left out, it is
 * empty.
 */
export async function listPriceChanges(
  { db, workspaceId }: WorkspaceContext,
  input: { status?: PriceChangeStatus | undefined; limit: number; offset: number; window?: number | undefined },
): Promise<PriceChange[]> {
  const { status, limit, offset, window = Infinity } = input
  if (offset >= window) return []
  const rows = await db
    .selectFrom('price_change')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(Math.min(limit, window - offset))
    .offset(offset)
    .execute()
  return rows.map(shapePriceChange)
}

/** One price change, as lists show it, with a version that changes with it or its lines. Throws NotFound. */
export async function readListed(
  context: WorkspaceContext,
  { id }: { id: string },
): Promise<PriceChange & { version: string }> {
  const { db, workspaceId } = context
  const change = await readPriceChange(context, id)
  // Every edit of its lines writes the row too.
  const { rows } = await sql<{ version: string }>`
    select xmin::text as version from price_change where workspace_id = ${workspaceId} and id = ${change.id}`.execute(
    db,
  )
  return { ...shapePriceChange(change), version: rows[0]!.version }
}

/** The number of price changes by status. */
export async function countPriceChanges({
  db,
  workspaceId,
}: WorkspaceContext): Promise<Record<PriceChangeStatus, number>> {
  const rows = await db
    .selectFrom('price_change')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('workspace_id', '=', workspaceId)
    .groupBy('status')
    .execute()
  const none = Object.fromEntries(PRICE_CHANGE_STATUSES.map((status) => [status, 0])) as Record<
    PriceChangeStatus,
    number
  >
  return Object.assign(none, Object.fromEntries(rows.map(({ status, count }) => [status, count])))
}

export function shapePriceChange(row: Row<'price_change'>) {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    lineCount: row.line_count,
    scheduledFor: row.scheduled_for?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    publishedAt: row.published_at?.toISOString() ?? null,
  }
}

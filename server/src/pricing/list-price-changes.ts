import type { WorkspaceContext } from '../context.ts'
import type { Actor, PriceChangeStatus } from '../database/column-values.ts'
import type { Row } from '../database/tables.ts'

/** Only this many of the newest price changes are listed. */
export const PRICE_CHANGE_WINDOW = 100

export type PriceChange = {
  id: string
  name: string
  status: PriceChangeStatus
  lineCount: number
  scheduledFor: string | null
  createdAt: string
  createdBy: Actor
  publishedAt: string | null
}

/** A page of the newest price changes, newest first; past the window it is empty. */
export async function listPriceChanges(
  { db, workspaceId }: WorkspaceContext,
  { limit, offset }: { limit: number; offset: number },
): Promise<PriceChange[]> {
  if (offset >= PRICE_CHANGE_WINDOW) return []
  const rows = await db
    .selectFrom('price_change')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(Math.min(limit, PRICE_CHANGE_WINDOW - offset))
    .offset(offset)
    .execute()
  return rows.map(shapePriceChange)
}

export function shapePriceChange(row: Row<'price_change'>): PriceChange {
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

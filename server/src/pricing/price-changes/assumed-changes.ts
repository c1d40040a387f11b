import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'

/** A scheduled price change that list prices of a later time assume to be published then (ISO 8601). */
type AssumedChange = { priceChangeId: string; name: string; scheduledFor: string }

/** How many are named. */
const MOST = 100

/**
 * The price changes that are scheduled until a time, in the order in which they will be published: those with a line of
 * the product, or of any.
 */
export async function assumedChanges(
  { db, workspaceId, clock }: WorkspaceContext,
  { at, productId }: { at: Date | undefined; productId?: string | undefined },
): Promise<AssumedChange[]> {
  if (at === undefined || at <= clock()) return []
  // From the lines of the product. The index of what is due has the changes of all workspaces.
  const changes = productId
    ? sql`(
      select price_change_id from price_change_line
      where workspace_id = ${workspaceId} and product_id = ${productId} offset 0) line
    cross join lateral (
      select id, name, status, scheduled_for from price_change
      where workspace_id = ${workspaceId} and id = line.price_change_id limit 1) change`
    : sql`price_change change`
  const { rows } = await sql<Omit<AssumedChange, 'scheduledFor'> & { scheduledFor: Date }>`
    select change.id as "priceChangeId", change.name, change.scheduled_for as "scheduledFor" from ${changes}
    where change.status = 'scheduled' and change.scheduled_for <= ${at}
      ${productId ? sql`` : sql`and change.workspace_id = ${workspaceId}`}
    order by change.scheduled_for, change.id limit ${MOST}`.execute(db)
  return rows.map(({ scheduledFor, ...change }) => ({ ...change, scheduledFor: scheduledFor.toISOString() }))
}

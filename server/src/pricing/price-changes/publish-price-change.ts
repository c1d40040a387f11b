import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { nextChangeTime } from '../../workspaces/activity/product-changes.ts'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Row } from '../../database/tables.ts'
import { lockNames } from '../../workspaces/lock-names.ts'
import { requireFresh } from './impact-of-change.ts'
import { lockForTransition, move, subjectOf } from './list-price-changes.ts'

export type Publication = Awaited<ReturnType<typeof publish>>

/**
 * Publishes a draft or scheduled change: its new prices become the list prices, atomically. The number of statements
 * does not depend on the number of lines. With a fingerprint, it publishes only if the preview is still valid. Throws
 * NotFound, or InvalidRequest if it cannot be published or the fingerprint is stale.
 */
export async function publishPriceChange(
  context: WorkspaceContext,
  input: { id: string; fingerprint?: string | undefined },
): Promise<Publication> {
  return inTransaction(context, async (trx) => {
    const change = await lockForTransition(trx, input.id, 'published')
    await lockNames(trx, 'shared')
    const lineCount = await lockProducts(trx, change.id)
    if (input.fingerprint !== undefined) await requireFresh(trx, change, input.fingerprint)
    return publish(trx, change, lineCount)
  })
}

async function publish(trx: WorkspaceContext, change: Row<'price_change'>, lineCount: number) {
  const at = sql<Date>`${await nextChangeTime(trx, trx.clock())}::text::timestamptz`
  await keepOldPrices(trx, change.id)
  const changed = await setListPrices(trx, change.id, at)
  // Their products are deleted.
  const skipped = Math.max(0, change.line_count - lineCount)
  await move(trx, change, { status: 'published', published_at: at, line_count: lineCount })
  await recordActivity(trx, {
    action: 'price_change.publish',
    subject: subjectOf(change),
    changes: { lineCount, changed, skipped },
  })
  return { id: change.id, status: 'published' as const, lineCount, skipped }
}

/**
 * Locks the products of the lines, and returns their number. The order is that of `PUT /products`, so the two never
 * deadlock.
 */
async function lockProducts({ db, workspaceId }: WorkspaceContext, changeId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with locked as materialized (
      select p.id from price_change_line line
      join product p on p.workspace_id = ${workspaceId} and p.id = line.product_id
      where line.workspace_id = ${workspaceId} and line.price_change_id = ${changeId}
      order by p.sku_key for no key update of p)
    select count(*) as count from locked`.execute(db)
  return rows[0]!.count
}

async function keepOldPrices({ db, workspaceId }: WorkspaceContext, changeId: string): Promise<void> {
  await sql`
    update price_change_line line set old_price = p.list_price from product p
    where line.workspace_id = ${workspaceId} and line.price_change_id = ${changeId}
      and p.workspace_id = ${workspaceId} and p.id = line.product_id`.execute(db)
}

/**
 * Returns the number of list prices that changed. Products are locked by now, and are given one time: to give them
 * another one later would be to write them twice.
 */
async function setListPrices(
  { db, workspaceId }: WorkspaceContext,
  changeId: string,
  at: RawBuilder<Date>,
): Promise<number> {
  const changed = sql`
    p.workspace_id = ${workspaceId} and p.id = line.product_id
      and line.workspace_id = ${workspaceId} and line.price_change_id = ${changeId}
      and p.list_price is distinct from line.new_price`
  await sql`
    insert into product_change (workspace_id, product_id, changed_at)
    select p.workspace_id, p.id, ${at} from product p, price_change_line line where ${changed}
    on conflict (workspace_id, product_id)
      do update set changed_at = excluded.changed_at, version = product_change.version + 1`.execute(db)
  const { numAffectedRows = 0n } = await sql`
    update product p set list_price = line.new_price, updated_at = ${at} from price_change_line line
    where ${changed}`.execute(db)
  return Number(numAffectedRows)
}

import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { Row } from '../../database/tables.ts'
import { InvalidRequest } from '../../errors.ts'
import { lockPriceChange, readPriceChange, subjectOf } from './price-change-status.ts'

/**
 * The edits of a draft that are kept have at most this many lines together: the older ones cannot be undone any more.
 */
const KEPT_LINES = 1_000_000

/**
 * What an edit did to the lines of a draft. `id` undoes it, and `version` is the version of the price change with it;
 * both are null where nothing changed.
 */
export type DraftEdit = { id: string | null; version: string | null; changed: number; added: number; removed: number }

const NO_EDIT: DraftEdit = { id: null, version: null, changed: 0, added: 0, removed: 0 }

/**
 * Locks a draft for one editor until the transaction ends: calls that fill it wait.
 * Throws NotFound, or InvalidRequest where it is no draft any more.
 */
export async function lockForEdit(context: WorkspaceContext, id: string): Promise<Row<'price_change'>> {
  await lockPriceChange(context, id, 'exclusive')
  return requireEditable(context, id)
}

/** A draft. Throws NotFound, or InvalidRequest where it is no draft any more. */
export async function requireEditable(context: WorkspaceContext, id: string): Promise<Row<'price_change'>> {
  const change = await readPriceChange(context, id)
  if (change.status === 'draft') return change
  throw new InvalidRequest(`"${change.name}" is ${change.status}: only a draft's lines can be edited.`)
}

/**
 * Sets lines of a locked draft, and keeps what was there. `target` selects `product_id` and `to_price` (minor units),
 * with one row for each product; a price of null removes the line.
 */
export async function applyEdit(
  trx: WorkspaceContext,
  draft: Pick<Row<'price_change'>, 'id'>,
  target: RawBuilder<unknown>,
): Promise<DraftEdit> {
  const id = randomUUIDv7()
  const edit = await keepEdit(trx, { id, draft, target })
  if (!edit) return NO_EDIT
  await writeLines(trx, id, draft)
  await trx.db
    .updateTable('price_change')
    .set((eb) => ({ line_count: eb('line_count', '+', edit.added - edit.removed), updated_at: trx.clock() }))
    .where('workspace_id', '=', trx.workspaceId)
    .where('id', '=', draft.id)
    .execute()
  await forgetOldEdits(trx, draft.id)
  return { id, ...edit }
}

/** Applies an edit, and records it with these details, unless nothing changes. */
export async function recordedEdit(
  trx: WorkspaceContext,
  draft: Row<'price_change'>,
  target: RawBuilder<unknown>,
  details: Record<string, unknown> = {},
): Promise<DraftEdit> {
  const edit = await applyEdit(trx, draft, target)
  const { changed, added, removed } = edit
  const changes = { changed, added, removed, ...details }
  if (edit.id !== null) {
    await recordActivity(trx, { id: edit.id, action: 'price_change.edit', subject: subjectOf(draft), changes })
  }
  return edit
}

/** Keeps the lines that change, with both prices. Undefined where none does. */
async function keepEdit(
  { db, workspaceId, actor, clock }: WorkspaceContext,
  { id, draft, target }: { id: string; draft: Pick<Row<'price_change'>, 'id'>; target: RawBuilder<unknown> },
): Promise<Omit<DraftEdit, 'id'> | undefined> {
  const { rows } = await sql<Omit<DraftEdit, 'id'>>`
    with target as materialized (select product_id, to_price from (${target}) t)
    insert into price_change_edit (workspace_id, id, price_change_id, at, actor, line_count, product_ids, from_prices, to_prices)
    select ${workspaceId}, ${id}, ${draft.id}, ${clock()}, ${JSON.stringify(actor)}::jsonb, count(*),
      array_agg(t.product_id), array_agg(line.new_price), array_agg(t.to_price)
    from target t left join lateral ${lineOf(workspaceId, draft.id, sql`t.product_id`)} line on true
    where line.new_price is distinct from t.to_price
    having count(*) > 0
    returning line_count as changed, cardinality(array_positions(from_prices, null)) as added,
      cardinality(array_positions(to_prices, null)) as removed, pg_current_xact_id()::xid::text as version`.execute(db)
  return rows[0]
}

/**
 * SQL: the line of a product in a draft. It is looked up, since the planner takes the lines of a new draft for a few,
 * and would read all of them for each product.
 */
export function lineOf(workspaceId: string, draftId: string, productId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select new_price from price_change_line
    where workspace_id = ${workspaceId} and price_change_id = ${draftId}::uuid and product_id = ${productId}
    limit 1)`
}

async function writeLines(
  { db, workspaceId, clock }: WorkspaceContext,
  editId: string,
  draft: Pick<Row<'price_change'>, 'id'>,
): Promise<void> {
  const changed = sql`
    select changed.* from price_change_edit e cross join lateral unnest(e.product_ids, e.to_prices) changed(product_id, price)
    where e.workspace_id = ${workspaceId} and e.id = ${editId}`
  await sql`
    delete from price_change_line where workspace_id = ${workspaceId} and price_change_id = ${draft.id}
      and product_id in (select product_id from (${changed}) c where price is null)`.execute(db)
  await sql`
    insert into price_change_line (workspace_id, price_change_id, product_id, new_price, set_at)
    select ${workspaceId}, ${draft.id}, product_id, price, ${clock()} from (${changed}) c where price is not null
    on conflict (workspace_id, price_change_id, product_id)
    do update set new_price = excluded.new_price, set_at = excluded.set_at`.execute(db)
}

async function forgetOldEdits(
  { db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>,
  draftId: string,
): Promise<void> {
  await sql`
    delete from price_change_edit where workspace_id = ${workspaceId} and id in (
      select id from (
        select id, sum(line_count) over (order by at desc, id desc) - line_count as newer from price_change_edit
        where workspace_id = ${workspaceId} and price_change_id = ${draftId}) edit
      where newer > ${KEPT_LINES})`.execute(db)
}

import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { dropOldEdits, insertEdit } from '../../workspaces/activity/stored-edits.ts'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { Row } from '../../database/tables.ts'
import { InvalidRequest } from '../../errors.ts'
import { lockPriceChange, readPriceChange, subjectOf } from './list-price-changes.ts'

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
  const edit = await keepPrices(trx, { id, draft, target })
  if (edit.changed === 0) return NO_EDIT
  await dropOldEdits(trx, draft.id)
  await insertEdit(trx, { id, kind: 'draft_lines', price_change_id: draft.id }, edit.changed)
  await writeLines(trx, id, draft)
  await trx.db
    .updateTable('price_change')
    .set((eb) => ({ line_count: eb('line_count', '+', edit.added - edit.removed), updated_at: trx.clock() }))
    .where('workspace_id', '=', trx.workspaceId)
    .where('id', '=', draft.id)
    .execute()
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

/** Keeps the lines that change, with both prices. */
async function keepPrices(
  { db, workspaceId }: WorkspaceContext,
  { id, draft, target }: { id: string; draft: Pick<Row<'price_change'>, 'id'>; target: RawBuilder<unknown> },
): Promise<Omit<DraftEdit, 'id'>> {
  await sql`
    with target as materialized (select product_id, to_price from (${target}) t)
    insert into record_edit_line (workspace_id, edit_id, record_id, line, label, before, version)
    select ${workspaceId}, ${id}, t.product_id, row_number() over (), p.sku, to_jsonb(line.new_price),
      ${lineVersion(sql`t.to_price`)}
    from target t cross join lateral (
      select sku from product where workspace_id = ${workspaceId} and id = t.product_id limit 1) p
    left join lateral ${lineOf(workspaceId, draft.id, sql`t.product_id`)} line on true
    where line.new_price is distinct from t.to_price`.execute(db)
  const { rows } = await sql<Omit<DraftEdit, 'id'>>`
    select count(*)::int as changed, (count(*) filter (where before is null))::int as added,
      (count(*) filter (where version = ${NO_LINE}))::int as removed, pg_current_xact_id()::xid::text as version
    from record_edit_line where workspace_id = ${workspaceId} and edit_id = ${id}`.execute(db)
  return rows[0]!
}

/** The version of a product without a line. */
const NO_LINE = sql.lit('none')

/** SQL: the version of a line, which is its price: whoever changes it gives it another. Null: there is no line. */
export function lineVersion(price: RawBuilder<unknown>): RawBuilder<string> {
  return sql`coalesce(${price}::text, ${NO_LINE})`
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
  const kept = sql`from record_edit_line where workspace_id = ${workspaceId} and edit_id = ${editId}`
  await sql`
    delete from price_change_line where workspace_id = ${workspaceId} and price_change_id = ${draft.id}
      and product_id in (select record_id ${kept} and version = ${NO_LINE})`.execute(db)
  await sql`
    insert into price_change_line (workspace_id, price_change_id, product_id, new_price, set_at)
    select ${workspaceId}, ${draft.id}, record_id, version::bigint, ${clock()} ${kept} and version <> ${NO_LINE}
    on conflict (workspace_id, price_change_id, product_id)
    do update set new_price = excluded.new_price, set_at = excluded.set_at`.execute(db)
}

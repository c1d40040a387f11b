import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { Row } from '../database/tables.ts'
import { InvalidRequest } from '../errors.ts'
import { lockPriceChange, readPriceChange } from './price-change-status.ts'

/** The edits of a draft that are kept have at most this many lines together: the older ones cannot be undone any more. */
const KEPT_LINES = 1_000_000

/**
 * What an edit did to the lines of a draft. `id` undoes it, and `version` is the version of the price change with it; both are
 * null where nothing changed.
 */
export type DraftEdit = { id: string | null; version: string | null; changed: number; added: number; removed: number }

const NO_EDIT: DraftEdit = { id: null, version: null, changed: 0, added: 0, removed: 0 }

/**
 * Locks a draft for one editor until the transaction ends: calls that fill it wait.
 * Throws NotFound, or InvalidRequest where it is no draft any more.
 */
export async function lockForEdit(context: WorkspaceContext, id: string): Promise<Row<'price_change'>> {
  await lockPriceChange(context, id, 'exclusive')
  const change = await readPriceChange(context, id)
  if (change.status === 'draft') return change
  throw new InvalidRequest(`"${change.name}" is ${change.status}: only a draft's lines can be edited.`)
}

/**
 * Sets lines of a locked draft, in one statement, and keeps what was there. `target` selects `product_id` and `to_price`
 * (minor units), with one row for each product; a price of null removes the line.
 */
export async function applyEdit(
  { db, workspaceId, actor, clock }: WorkspaceContext,
  draft: Pick<Row<'price_change'>, 'id'>,
  target: RawBuilder<unknown>,
): Promise<DraftEdit> {
  const id = randomUUIDv7()
  const now = clock()
  const { rows } = await sql<Omit<DraftEdit, 'id'> & { version: string }>`
    with target as materialized (select product_id, to_price from (${target}) t),
    changed as materialized (
      select t.product_id, line.new_price as from_price, t.to_price from target t
      left join price_change_line line on line.workspace_id = ${workspaceId} and line.price_change_id = ${draft.id}
        and line.product_id = t.product_id
      where line.new_price is distinct from t.to_price),
    removed as (
      delete from price_change_line line using changed
      where line.workspace_id = ${workspaceId} and line.price_change_id = ${draft.id}
        and line.product_id = changed.product_id and changed.to_price is null),
    written as (
      insert into price_change_line (workspace_id, price_change_id, product_id, new_price, set_at)
      select ${workspaceId}, ${draft.id}, product_id, to_price, ${now} from changed where to_price is not null
      on conflict (workspace_id, price_change_id, product_id)
      do update set new_price = excluded.new_price, set_at = excluded.set_at),
    counted as materialized (
      select count(*) as changed, count(*) filter (where from_price is null) as added,
        count(*) filter (where to_price is null) as removed from changed),
    summed as (
      update price_change set line_count = line_count + counted.added - counted.removed, updated_at = ${now}
      from counted where workspace_id = ${workspaceId} and id = ${draft.id} and counted.changed > 0),
    kept as (
      insert into price_change_edit (workspace_id, id, price_change_id, at, actor, line_count, product_ids, from_prices, to_prices)
      select ${workspaceId}, ${id}, ${draft.id}, ${now}, ${JSON.stringify(actor)}::jsonb, count(*),
        array_agg(product_id), array_agg(from_price), array_agg(to_price)
      from changed having count(*) > 0)
    select counted.*, pg_current_xact_id()::xid::text as version from counted`.execute(db)
  const edit = rows[0]!
  if (edit.changed === 0) return NO_EDIT
  await forgetOldEdits({ db, workspaceId }, draft.id)
  return { id, ...edit }
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

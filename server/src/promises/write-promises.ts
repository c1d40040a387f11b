import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset, textArray } from '../database/rowset.ts'
import { InvalidRequest } from '../errors.ts'
import { matchingKey } from '../matching-key.ts'
import { WORKSPACE_LIMITS } from '../workspaces/workspace-limits.ts'
import type { PromisePlan } from './plan-promises.ts'

/** Throws InvalidRequest if the workspace would have more promises, or lines of them, than it can. */
export async function requireRoom(trx: WorkspaceContext, { creates, updates }: PromisePlan): Promise<void> {
  const { rows } = await sql<{ promises: number; lines: number }>`
    select (select count(*)::integer from promise where workspace_id = ${trx.workspaceId}) as promises,
      (select count(*)::integer from promise_line where workspace_id = ${trx.workspaceId}) as lines`.execute(trx.db)
  const { promises, lines } = rows[0]!
  const added =
    creates.reduce((sum, promise) => sum + promise.lines.length, 0) +
    updates.reduce((sum, { from, to }) => sum + to.lines.length - from.lines.length, 0)
  const over = [
    ...(creates.length > 0 && promises + creates.length > WORKSPACE_LIMITS.promises
      ? [`${WORKSPACE_LIMITS.promises} promises`]
      : []),
    ...(added > 0 && lines + added > WORKSPACE_LIMITS.linesOfPromises
      ? [`${WORKSPACE_LIMITS.linesOfPromises} lines of promises`]
      : []),
  ]
  if (over.length === 0) return
  throw new InvalidRequest(
    `A workspace cannot have more than ${over.join(' and ')}: remove some first, for example those that are over.`,
  )
}

/** Writes promises that are new or differ. The number of statements does not depend on their number. */
export async function writePromises(trx: WorkspaceContext, { creates, updates }: PromisePlan): Promise<void> {
  const written = [...creates, ...updates.map(({ to }) => to)]
  if (written.length === 0) return
  const { db, workspaceId, actor, clock } = trx
  const rows = written.map(({ id, customer, reference, total, until, note }) => ({
    id,
    customer_id: customer.id,
    reference,
    reference_key: matchingKey(reference),
    total,
    until,
    note,
  }))
  await sql`
    insert into promise (workspace_id, id, customer_id, reference, reference_key, total, until, note, set_by, set_at)
    select ${workspaceId}, id, customer_id, reference, reference_key, total, until, note, ${JSON.stringify(actor)}::jsonb,
      ${clock()}::timestamptz
    from ${rowset(rows, 'id uuid, customer_id uuid, reference text, reference_key text, total bigint, until timestamptz, note text')}
    on conflict (workspace_id, id) do update set customer_id = excluded.customer_id, reference = excluded.reference,
      reference_key = excluded.reference_key, total = excluded.total, until = excluded.until, note = excluded.note,
      set_by = excluded.set_by, set_at = excluded.set_at`.execute(db)
  const replaced = updates.map(({ to }) => to.id)
  if (replaced.length > 0) {
    await sql`
      delete from promise_line
      where workspace_id = ${workspaceId} and promise_id = any(${textArray(replaced)}::uuid[])`.execute(db)
  }
  const lines = written.flatMap(({ id, lines }) =>
    lines.map(({ productId, sku, qty, unit }, position) => {
      return { promise_id: id, position, product_id: productId, sku, qty, unit }
    }),
  )
  await sql`
    insert into promise_line (workspace_id, promise_id, position, product_id, sku, qty, unit)
    select ${workspaceId}, promise_id, position, product_id, sku, qty, unit
    from ${rowset(lines, 'promise_id uuid, position integer, product_id uuid, sku text, qty integer, unit bigint')}`.execute(
    db,
  )
}

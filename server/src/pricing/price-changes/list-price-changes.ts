import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { PRICE_CHANGE_STATUSES } from '../../database/column-values.ts'
import type { PriceChangeStatus } from '../../database/column-values.ts'
import type { Row } from '../../database/tables.ts'
import { advisoryLock } from '../../database/transaction.ts'
import type { LockMode } from '../../database/transaction.ts'
import { InvalidRequest, NotFound, quoted } from '../../errors.ts'
import { isUuid } from '../../lib/uuid.ts'

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
    select xmin::text as version from price_change where workspace_id = ${workspaceId}
      and id = ${change.id}`.execute(db)
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

const MOVES: Record<PriceChangeStatus, readonly PriceChangeStatus[]> = {
  draft: ['scheduled', 'published', 'discarded'],
  scheduled: ['published', 'cancelled', 'draft'],
  published: [],
  discarded: [],
  cancelled: [],
}

function priceChangeNotFound(id: string): NotFound {
  return new NotFound(`There is no price change with the id ${quoted(id)}.`, 'unknown_price_change')
}

/** One price change. Throws NotFound. */
export async function readPriceChange(context: WorkspaceContext, id: string): Promise<Row<'price_change'>> {
  const change = isUuid(id) ? await find(context, id).executeTakeFirst() : undefined
  if (!change) throw priceChangeNotFound(id)
  return change
}

/**
 * Locks a price change until the transaction ends. Calls that fill a draft take a shared lock; a move to another status
 * takes an exclusive one. Throws NotFound for a text that is no id.
 */
export async function lockPriceChange({ db, workspaceId }: WorkspaceContext, id: string, mode: LockMode) {
  if (!isUuid(id)) throw priceChangeNotFound(id)
  await advisoryLock(db, `${workspaceId} ${id.toLowerCase()}`, mode)
}

function named(status: PriceChangeStatus): string {
  return status === 'draft' ? 'a draft again' : status
}

/**
 * Takes an exclusive lock on a price change until the transaction ends, for a move to the given status.
 * Throws NotFound, or InvalidRequest if the move is not allowed.
 */
export async function lockForTransition(
  context: WorkspaceContext,
  id: string,
  to: PriceChangeStatus,
): Promise<Row<'price_change'>> {
  await lockPriceChange(context, id, 'exclusive')
  const change = await find(context, id).forUpdate().executeTakeFirst()
  if (!change) throw priceChangeNotFound(id)
  if (MOVES[change.status].includes(to)) return change
  const open = MOVES[change.status].map(named).join(' or ')
  throw new InvalidRequest(
    `"${change.name}" is ${change.status} and cannot be ${named(to)}: ` +
      (open ? `it can only be ${open}.` : 'nothing more can be done with it.'),
  )
}

/** Writes the new status of a locked price change, with the columns that belong to it. */
export async function move(
  { db, workspaceId, clock }: WorkspaceContext,
  { id }: { id: string },
  to: Partial<Omit<Row<'price_change'>, 'published_at'>> & {
    status: PriceChangeStatus
    published_at?: RawBuilder<Date>
  },
): Promise<void> {
  const { created_by: _, ...columns } = to
  await db
    .updateTable('price_change')
    .set({ ...columns, updated_at: clock() })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** A price change as an activity subject. */
export function subjectOf({ id, name }: { id: string; name: string }) {
  return { type: 'price_change', id, label: name }
}

function find({ db, workspaceId }: WorkspaceContext, id: string) {
  return db.selectFrom('price_change').selectAll().where('workspace_id', '=', workspaceId).where('id', '=', id)
}

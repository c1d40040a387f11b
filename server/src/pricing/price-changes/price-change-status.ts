import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { PriceChangeStatus } from '../../database/column-values.ts'
import { advisoryLock } from '../../database/advisory-lock.ts'
import type { LockMode } from '../../database/advisory-lock.ts'
import type { Row } from '../../database/tables.ts'
import { InvalidRequest, NotFound, quoted } from '../../errors.ts'
import { isUuid } from '../../lib/uuid.ts'

/** The allowed moves from each status. */
const MOVES: Record<PriceChangeStatus, readonly PriceChangeStatus[]> = {
  draft: ['scheduled', 'published', 'discarded'],
  scheduled: ['published', 'cancelled'],
  published: [],
  discarded: [],
  cancelled: [],
}

function priceChangeNotFound(id: string): NotFound {
  return new NotFound(`There is no price change with the id ${quoted(id)}.`)
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

/**
 * Takes an exclusive lock on a price change until the transaction ends, for a move to the given status.
 * Throws NotFound, or InvalidRequest if the move is not allowed.
 */
export async function lockForMove(
  context: WorkspaceContext,
  id: string,
  to: PriceChangeStatus,
): Promise<Row<'price_change'>> {
  await lockPriceChange(context, id, 'exclusive')
  const change = await find(context, id).forUpdate().executeTakeFirst()
  if (!change) throw priceChangeNotFound(id)
  if (MOVES[change.status].includes(to)) return change
  const open = MOVES[change.status].join(' or ')
  throw new InvalidRequest(
    `"${change.name}" is ${change.status} and cannot be ${to}: ` +
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

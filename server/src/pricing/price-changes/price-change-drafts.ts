import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { rowset } from '../../database/rowset.ts'
import { InvalidRequest } from '../../errors.ts'
import { lockPriceChange, readPriceChange } from './list-price-changes.ts'

/**
 * Takes a shared lock on a draft until the transaction ends, and returns its id. The draft stays a draft meanwhile;
 * others may fill it at the same time. Throws NotFound, or InvalidRequest if it is no longer a draft.
 */
export async function lockDraft(context: WorkspaceContext, id: string): Promise<string> {
  await lockPriceChange(context, id, 'shared')
  return requireDraft(context, id)
}

/** The id of a draft. Throws NotFound if the price change does not exist, or InvalidRequest if it is not a draft. */
export async function requireDraft(context: WorkspaceContext, id: string): Promise<string> {
  const change = await readPriceChange(context, id)
  if (change.status !== 'draft') {
    throw new InvalidRequest(
      `The price change "${id}" is ${change.status}, no longer a draft. Leave priceChangeId out to start a new one.`,
    )
  }
  return change.id
}

/** Starts an empty draft and returns its id. */
export async function startDraft({ db, workspaceId, actor, clock }: WorkspaceContext, name: string): Promise<string> {
  const id = randomUUIDv7()
  const now = clock()
  await db
    .insertInto('price_change')
    .values({
      workspace_id: workspaceId,
      id,
      name,
      status: 'draft',
      line_count: 0,
      created_by: JSON.stringify(actor),
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

/**
 * Adds new list prices (minor units) to a locked draft. A product that is in the draft gets the newer price.
 * Returns the number of lines added or changed.
 */
export async function addToDraft(
  { db, workspaceId, clock }: WorkspaceContext,
  draftId: string,
  lines: readonly { productId: string; newPrice: number }[],
): Promise<number> {
  const rows = lines.map(({ productId, newPrice }) => ({ product_id: productId, new_price: newPrice }))
  const { rows: written } = await sql<{ added: boolean }>`
    insert into price_change_line as line (workspace_id, price_change_id, product_id, new_price, set_at)
    select ${workspaceId}, ${draftId}, product_id, new_price, ${clock()} from ${rowset(rows, 'product_id uuid, new_price bigint')}
    on conflict (workspace_id, price_change_id, product_id) do update set new_price = excluded.new_price, set_at = excluded.set_at
    where line.new_price <> excluded.new_price
    returning xmax = 0 as added`.execute(db)
  if (written.length > 0) {
    const added = written.filter((line) => line.added).length
    await db
      .updateTable('price_change')
      .set((is) => ({ line_count: is('line_count', '+', added), updated_at: clock() }))
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', draftId)
      .execute()
  }
  return written.length
}

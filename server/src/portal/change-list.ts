import { sql } from 'kysely'
import { inTransaction } from '../database/transaction.ts'
import { Conflict, InvalidInput } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { ORDER_LIMITS } from '../shared/limits.ts'
import type { BuyerContext } from './buyer-context.ts'
import { priceBuyersLines } from './buyers-line.ts'
import { withPresentNames } from './kept-products.ts'
import { insertListLines, nameTaken, newListLines } from './list-rows.ts'
import type { ListLine } from './list-rows.ts'
import { findList, linesOf, requireRoom } from './saved-lists.ts'

type ChangedList = {
  /** The one that was seen. */
  revision: number
  name: string
  shared: boolean
  /** All lines in their order. */
  lines: readonly Pick<ListLine, 'productId' | 'qty' | 'par'>[]
}

/**
 * Saves a list as a whole. Throws Conflict where a colleague has changed it since it was seen, NotFound where it is
 * gone, and InvalidInput for a name that is taken or a product that the customer does not see.
 */
export async function changeList(context: BuyerContext, id: string, changed: ChangedList): Promise<void> {
  const { revision, name, shared } = changed
  await inTransaction(context, async (trx) => {
    const list = await findList(trx, id, { forChange: true })
    if (list.revision !== revision) {
      throw new Conflict(`${list.changed_by ?? 'Somebody'} has changed this list since. Your changes were not saved.`)
    }
    if (shared !== list.shared) {
      if (list.owner_id !== trx.buyerId) {
        throw new InvalidInput([
          { path: 'shared', message: `Must be decided by ${list.created_by}, who made the list.` },
        ])
      }
      await requireRoom(trx, shared)
    }
    await requireFree(trx, { id, name, shared })
    const lines = await withNames(trx, await linesOf(trx, id), changed.lines)
    await trx.db
      .updateTable('saved_list')
      .set({ name, name_key: matchingKey(name), shared, ...changedBy(trx) })
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', id)
      .execute()
    await trx.db
      .deleteFrom('saved_list_line')
      .where('workspace_id', '=', trx.workspaceId)
      .where('list_id', '=', id)
      .execute()
    await insertListLines(trx, id, lines)
  })
}

/** Adds products at the end of a list; those that are on it stay as they are. Throws NotFound and InvalidInput. */
export async function addToList(
  context: BuyerContext,
  id: string,
  asked: readonly { sku: string; qty: number }[],
): Promise<{ added: number }> {
  // Before the transaction: others would wait for the prices of a thousand lines.
  const priced = await priceBuyersLines(context, asked)
  return inTransaction(context, async (trx) => {
    await findList(trx, id, { forChange: true })
    const there = await linesOf(trx, id)
    const known = new Set(there.map(({ productId }) => productId))
    const lines = newListLines(priced).filter(({ productId }) => !known.has(productId))
    if (there.length + lines.length > ORDER_LIMITS.lines) {
      throw new InvalidInput([{ path: 'lines', message: `Must have at most ${ORDER_LIMITS.lines} lines on the list.` }])
    }
    if (lines.length === 0) return { added: 0 }
    await trx.db
      .updateTable('saved_list')
      .set(changedBy(trx))
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', id)
      .execute()
    await insertListLines(trx, id, lines, there.length)
    return { added: lines.length }
  })
}

function changedBy({ actor }: BuyerContext) {
  return { changed_by: actor.name, revision: sql<number>`revision + 1` }
}

async function requireFree(
  { db, workspaceId, customerId, buyerId }: BuyerContext,
  { id, name, shared }: { id: string; name: string; shared: boolean },
): Promise<void> {
  const taken = await db
    .selectFrom('saved_list')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .where('name_key', '=', matchingKey(name))
    .where('shared', '=', shared)
    .where('id', '<>', id)
    .$if(!shared, (query) => query.where('owner_id', '=', buyerId))
    .executeTakeFirst()
  if (taken) throw nameTaken(name)
}

/** New products get their present names; what is on the list keeps its own, also where it is not seen any more. */
async function withNames(
  context: BuyerContext,
  there: readonly ListLine[],
  lines: ChangedList['lines'],
): Promise<ListLine[]> {
  const kept = new Map(there.map((line) => [line.productId, line]))
  const named = lines.map((line) => ({ sku: '', name: '', ...kept.get(line.productId), ...line }))
  const known = await withPresentNames(context, named)
  const first = new Map(known.map(({ productId }, i) => [productId, i] as const).toReversed())
  const issues = known.flatMap(({ productId, isSeen }, i) => {
    if (first.get(productId)! < i) {
      return [{ path: `lines.${i}.productId`, message: 'Must not be on the list more than once.' }]
    }
    return isSeen || kept.has(productId)
      ? []
      : [{ path: `lines.${i}.productId`, message: 'There is no such product: choose another one.' }]
  })
  if (issues.length > 0) throw new InvalidInput(issues)
  return known
}

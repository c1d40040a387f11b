import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { rowset } from '../../database/rowset.ts'
import { inTransaction } from '../../database/transaction.ts'
import { lockForEdit, recordedEdit } from './apply-edit.ts'
import type { DraftEdit } from './apply-edit.ts'
import { chooseLines } from './choose-lines.ts'
import type { LineChoice } from './choose-lines.ts'
import { reprice } from '../../shared/reprice.ts'
import type { Repricing } from '../../shared/reprice.ts'

/** What is repriced: the new price as it is in the draft, or the list price. */
export const REPRICED = ['new', 'current'] as const

/**
 * Reprices the chosen lines of a draft. `tooHigh` lines keep their price: the new one would be above the highest price.
 * Throws NotFound, InvalidRequest where it is no draft any more, or Conflict where another number of lines matches.
 */
export async function repriceLines(
  context: WorkspaceContext,
  input: { id: string; lines: LineChoice; from: (typeof REPRICED)[number]; repricing: Repricing },
): Promise<DraftEdit & { tooHigh: number }> {
  return inTransaction(context, async (trx) => {
    const draft = await lockForEdit(trx, input.id)
    const chosen = await chooseLines(trx, draft, input.lines)
    const price = sql.ref(input.from === 'new' ? 'after' : 'before')
    const { target, tooHigh } = await repriced(trx, sql`select product_id, ${price} as price from (${chosen}) l`, input)
    const { repricing, from } = input
    return { ...(await recordedEdit(trx, draft, target, { repricing, from })), tooHigh }
  })
}

/**
 * The new prices of rows with `product_id` and `price`, as a relation with `to_price` beside these, and how many rows
 * get none, since it would be above the highest price. Each price that occurs is computed once, however many products
 * have it.
 */
export async function repriced(
  { db }: Pick<WorkspaceContext, 'db'>,
  rows: RawBuilder<unknown>,
  { repricing }: { repricing: Repricing },
): Promise<{ target: RawBuilder<unknown>; tooHigh: number }> {
  const { rows: prices } = await sql<{ price: number; count: number }>`
    select price, count(*) as count from (${rows}) r where price is not null group by price`.execute(db)
  const computed = prices.map(({ price, count }) => ({ price, count, to_price: reprice(price, repricing) }))
  const tooHigh = computed.reduce((sum, { to_price, count }) => sum + (to_price === null ? count : 0), 0)
  const map = computed.filter(({ to_price }) => to_price !== null).map(({ price, to_price }) => ({ price, to_price }))
  const target = sql`
    select r.product_id, r.price, map.to_price from (${rows}) r
    join ${rowset(map, 'price bigint, to_price bigint', 'map')} on map.price = r.price`
  return { target, tooHigh }
}

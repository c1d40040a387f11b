import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { rowset, uuidArray } from '../../database/rowset.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Row } from '../../database/tables.ts'
import { matchingKey, fold } from '../../lib/matching-key.ts'
import { lockForEdit, recordedEdit } from './apply-edit.ts'
import type { DraftEdit } from './apply-edit.ts'
import { counted } from '../../shared/counted.ts'
import { Conflict } from '../../errors.ts'
import { CHANGE_RANGES } from './histogram.ts'
import { linesOf } from './price-change-basis.ts'
import { reprice } from '../../shared/reprice.ts'
import type { Repricing } from '../../shared/reprice.ts'
import { MAX_PRICE } from '../../shared/limits.ts'

/** The activity names this many lines of an edit. */
const NAMED_LINES = 20

/**
 * Sets cells of a draft. Each cell is taken or refused by itself, so one bad cell of a paste stops no other. A cell
 * that was sent before, and has its price already, is taken: a call may be repeated when its answer was lost. Throws
 * NotFound, or InvalidRequest where it is no draft any more.
 */
export async function editLines(context: WorkspaceContext, input: { id: string; cells: readonly Cell[] }) {
  return inTransaction(context, async (trx) => {
    const draft = await lockForEdit(trx, input.id)
    const { taken, refused } = validateCells(input.cells, await findCells(trx, draft, input.cells))
    const rows = taken.map(({ productId, to }) => ({ product_id: productId, to_price: to }))
    const target = sql`select product_id, to_price from ${rowset(rows, 'product_id uuid, to_price bigint')}`
    const changed = taken.filter(({ from, to }) => from !== to).slice(0, NAMED_LINES)
    const lines = changed.map(({ sku, from, to }) => ({ sku, from, to }))
    return { ...(await recordedEdit(trx, draft, target, { lines })), taken, refused }
  })
}

/** What each cell names now, in the order of the cells. */
async function findCells(
  { db, workspaceId }: WorkspaceContext,
  draft: Row<'price_change'>,
  cells: readonly Cell[],
): Promise<FoundCell[]> {
  const rows = cells.map((cell, index) => ({
    index,
    product_id: 'productId' in cell ? cell.productId : null,
    sku_key: 'sku' in cell ? matchingKey(cell.sku) : null,
  }))
  const { rows: found } = await sql<FoundCell>`
    select p.id as "productId", p.sku, p.list_price as "listPrice", line.new_price as "newPrice"
    from ${rowset(rows, 'index integer, product_id uuid, sku_key text', 'cell')}
    left join product p on p.workspace_id = ${workspaceId} and p.id = coalesce(cell.product_id, (
      select id from product where workspace_id = ${workspaceId} and sku_key = cell.sku_key))
    left join price_change_line line on line.workspace_id = ${workspaceId} and line.price_change_id = ${draft.id}
      and line.product_id = p.id
    order by cell.index`.execute(db)
  return found
}

export const LINE_FILTERS = ['rises', 'drops', 'unchanged', 'first_price'] as const

/** Lines by their text, and by what they do to the list price. `first_price`: the product has none yet. */
export type LineFilter = {
  /** A part of the SKU, or words of the name. */
  q?: string | undefined
  show?: (typeof LINE_FILTERS)[number] | undefined
  /** One of CHANGE_RANGES. */
  bar?: number | undefined
}

/** Lines by their products, or all that match a filter, with the number of them that was shown. */
type LineChoice = { productIds: readonly string[] } | { filter: LineFilter; expected: number }

const SHOWN: Record<(typeof LINE_FILTERS)[number], RawBuilder<boolean>> = {
  rises: sql`after > before`,
  drops: sql`after < before`,
  unchanged: sql`after = before`,
  first_price: sql`before is null`,
}

/** SQL: true if a row of `linesOf` matches the filter. */
export function matchesLine({ q, show, bar }: LineFilter): RawBuilder<boolean> {
  const words = q === undefined ? [] : fold(q).split(' ').filter(Boolean)
  const inName = sql.join([sql`true`, ...words.map((word) => sql`strpos(name_folded, ${word}) > 0`)], sql` and `)
  return sql`(${q === undefined ? sql`true` : sql`strpos(sku_key, ${matchingKey(q)}) > 0 or ${inName}`})
    and ${show === undefined ? sql`true` : SHOWN[show]}
    and ${bar === undefined ? sql`true` : isInRange(CHANGE_RANGES[bar]!)}`
}

function isInRange({ fromBp, toBp }: (typeof CHANGE_RANGES)[number]): RawBuilder<boolean> {
  const from = fromBp === null ? sql`true` : sql`change_bp >= ${fromBp}`
  const to = toBp === null ? sql`true` : sql`change_bp < ${toBp}`
  return sql`(change_bp is not null and ${from} and ${to})`
}

/**
 * The chosen lines of a change, as a relation like `linesOf`.
 * Throws Conflict where another number of lines matches the filter than was shown.
 */
async function chooseLines(
  context: WorkspaceContext,
  change: Row<'price_change'>,
  choice: LineChoice,
): Promise<RawBuilder<unknown>> {
  if ('productIds' in choice) {
    return sql`select * from (${linesOf(context, change)}) l
      where product_id = any(${uuidArray(choice.productIds)})`
  }
  const chosen = sql`select * from (${linesOf(context, change)}) l where ${matchesLine(choice.filter)}`
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${chosen}) l`.execute(context.db)
  requireExpected(rows[0]!.count, choice.expected, 'line')
  return chosen
}

/** Throws Conflict where the number that a person was shown is not the present one. */
export function requireExpected(count: number, expected: number, thing: string): void {
  if (count === expected) return
  throw new Conflict(
    `${counted(count, thing)} match now, not ${expected.toLocaleString('en')} as was shown. Look at them again.`,
  )
}

/**
 * Removes the chosen lines of a draft: their list prices stay as they are.
 * Throws NotFound, InvalidRequest where it is no draft any more, or Conflict where another number of lines matches.
 */
export async function removeLines(
  context: WorkspaceContext,
  input: { id: string; lines: LineChoice },
): Promise<DraftEdit> {
  return inTransaction(context, async (trx) => {
    const draft = await lockForEdit(trx, input.id)
    const chosen = await chooseLines(trx, draft, input.lines)
    return recordedEdit(trx, draft, sql`select product_id, null::bigint as to_price from (${chosen}) l`)
  })
}

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

/** A cell of the grid that somebody has set, or a pasted row. */
type Cell = ({ productId: string } | { sku: string }) & {
  /**
   * The new price in minor units; null removes the line. Left out: the list price, to add a line that is edited next.
   */
  to?: number | null | undefined
  /** What the editor saw there: a price, or null for no line. Left out, whatever is there is replaced. */
  from?: number | null | undefined
}

/** What a cell names now. Null: there is no such product, list price or line. */
type FoundCell = {
  productId: string | null
  sku: string | null
  listPrice: number | null
  newPrice: number | null
}

type TakenCell = { productId: string; sku: string; from: number | null; to: number | null }

export const CELL_REFUSALS = ['unknown', 'changed', 'twice', 'no_list_price', 'too_high'] as const

type RefusedCell = {
  /** Position in the call, from 0. */
  index: number
  sku: string | null
  reason: (typeof CELL_REFUSALS)[number]
  /** What is there now, in minor units; null for no line. */
  present: number | null
}

/**
 * Decides for each cell whether it is taken. Of two cells for one product, the first is taken, and an equal one too.
 */
function validateCells(
  cells: readonly Cell[],
  found: readonly FoundCell[],
): { taken: TakenCell[]; refused: RefusedCell[] } {
  const taken = new Map<string, TakenCell>()
  const refused: RefusedCell[] = []
  for (const [index, cell] of cells.entries()) {
    const { productId, sku, listPrice, newPrice: present } = found[index]!
    const refuse = (reason: RefusedCell['reason']) =>
      refused.push({ index, sku: sku ?? ('sku' in cell ? cell.sku : null), reason, present })
    if (productId === null) {
      refuse('unknown')
      continue
    }
    const to = cell.to === undefined ? (present ?? listPrice) : cell.to
    const earlier = taken.get(productId)
    if (cell.to === undefined && to === null) refuse('no_list_price')
    else if (to !== null && to > MAX_PRICE) refuse('too_high')
    else if (earlier && earlier.to !== to) refuse('twice')
    else if (cell.from !== undefined && cell.from !== present && to !== present) refuse('changed')
    else if (!earlier) taken.set(productId, { productId, sku: sku!, from: present, to })
  }
  return { taken: [...taken.values()], refused }
}

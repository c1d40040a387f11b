import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { WorkspaceContext } from '../context.ts'
import type { Row } from '../database/tables.ts'
import { matchesLine } from './choose-lines.ts'
import type { LineFilter } from './choose-lines.ts'
import { linesOf } from './price-change-basis.ts'

export const LINE_SORTS = ['sku', 'name', 'currentPrice', 'newPrice', 'change', 'size'] as const

/** `size` is the change without its sign: the largest change, up or down, is last. */
export type LineSort = (typeof LINE_SORTS)[number]

export type SortedFilter = LineFilter & { sort: LineSort; descending: boolean }

const SORT_KEY: Record<LineSort, RawBuilder<unknown>> = {
  sku: sql`sku_key`,
  name: sql`name`,
  currentPrice: sql`before`,
  newPrice: sql`after`,
  change: sql`change_bp`,
  size: sql`abs(change_bp)`,
}

/** A UUID without its dashes. */
const ID_CHARACTERS = 32
/** Characters of cached orders, of all workspaces together. An order of 100,000 lines has 3.2 million. */
const MAX_CACHED = 48_000_000

const cache = new LRUCache<string, { ids: string }>({
  maxSize: MAX_CACHED,
  sizeCalculation: ({ ids }, key) => ids.length + key.length,
})

/** The products of the lines that match, in their order. */
export type LineOrder = { total: number; page: (offset: number, limit: number) => string[] }

/**
 * The order of the lines that match, without a comparable price last. A grid scrolls through it window by window, so it is
 * cached until the lines or any product change: sorting 100,000 lines takes longer than reading a window of them.
 */
export async function lineOrder(
  context: WorkspaceContext,
  change: Row<'price_change'>,
  { q, show, sort, descending }: SortedFilter,
): Promise<LineOrder> {
  const key = JSON.stringify([change.id, await stateOf(context, change), q, show, sort, descending])
  const order = cache.get(key) ?? { ids: await readOrder(context, change, { q, show, sort, descending }) }
  cache.set(key, order)
  const idAt = (position: number) => order.ids.slice(position * ID_CHARACTERS, (position + 1) * ID_CHARACTERS)
  const total = order.ids.length / ID_CHARACTERS
  return {
    total,
    page: (offset, limit) =>
      Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, i) => idAt(offset + i)),
  }
}

async function readOrder(
  context: WorkspaceContext,
  change: Row<'price_change'>,
  { sort, descending, ...filter }: SortedFilter,
): Promise<string> {
  const order = sql`${SORT_KEY[sort]} ${sql.raw(descending ? 'desc' : 'asc')} nulls last, sku_key`
  const { rows } = await sql<{ ids: string }>`
    select coalesce(string_agg(replace(product_id::text, '-', ''), '' order by ${order}), '') as ids
    from (${linesOf(context, change)}) l where ${matchesLine(filter)}`.execute(context.db)
  return rows[0]!.ids
}

/** Changes whenever the lines do, a product of the workspace, or its price. */
async function stateOf({ db, workspaceId }: WorkspaceContext, change: Row<'price_change'>): Promise<string> {
  // Every edit of a draft writes its row, and lines go with deleted products.
  const { rows } = await sql<{ state: string }>`
    select concat_ws(' ', c.xmin, v.products_changed_at, (select count(*) from price_change_line line
      where line.workspace_id = ${workspaceId} and line.price_change_id = ${change.id})) as state
    from price_change c left join workspace_revision v on v.workspace_id = ${workspaceId}
    where c.workspace_id = ${workspaceId} and c.id = ${change.id}`.execute(db)
  return rows[0]!.state
}

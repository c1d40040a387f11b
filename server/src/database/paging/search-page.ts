import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Cursor, WorkspaceContext } from '../../context.ts'
import { SPACING } from './keyset-cursors.ts'
import type { Start } from './keyset-cursors.ts'
import { rowsToRead } from './list-page.ts'
import type { List, Page, Window } from './list.ts'
import { loadPage, readPage } from './load-page.ts'
import { attemptQuery, escalate, COLLECT_LIMIT } from './search-attempt.ts'
import type { Outcome, Strategy } from './search-attempt.ts'
import { orderedPage } from './search-order.ts'
import type { Search } from './search-tier.ts'

/**
 * The last strategies that sufficed, per query and filter. The next search starts with them. Within a rare brand, a
 * word may need a stronger strategy than without a filter.
 */
const lastStrategies = new LRUCache<string, Strategy[]>({ max: 5_000 })

const collect = (): Strategy => 'collect'

/** A page of the search results of a list. It takes one statement, or a few if a tier has very many matches. */
export async function searchPage<Column extends string, Facts>(
  context: WorkspaceContext,
  list: List<Column, Facts>,
  search: Search<Column>,
  window: Window,
): Promise<Page<Column, Facts>> {
  // Hashed, because a filter from the caller may be long.
  const name = hash('sha256', `${context.workspaceId} ${list.name}`, 'base64url')
  const isShallow = window.offset + window.limit <= COLLECT_LIMIT
  if (isShallow && !lastStrategies.has(name)) {
    const { rows, facts, scalar } = await collectPage(context, list, search, window)
    if (!scalar.insufficient.includes(true)) return { rows: rows.slice(0, window.limit), facts }
    lastStrategies.set(name, escalate(search.tiers.map(collect), scalar.insufficient))
  }
  return escalatingPage(context, list, search, { ...window, name, isShallow })
}

/** Uses `collect` for each tier. Such pages are cheap for any query, so they share a statement. */
function collectPage<Column extends string, Facts>(
  context: WorkspaceContext,
  list: List<Column, Facts>,
  search: Search<Column>,
  { limit, offset }: Window,
) {
  const { tiers, terms } = search
  const rows = rowsToRead(limit)
  const query = () => {
    const attempt = { workspaceId: context.workspaceId, search, strategies: tiers.map(collect), cursor: null, rows }
    return { columns: `skipped bigint, ${terms.columns}`, ...attemptQuery(attempt) }
  }
  const values = { ...terms.values, skipped: offset }
  return loadPage<Column, Facts, Outcome>(context, list, {
    batchKey: `search ${search.shape} ${rows}`,
    query,
    values,
    cost: search.cost,
  })
}

/** Escalates strategies until they suffice. Stores keyset cursors, so the next page starts at the end of this one. */
async function escalatingPage<Column extends string, Facts>(
  context: WorkspaceContext,
  list: List<Column, Facts>,
  search: Search<Column>,
  { limit, offset, name, isShallow }: Window & { name: string; isShallow: boolean },
): Promise<Page<Column, Facts>> {
  const { cursors, workspaceId } = context
  const { terms, passes } = search
  const { cursor, skipped } = startOf(context, list, offset)
  const tiers = search.tiers.filter(({ steps: [, last] }) => last >= (cursor?.step ?? 0))
  // Far pages may need a stronger strategy than near ones.
  const depthKey = [Math.ceil(Math.log2(offset + limit)), cursor?.step, name].join(' ')
  const start = lastStrategies.get(depthKey) ?? firstStrategies(search, { name, cursor, isShallow })
  for (let strategies = start; !strategies.includes('order');) {
    const { table } = search
    const attempt = { workspaceId, search: { table, tiers, passes }, strategies, cursor, rows: rowsToRead(limit) }
    const columns = `cursor_key text, cursor_id uuid, skipped bigint, ${terms.columns}`
    const values = { ...terms.values, cursor_key: cursor?.key, cursor_id: cursor?.id, skipped }
    const query = { columns, ...attemptQuery(attempt) }
    const { rows: read, facts, scalar } = await readPage<Column, Facts, Outcome>(context, list, { query, values })
    if (!scalar.insufficient.includes(true)) {
      if (strategies !== start) lastStrategies.set(depthKey, strategies)
      const rows = read.slice(0, limit)
      cursors?.keepPage(list.name, offset, rows.length, (i) => search.cursorOf(rows[i]!, scalar.steps![i]!))
      return { rows, facts }
    }
    strategies = escalate(strategies, scalar.insufficient)
    if (strategies.includes('order')) lastStrategies.set(depthKey, strategies)
  }
  return orderedPage(context, list, search, { limit, offset })
}

/**
 * Behind a cursor, or near the start, begins with cheap strategies. A far page without a cursor needs the whole order.
 */
function firstStrategies(
  { tiers }: Search<any>,
  { name, cursor, isShallow }: { name: string; cursor: Cursor | null; isShallow: boolean },
): Strategy[] {
  const isNear = cursor !== null || isShallow
  const strategies = (isNear && lastStrategies.get(name)) || tiers.map(isNear ? collect : (): Strategy => 'order')
  return strategies.filter((_, i) => tiers[i]!.steps[1] >= (cursor?.step ?? 0))
}

/** The start at a near cursor; else at the start of the list, because counting is expensive in a search. */
function startOf({ cursors }: WorkspaceContext, list: List<any, any>, offset: number): Start {
  const known = cursors?.before(list.name, offset)
  const isNear = known?.cursor && offset - known.rows < SPACING
  return isNear ? { cursor: known.cursor, skipped: offset - known.rows } : { cursor: null, skipped: offset }
}

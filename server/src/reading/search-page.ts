import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Cursor, WorkspaceContext } from '../context.ts'
import { SPACING } from './keyset-cursors.ts'
import type { Start } from './keyset-cursors.ts'
import { rowsToRead } from './list-page.ts'
import type { List, Page, Window } from './list.ts'
import { loadPage, readPage } from './load-page.ts'
import { attemptQuery, escalate, FEW } from './search-attempt.ts'
import type { Outcome, Strategy } from './search-attempt.ts'
import type { Search } from './search-tier.ts'

/**
 * The last strategies that sufficed, per search with its filter: where to start the next time. Among the rows of a rare
 * brand, a word may want a stronger one than among all.
 */
const lastStrategies = new LRUCache<string, Strategy[]>({ max: 5_000 })

const collect = (): Strategy => 'collect'

/** A page of those rows of a list that a search finds: in one statement, or in a few where a tier has very many. */
export async function searchPage<Column extends string, Facts>(
  context: WorkspaceContext,
  list: List<Column, Facts>,
  search: Search<Column>,
  window: Window,
): Promise<Page<Column, Facts>> {
  // Hashed, since a filter may be as long as a caller likes.
  const name = hash('sha256', `${context.workspaceId} ${list.name}`, 'base64url')
  const isShallow = window.offset + window.limit <= FEW
  if (isShallow && !lastStrategies.has(name)) {
    const { rows, facts, told } = await pageOfFew(context, list, search, window)
    if (!told.insufficient.includes(true)) return { rows: rows.slice(0, window.limit), facts }
    lastStrategies.set(name, escalate(search.tiers.map(collect), told.insufficient))
  }
  return pageOfMany(context, list, search, { ...window, name, isShallow })
}

/** Asks each index for a few rows at most. Such pages cost little, whatever is sought: they share a statement. */
function pageOfFew<Column extends string, Facts>(
  context: WorkspaceContext,
  list: List<Column, Facts>,
  { table, tiers, terms }: Search<Column>,
  { limit, offset }: Window,
) {
  const rows = rowsToRead(limit)
  const query = () => {
    const { workspaceId } = context
    const attempt = {
      workspaceId,
      table,
      select: list.select,
      tiers,
      strategies: tiers.map(collect),
      cursor: null,
      rows,
    }
    return { columns: `skipped bigint, ${terms.columns}`, ...attemptQuery(attempt) }
  }
  const values = { ...terms.values, skipped: offset }
  return loadPage<Column, Facts, Outcome>(context, list, { batchKey: `search ${rows}`, query, values })
}

/** Where pages end is remembered, as of any long list, and the next page goes on from there. */
async function pageOfMany<Column extends string, Facts>(
  context: WorkspaceContext,
  list: List<Column, Facts>,
  search: Search<Column>,
  { limit, offset, name, isShallow }: Window & { name: string; isShallow: boolean },
): Promise<Page<Column, Facts>> {
  const { cursors, workspaceId } = context
  const { table, terms } = search
  const { cursor, skipped } = startOf(context, list, offset)
  const tiers = search.tiers.filter(({ steps: [, last] }) => last >= (cursor?.step ?? 0))
  // Far pages may want a stronger strategy than the first ones.
  const soFar = [Math.ceil(Math.log2(offset + limit)), cursor?.step, name].join(' ')
  const start = lastStrategies.get(soFar) ?? firstStrategies(search, { name, cursor, isShallow })
  for (let strategies = start; ;) {
    const attempt = { workspaceId, table, select: list.select, tiers, strategies, cursor, rows: rowsToRead(limit) }
    const columns = `cursor_key text, cursor_id uuid, skipped bigint, ${terms.columns}`
    const values = { ...terms.values, cursor_key: cursor?.key, cursor_id: cursor?.id, skipped }
    const query = { columns, ...attemptQuery(attempt) }
    const { rows: read, facts, told } = await readPage<Column, Facts, Outcome>(context, list, { query, values })
    if (!told.insufficient.includes(true)) {
      if (strategies !== start) lastStrategies.set(soFar, strategies)
      const rows = read.slice(0, limit)
      cursors?.keepPage(list.name, offset, rows.length, (i) => search.cursorOf(rows[i]!, told.steps![i]!))
      return { rows, facts }
    }
    strategies = escalate(strategies, told.insufficient)
  }
}

/** Behind a cursor a page is soon full where there are many; from the beginning, a far page is not. */
function firstStrategies(
  { tiers }: Search<any>,
  { name, cursor, isShallow }: { name: string; cursor: Cursor | null; isShallow: boolean },
): Strategy[] {
  const isNear = cursor !== null || isShallow
  const strategies = (isNear && lastStrategies.get(name)) || tiers.map(isNear ? collect : (): Strategy => 'sort')
  return strategies.filter((_, i) => tiers[i]!.steps[1] >= (cursor?.step ?? 0))
}

/** Behind a cursor that is near; else from the beginning, since many rows are looked at for each hit. */
function startOf({ cursors }: WorkspaceContext, list: List<any, any>, offset: number): Start {
  const known = cursors?.before(list.name, offset)
  const isNear = known?.cursor && offset - known.rows < SPACING
  return isNear ? { cursor: known.cursor, skipped: offset - known.rows } : { cursor: null, skipped: offset }
}

import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { WorkspaceContext } from '../../context.ts'
import { SPACING } from './keyset-cursors.ts'
import type { Start } from './keyset-cursors.ts'
import { rowsToRead } from './list-page.ts'
import type { List, Page, Window } from './list.ts'
import { readPage } from './read-page.ts'
import { attemptQuery, escalate, COLLECT_LIMIT } from './search-attempt.ts'
import type { Outcome, Strategy } from './search-attempt.ts'
import { orderedPage } from './search-order.ts'
import type { Search } from './search-tier.ts'

/**
 * The last strategies that sufficed, where `collect` did not: per query, filter and depth. The next search starts with
 * them. Within a rare brand, a word may need a stronger strategy than without a filter, and so may a far page.
 */
const lastStrategies = new LRUCache<string, Strategy[]>({ max: 5_000 })

/**
 * A page of the search results of a list. It takes one statement, or a few if a tier has very many matches: strategies
 * escalate until they suffice. Pages of such a search leave keyset cursors, so the next page starts at the end of this.
 */
export async function searchPage<Column extends string, Facts>(
  context: WorkspaceContext,
  list: List<Column, Facts>,
  search: Search<Column>,
  { limit, offset }: Window,
): Promise<Page<Column, Facts>> {
  const { cursors, workspaceId } = context
  const { table, passes } = search
  const { cursor, skipped } = startOf(context, list, offset)
  const tiers = search.tiers.filter(({ steps: [, last] }) => last >= (cursor?.step ?? 0))
  const depth = Math.ceil(Math.log2(offset + limit))
  // Hashed, because a filter from the caller may be long.
  const name = hash('sha256', `${workspaceId} ${depth} ${cursor?.step} ${list.name}`, 'base64url')
  // A far page without a cursor needs the whole order.
  const first = cursor !== null || offset + limit <= COLLECT_LIMIT ? 'collect' : 'order'
  const start = lastStrategies.get(name) ?? tiers.map((): Strategy => first)
  for (let strategies = start; !strategies.includes('order');) {
    const attempt = { workspaceId, search: { table, tiers, passes }, strategies, cursor, skipped }
    const query = attemptQuery({ ...attempt, rows: rowsToRead(limit) })
    const { rows: read, facts, scalar } = await readPage<Column, Facts, Outcome>(context, list, query)
    if (!scalar.insufficient.includes(true)) {
      if (strategies !== start) lastStrategies.set(name, strategies)
      const rows = read.slice(0, limit)
      if (cursor || strategies.includes('walk')) {
        cursors?.keepPage(list.name, offset, rows.length, (i) => search.cursorOf(rows[i]!, scalar.steps![i]!))
      }
      return { rows, facts }
    }
    strategies = escalate(strategies, scalar.insufficient)
    if (strategies.includes('order')) lastStrategies.set(name, strategies)
  }
  return orderedPage(context, list, search, { limit, offset })
}

/** The start at a near cursor; else at the start of the list, because counting is expensive in a search. */
function startOf({ cursors }: WorkspaceContext, list: List<any, any>, offset: number): Start {
  const known = cursors?.before(list.name, offset)
  const isNear = known?.cursor && offset - known.rows < SPACING
  return isNear ? { cursor: known.cursor, skipped: offset - known.rows } : { cursor: null, skipped: offset }
}

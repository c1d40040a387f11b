import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { WorkspaceContext } from '../../context.ts'
import { IdOrder, orderCache } from './id-order.ts'
import { rowsToRead } from './list-page.ts'
import { pageOfIds, readPage } from './list.ts'
import type { List, Page, Window } from './list.ts'
import { attemptQuery, COLLECT_LIMIT } from './search-attempt.ts'
import type { Search, Strategy } from './search-attempt.ts'

/**
 * The last strategies that sufficed, where `collect` did not: per query, filter and depth. The next search starts with
 * them. Within a rare brand, a word may need a stronger strategy than without a filter, and so may a far page.
 */
const lastStrategies = new LRUCache<string, Strategy[]>({ max: 5_000 })

const orders = orderCache()

/**
 * A page of the search results of a list. It takes one statement, or a few if a tier has very many matches: each tier
 * whose strategy was insufficient gets a stronger one. A far page needs the order of all matches, which is cached.
 */
export async function searchPage<Column extends string, Facts>(
  context: WorkspaceContext,
  list: List<Column, Facts>,
  search: Search,
  { limit, offset }: Window,
): Promise<Page<Column, Facts>> {
  const { workspaceId } = context
  const depth = Math.ceil(Math.log2(offset + limit))
  // Hashed, because a filter from the caller may be long.
  const name = hash('sha256', `${workspaceId} ${depth} ${list.name}`, 'base64url')
  const first = offset + limit <= COLLECT_LIMIT ? 'collect' : 'order'
  let strategies = lastStrategies.get(name) ?? search.tiers.map((): Strategy => first)
  while (!strategies.includes('order')) {
    const query = attemptQuery({ workspaceId, search, strategies, skipped: offset, rows: rowsToRead(limit) })
    const { rows, facts, scalar: insufficient } = await readPage<Column, Facts, boolean[]>(context, list, query)
    if (!insufficient.includes(true)) return { rows: rows.slice(0, limit), facts }
    strategies = strategies.map((strategy, i) =>
      insufficient[i] ? (strategy === 'collect' ? 'walk' : 'order') : strategy,
    )
    lastStrategies.set(name, strategies)
  }
  const order = await orders.read(context, list.name, () => searchOrder(context, list, search))
  return pageOfIds(context, list, order.page(offset, limit))
}

/** The order of all matches. */
async function searchOrder(
  { db, workspaceId }: WorkspaceContext,
  list: List<any, any>,
  { table, tiers, passes }: Search,
): Promise<IdOrder> {
  const matches = tiers.map(({ byWords, index, matches, step, by }) => {
    const ours = sql`p.workspace_id = ${workspaceId}`
    // As `attemptQuery` has it.
    const conditions = [byWords ? sql`(${ours}) is true` : ours, index, matches ?? sql`true`, passes ?? sql`true`]
    return sql`
      select ${step} as step, p.${sql.ref(by)} as key, p.id from ${sql.table(table)} p
      where ${sql.join(conditions, sql` and `)}`
  })
  const ctes = list.ctes.length > 0 ? sql`with ${sql.join(list.ctes)}` : sql``
  const { rows } = await sql<{ ids: string | null }>`
    ${ctes} select string_agg(replace(id::text, '-', ''), '' order by step, key, id) as ids
    from (${sql.join(matches, sql` union all `)}) found`.execute(db)
  return new IdOrder(rows[0]!.ids ?? '')
}

import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { WorkspaceContext } from '../../context.ts'
import { IdOrder, orderCache } from './at-one-state.ts'
import { rowsToRead } from './list-page.ts'
import { pageOfIds, readPage } from './list.ts'
import type { List, Page, Window, PageQuery } from './list.ts'

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

/** A search: tiers of rows, in order of relevance. */
export type Search = {
  /** The table of the rows. It must have a column `id`. */
  table: string
  tiers: Tier[]
  /** SQL: true for a row, `p`, that the filter of the list lets pass. Null if all pass. */
  passes: RawBuilder<boolean> | null
}

/** A search tier: the rows, `p`, that one index finds. */
export type Tier = {
  /** True if the index of words finds them. */
  byWords: boolean
  /** What the index is asked. It finds all rows of the tier, maybe among others. */
  index: RawBuilder<boolean>
  /** What the rows of the tier fulfil besides. Null if the index finds no others. */
  matches: RawBuilder<boolean> | null
  /** SQL: the relevance step of a row, from 0. */
  step: RawBuilder<number>
  /** The sort column of the rows in a step. The id comes second. */
  by: string
  /** True if the index that finds the rows also has their order, so a page reads only its own rows. */
  ordered: boolean
  /** Index-only prefilter, evaluated in the index of the order. No false negatives, few false positives. */
  prefilter?: RawBuilder<boolean>
}

/** The strategy `collect` reads and sorts at most this many matches of a tier. */
const COLLECT_LIMIT = 1_000
/** The same where a filter, or words that the index was not asked for, may leave few of them. */
const CHECKED_LIMIT = 2_000
/** The strategy `walk` reads at most this many rows in the order of a tier. With many matches, a page is full soon. */
const WALK_LIMIT = 3_000
/** Entries of the index of the order, if it has a prefilter; the limit above holds for those that it leaves. */
const PREFILTERED_WALK_LIMIT = 20_000
/**
 * A tier whose index has its order reads the rows of the page, and so many more where a filter may leave few of them.
 */
const PAST_PAGE = { collect: 500, walk: WALK_LIMIT }

/**
 * How to sort the matches of a tier. `collect` reads all of them, up to a limit, and sorts them. `walk` scans the index
 * of the order until the page is full, up to a limit. `order` is no attempt: all matches are put in order
 * (`search-page.ts`). Estimates cannot choose: Postgres has the same estimate for every prefix of a word. So a
 * strategy reports if it was insufficient.
 */
type Strategy = 'collect' | 'walk' | 'order'

type Attempt = {
  workspaceId: string
  search: Search
  /** Of each tier; `order` is none. */
  strategies: Strategy[]
  /** The rows before the page, and those to read from there. */
  skipped: number
  rows: number
}

/**
 * Finds the ids of a page across tiers, then reads the whole rows. The scalar is a list: for each tier, true if its
 * strategy was insufficient; then the page may be wrong. Each tier reads a bounded number of rows, before the filter and
 * all conditions that no index tells: so no statement takes long.
 */
function attemptQuery(attempt: Attempt): PageQuery {
  const { workspaceId, search, strategies, skipped } = attempt
  const rows = sql.lit(attempt.rows)
  const last = sql<number>`(${skipped}::integer + ${rows})`
  // A walk fills the page or is insufficient. In both cases later tiers are not needed.
  const walked = search.tiers.findIndex(({ ordered }, i) => !ordered && strategies[i] === 'walk')
  const isNeeded = (i: number) => walked < 0 || i <= walked
  const reads = search.tiers.map((tier, i) => {
    // The index of words is used only if codes and names do not fill the page.
    const hasRoom = isNeeded(i) ? sql<boolean>`${countUpTo(i)} < ${last}` : sql<boolean>`false`
    return readTier(attempt, i, { wanted: tier.byWords ? hasRoom : sql`true`, last })
  })
  const insufficient = reads.map((read, i) => (isNeeded(i) ? read.insufficient : sql`false`))
  const union = search.tiers.map((_, i) => sql`select step, key, id from ${nameOf(i)} where is_one`)
  return {
    ctes: [
      ...reads.flatMap(({ ctes }) => ctes),
      sql`found as materialized (
        select id from (${sql.join(union, sql` union all `)}) matched
        order by step, key, id limit ${rows} offset ${skipped})`,
    ],
    rows: sql`
      select p.* from found cross join lateral (
        select * from ${sql.table(search.table)}
        where workspace_id = ${workspaceId} and id = found.id limit 1) p`,
    scalar: sql`json_build_array(${sql.join(insufficient)})`,
  }
}

/** How a tier is read, as SQL. */
type Read = {
  /**
   * The last is the tier: a bounded number of rows that may match, with their sort columns and whether they do. All
   * matches on the page are among them.
   */
  ctes: RawBuilder<unknown>[]
  /** True if rows that were not seen may belong on the page. */
  insufficient: RawBuilder<boolean>
}

function readTier(
  { workspaceId, search: { table, passes, tiers }, strategies }: Attempt,
  i: number,
  { wanted, last }: { wanted: RawBuilder<boolean>; last: RawBuilder<number> },
): Read {
  const { byWords, index, matches, step, by, ordered, prefilter } = tiers[i]!
  const isWalk = strategies[i] === 'walk'
  const [key, product, ours] = [sql.ref(by), sql.table(table), sql`p.workspace_id = ${workspaceId}`]
  const inOrder = sql`order by p.${key}, p.id`
  const checked = [...(matches ? [matches] : []), ...(passes ? [passes] : [])]
  const seen = (from: RawBuilder<unknown>, conditions: RawBuilder<boolean>[]) => sql`
    select ${step} as step, p.${key} as key, p.id, ${sql.join([sql`true`, ...conditions], sql` and `)} as is_one from ${from}`
  // No more is read than the page needs.
  const first = (rows: RawBuilder<unknown>) => cte(nameOf(i), sql`select * from ${rows} p where is_one limit ${last}`)
  const isFull = sql`${countUpTo(i + 1)} >= ${last}`
  if (ordered) {
    // Without a condition all rows match that the index finds.
    const limit = checked.length > 0 ? sql`(${last} + ${sql.lit(isWalk ? PAST_PAGE.walk : PAST_PAGE.collect)})` : last
    const from = sql`(select p.* from ${product} p where ${ours} and ${index} and ${wanted} ${inOrder} limit ${limit}) p`
    return {
      ctes: [cte(seenOf(i), seen(from, checked)), first(seenOf(i))],
      insufficient: sql`not ${isFull} and ${isCut(seenOf(i), limit)}`,
    }
  }
  if (isWalk) {
    const walk = (columns: RawBuilder<unknown>, limit: number) =>
      sql`(select ${columns} from ${product} p where ${ours} and ${wanted} ${inOrder} limit ${sql.lit(limit)}) p`
    const from = prefilter
      ? sql`
        (select p.* from ${walk(sql`p.${key}, p.id`, PREFILTERED_WALK_LIMIT)}
        where ${prefilter} limit ${sql.lit(WALK_LIMIT)}) candidate
        cross join lateral (select p.* from ${product} p where ${ours} and p.id = candidate.id offset 0) p`
      : walk(sql`p.*`, WALK_LIMIT)
    return { ctes: [first(sql`(${seen(from, [index, ...checked])})`)], insufficient: sql`not ${isFull}` }
  }
  const limit = sql.lit(1 + (passes ? CHECKED_LIMIT : COLLECT_LIMIT))
  // The words name their workspace, so their index is enough. No index matches `is true`: a prepared plan would also
  // read all products of a large workspace, as it expects an average one.
  const found = byWords ? sql`(${ours}) is true` : ours
  const from = sql`(select p.* from ${product} p where ${found} and ${index} and ${wanted} limit ${limit}) p`
  return { ctes: [cte(nameOf(i), seen(from, checked))], insufficient: isCut(nameOf(i), limit) }
}

function cte(name: RawBuilder<unknown>, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${name} as materialized (${rows})`
}

/** SQL: true if a CTE has as many rows as it may have. */
function isCut(name: RawBuilder<unknown>, limit: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(select count(*) from ${name}) >= ${limit}`
}

/** SQL: the number of matches in the first `count` tiers. */
function countUpTo(count: number): RawBuilder<number> {
  const counts = Array.from({ length: count }, (_, i) => ` + (select count(*) from tier_${i} where is_one)`)
  return sql.raw(`(0${counts.join('')})`)
}

function nameOf(i: number): RawBuilder<unknown> {
  return sql.raw(`tier_${i}`)
}

function seenOf(i: number): RawBuilder<unknown> {
  return sql.raw(`seen_${i}`)
}

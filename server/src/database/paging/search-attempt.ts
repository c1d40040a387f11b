import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Cursor } from '../../context.ts'
import type { PageQuery } from './read-page.ts'
import { isBehind } from './search-tier.ts'
import type { Search } from './search-tier.ts'

/** The strategy `collect` reads and sorts at most this many matches of a tier. */
export const COLLECT_LIMIT = 1_000
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
 * of the order until the page is full, up to a limit. `order` is no attempt: the whole search is put in order, in
 * slices (`search-order.ts`). Estimates cannot choose: Postgres has the same estimate for every prefix of a word. So a
 * strategy reports if it was insufficient.
 */
export type Strategy = 'collect' | 'walk' | 'order'

/** The strategies for the next attempt: a stronger one for each tier whose strategy was insufficient. */
export function escalate(strategies: Strategy[], insufficient: boolean[]): Strategy[] {
  return strategies.map((strategy, i) => (!insufficient[i] ? strategy : strategy === 'collect' ? 'walk' : 'order'))
}

export type Attempt = {
  workspaceId: string
  search: Pick<Search<any>, 'table' | 'tiers' | 'passes'>
  /** Of each tier; `order` is none. */
  strategies: Strategy[]
  /** The page starts `skipped` rows behind the cursor. Null means the start of the list. */
  cursor: Cursor | null
  skipped: number
  /** Rows to read from there. */
  rows: number
}

/** The result of an attempt, besides the rows. */
export type Outcome = {
  /** For each tier: true if its strategy was insufficient. Then the page may be wrong. */
  insufficient: boolean[]
  /** The step of each row; null if there are no rows. */
  steps: number[] | null
}

/**
 * Finds the ids of a page across tiers, then reads the whole rows, and reports the outcome. Each tier reads a bounded
 * number of rows, before the filter and all conditions that no index tells: so no statement takes long.
 */
export function attemptQuery(attempt: Attempt): PageQuery {
  const { workspaceId, search, strategies, cursor, skipped } = attempt
  const rows = sql.lit(attempt.rows)
  const last = sql<number>`(${skipped}::integer + ${rows})`
  // A walk fills the page or is insufficient. In both cases later tiers are not needed.
  const walked = search.tiers.findIndex(({ ordered }, i) => !ordered && strategies[i] === 'walk')
  const isNeeded = (i: number) => walked < 0 || i <= walked
  const reads = search.tiers.map((tier, i) => {
    const behind = isBehind(tier, cursor)
    // The index of words is used only if codes and names do not fill the page.
    const hasRoom = isNeeded(i) ? sql`${countUpTo(i)} < ${last}` : sql`false`
    const wanted = tier.byWords ? sql<boolean>`${behind} and ${hasRoom}` : behind
    return readTier(attempt, i, { wanted, last })
  })
  const insufficient = reads.map((read, i) => (isNeeded(i) ? read.insufficient : sql`false`))
  const union = search.tiers.map((_, i) => sql`select step, key, id from ${nameOf(i)} where is_one`)
  return {
    ctes: [
      ...reads.flatMap(({ ctes }) => ctes),
      sql`found as materialized (
        select step, id from (${sql.join(union, sql` union all `)}) matched
        order by step, key, id limit ${rows} offset ${skipped})`,
    ],
    rows: sql`
      select p.* from found cross join lateral (
        select * from ${sql.table(search.table)}
        where workspace_id = ${workspaceId} and id = found.id limit 1) p`,
    scalar: sql`json_build_object(
      'insufficient', json_build_array(${sql.join(insufficient)}), 'steps', (select json_agg(step) from found))`,
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
  if (isWalk && prefilter) {
    const inIndex = sql`
      select p.${key}, p.id from ${product} p where ${ours} and ${wanted} ${inOrder} limit ${sql.lit(PREFILTERED_WALK_LIMIT)}`
    const from = sql`
      (select p.* from (${inIndex}) p where ${prefilter} limit ${sql.lit(WALK_LIMIT)}) candidate
      cross join lateral (select p.* from ${product} p where ${ours} and p.id = candidate.id offset 0) p`
    return { ctes: [first(sql`(${seen(from, [index, ...checked])})`)], insufficient: sql`not ${isFull}` }
  }
  if (isWalk) {
    const from = sql`(select p.* from ${product} p where ${ours} and ${wanted} ${inOrder} limit ${sql.lit(WALK_LIMIT)}) p`
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
  const counts = Array.from({ length: count }, (_, i) => sql`(select count(*) from ${nameOf(i)} where is_one)`)
  return sql`(${sql.join([sql`0`, ...counts], sql` + `)})`
}

function nameOf(i: number): RawBuilder<unknown> {
  return sql.raw(`tier_${i}`)
}

function seenOf(i: number): RawBuilder<unknown> {
  return sql.raw(`seen_${i}`)
}

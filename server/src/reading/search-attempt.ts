import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Cursor } from '../context.ts'
import { indexHint } from '../database/index-hint.ts'
import type { Select } from './list.ts'
import type { PageQuery } from './load-page.ts'
import { isBehind } from './search-tier.ts'
import type { Tier } from './search-tier.ts'

/** The strategy `collect` reads and sorts at most this many matches of a tier. */
export const COLLECT_LIMIT = 1_000
/** The strategy `walk` reads at most this many rows in the order of a tier. With many matches, a page is full soon. */
const WALK_LIMIT = 3_000
/** The same limit if the index of the order has a prefilter. */
const PREFILTERED_WALK_LIMIT = 60_000

/**
 * How to sort the matches of a tier. `collect` reads all of them, up to a limit, and sorts them. `walk` scans the index of
 * the order until the page is full, up to a limit. `sort` reads and sorts all of them. Estimates cannot choose: Postgres
 * has the same estimate for every prefix of a word. So a strategy reports if it was insufficient.
 */
export type Strategy = 'collect' | 'walk' | 'sort'

/** The strategies for the next attempt: a stronger one for each tier whose strategy was insufficient. */
export function escalate(strategies: Strategy[], insufficient: boolean[]): Strategy[] {
  return strategies.map((strategy, i) => (!insufficient[i] ? strategy : strategy === 'collect' ? 'walk' : 'sort'))
}

export type Attempt = {
  workspaceId: string
  table: string
  select: Select
  tiers: Tier[]
  strategies: Strategy[]
  /** The page starts `asked.skipped` rows behind the cursor. Null means the start of the list. */
  cursor: Cursor | null
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

/** Finds the ids of a page across tiers, then reads the whole rows, and reports the outcome. */
export function attemptQuery(attempt: Attempt): Pick<PageQuery, 'ctes' | 'rows' | 'scalar'> {
  const { workspaceId, tiers, strategies, cursor } = attempt
  const rows = sql.lit(attempt.rows)
  const last = sql<number>`(asked.skipped + ${rows})`
  // A walk fills the page or is insufficient. In both cases later tiers are not needed.
  const walked = strategies.indexOf('walk')
  const isNeeded = (i: number) => walked < 0 || i <= walked
  const matches = tiers.map((tier, i) => {
    const behind = isBehind(tier, cursor)
    // The index of words is used only if codes and names do not fill the page.
    const hasRoom = isNeeded(i) ? sql`${countUpTo(i)} < ${last}` : sql`false`
    const wanted = tier.byWords ? sql<boolean>`${behind} and ${hasRoom}` : behind
    return sql`${nameOf(i)} as materialized (${matchesOf(attempt, tier, strategies[i]!, { wanted, last })})`
  })
  const union = tiers.map((_, i) => sql`select * from ${nameOf(i)}`)
  const insufficient = tiers.map((tier, i) => {
    if (tier.ordered || strategies[i] === 'sort' || !isNeeded(i)) return sql`false`
    return strategies[i] === 'collect'
      ? sql`${countOf(i)} > ${sql.lit(COLLECT_LIMIT)}`
      : sql`${countUpTo(i + 1)} < ${last}`
  })
  return {
    ctes: [
      ...matches,
      sql`found as materialized (
        select step, id from (${sql.join(union, sql` union all `)}) matched
        order by step, key, id limit ${rows} offset asked.skipped)`,
    ],
    rows: sql`
      select p.* from found cross join lateral (
        select * from ${sql.table(attempt.table)}
        where workspace_id = ${workspaceId} and ${indexHint({ id: sql`found.id` })} limit 1) p`,
    scalar: sql`json_build_object(
      'insufficient', json_build_array(${sql.join(insufficient)}), 'steps', (select json_agg(step) from found))`,
  }
}

/** The matches of a tier with their sort columns, up to the end of the page. */
function matchesOf(
  { workspaceId, table, select }: Attempt,
  { byWords, matches, step, by, ordered, along, prefilter }: Tier,
  strategy: Strategy,
  { wanted, last }: { wanted: RawBuilder<boolean>; last: RawBuilder<number> },
): RawBuilder<unknown> {
  const key = sql.ref(by)
  const all = sql`p.*`
  const inOrder = sql`order by p.${key}, p.id`
  const matching = select(all, sql<boolean>`${matches} and ${wanted}`, { byWords })
  const found = sql`select ${step} as step, p.${key} as key, p.id`
  if (ordered) return sql`${found} from (${matching}) p ${inOrder} limit ${last}`
  if (strategy === 'collect') {
    const inIndex = along ? sql`order by p.${sql.ref(along)}` : sql``
    return sql`${found} from (${matching} ${inIndex}) p limit ${sql.lit(COLLECT_LIMIT + 1)}`
  }
  if (strategy === 'walk' && prefilter) {
    const inIndex = sql`
      select p.${key}, p.id from ${sql.table(table)} p where p.workspace_id = ${workspaceId} and ${wanted}
      ${inOrder} limit ${sql.lit(PREFILTERED_WALK_LIMIT)}`
    return sql`
      ${found} from (select p.* from (${inIndex}) p where ${prefilter}) candidate
      cross join lateral (${select(all, sql`p.id = candidate.id and ${matches}`)} offset 0) p
      order by candidate.${key}, candidate.id limit ${last}`
  }
  if (strategy === 'walk') {
    const walked = sql`${select(all, wanted)} ${inOrder} limit ${sql.lit(WALK_LIMIT)}`
    return sql`${found} from (${walked}) p where ${matches} limit ${last}`
  }
  // `offset 0` hides the order from the planner. Else it would scan a whole index in that order.
  return sql`${found} from (${matching} offset 0) p ${inOrder} limit ${last}`
}

/** SQL: the number of matches in the first `count` tiers. */
function countUpTo(count: number): RawBuilder<number> {
  const counts = Array.from({ length: count }, (_, i) => countOf(i))
  return sql`(${sql.join([sql`0`, ...counts], sql` + `)})`
}

function countOf(i: number): RawBuilder<number> {
  return sql`(select count(*) from ${nameOf(i)})`
}

function nameOf(i: number): RawBuilder<unknown> {
  return sql.raw(`tier_${i}`)
}

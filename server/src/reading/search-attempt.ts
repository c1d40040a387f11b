import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Cursor } from '../context.ts'
import { indexHint } from '../database/index-hint.ts'
import type { Select } from './list.ts'
import type { PageQuery } from './load-page.ts'
import { isBehind } from './search-tier.ts'
import type { Tier } from './search-tier.ts'

/** So many matches of a tier are collected and sorted, whatever they are. */
export const FEW = 1_000
/** So many rows are looked at in the order of a tier, when more than a few match: then a page is full soon. */
const WALK = 3_000
/** So many, where the index of that order has a prefilter. */
const HINTED_WALK = 60_000

/**
 * How the matches of a tier are brought into order. `collect`: all of them, if they are few. `walk`: along the index
 * of the order, for a while, until the page is full. `sort`: all of them, however many. No estimate chooses, since
 * Postgres has the same one for every prefix of a word: a strategy that does not suffice says so.
 */
export type Strategy = 'collect' | 'walk' | 'sort'

/** The strategies to try next: a stronger one for each tier whose strategy did not suffice. */
export function escalate(strategies: Strategy[], insufficient: boolean[]): Strategy[] {
  return strategies.map((strategy, i) => (!insufficient[i] ? strategy : strategy === 'collect' ? 'walk' : 'sort'))
}

export type Attempt = {
  workspaceId: string
  table: string
  select: Select
  tiers: Tier[]
  strategies: Strategy[]
  /** The page begins `asked.skipped` rows behind it, or behind the beginning where it is null. */
  cursor: Cursor | null
  /** To read from there on. */
  rows: number
}

/** What an attempt tells of itself. */
export type Outcome = {
  /** For each tier, whether its strategy did not suffice. Then the page may be wrong. */
  insufficient: boolean[]
  /** For each row, the step that shows it; null where there is none. */
  steps: number[] | null
}

/** Finds the rows of a page across tiers, then reads them whole, and tells how that went. */
export function attemptQuery(attempt: Attempt): Pick<PageQuery, 'ctes' | 'rows' | 'told'> {
  const { workspaceId, tiers, strategies, cursor } = attempt
  const rows = sql.lit(attempt.rows)
  const last = sql<number>`(asked.skipped + ${rows})`
  // A walk fills the page, or was too short: what comes behind it is not looked for either way.
  const walked = strategies.indexOf('walk')
  const isSought = (i: number) => walked < 0 || i <= walked
  const matches = tiers.map((tier, i) => {
    const behind = isBehind(tier, cursor)
    // Words are looked up only where codes and names leave room on the page.
    const hasRoom = isSought(i) ? sql`${countUpTo(i)} < ${last}` : sql`false`
    const wanted = tier.byWords ? sql<boolean>`${behind} and ${hasRoom}` : behind
    return sql`${nameOf(i)} as materialized (${matchesOf(attempt, tier, strategies[i]!, { wanted, last })})`
  })
  const union = tiers.map((_, i) => sql`select * from ${nameOf(i)}`)
  const insufficient = tiers.map((tier, i) => {
    if (tier.ordered || strategies[i] === 'sort' || !isSought(i)) return sql`false`
    return strategies[i] === 'collect' ? sql`${countOf(i)} > ${sql.lit(FEW)}` : sql`${countUpTo(i + 1)} < ${last}`
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
    told: sql`json_build_object(
      'insufficient', json_build_array(${sql.join(insufficient)}), 'steps', (select json_agg(step) from found))`,
  }
}

/** The matches of a tier with the columns that they are ordered by; as many as are wanted up to the end of the page. */
function matchesOf(
  { workspaceId, table, select }: Attempt,
  { byWords, matches, step, by, ordered, along, hint }: Tier,
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
    return sql`${found} from (${matching} ${inIndex}) p limit ${sql.lit(FEW + 1)}`
  }
  if (strategy === 'walk' && hint) {
    const inIndex = sql`
      select p.${key}, p.id from ${sql.table(table)} p where p.workspace_id = ${workspaceId} and ${wanted}
      ${inOrder} limit ${sql.lit(HINTED_WALK)}`
    return sql`
      ${found} from (select p.* from (${inIndex}) p where ${hint}) hinted
      cross join lateral (${select(all, sql`p.id = hinted.id and ${matches}`)} offset 0) p
      order by hinted.${key}, hinted.id limit ${last}`
  }
  if (strategy === 'walk') {
    const walked = sql`${select(all, wanted)} ${inOrder} limit ${sql.lit(WALK)}`
    return sql`${found} from (${walked}) p where ${matches} limit ${last}`
  }
  // Behind an offset the planner does not see the order, which would have it walk an index to the end.
  return sql`${found} from (${matching} offset 0) p ${inOrder} limit ${last}`
}

/** How many the first `count` tiers have found. */
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

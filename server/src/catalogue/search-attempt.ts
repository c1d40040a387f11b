import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Place } from '../context.ts'
import { alongKey } from '../database/along-key.ts'
import { SPACING } from './bookmarks.ts'
import type { Found, PageQuery } from './find-page.ts'
import type { Page } from './page.ts'
import { isBehind } from './search-sources.ts'
import type { Source } from './search-sources.ts'

/** So many matches of a source are collected and sorted, whatever they are. */
export const FEW = 1_000
/** So many products are looked at in the order of a step, when more than a few match: then a page is full soon. */
const WALK = 3_000
/** So many, where the index of that order gives a hint of which match. */
const HINTED_WALK = 60_000

/**
 * How the matches of a source are brought into order. `collect`: all of them, if they are few. `walk`: along the index
 * of the order, for a while, until the page is full. `sort`: all of them, however many. No estimate chooses, since
 * Postgres has the same one for every prefix of a word: an effort that does not suffice says so.
 */
export type Effort = 'collect' | 'walk' | 'sort'

/** The next greater efforts of those that were too small. */
export function greaterEfforts(efforts: Effort[], tooSmall: boolean[]): Effort[] {
  return efforts.map((effort, i) => (!tooSmall[i] ? effort : effort === 'collect' ? 'walk' : 'sort'))
}

export type Attempt = {
  workspaceId: string
  products: Page['products']
  sources: Source[]
  efforts: Effort[]
  /** The page begins so many products behind that place, or behind the beginning where it is null. */
  place: Place | null
  skipped: RawBuilder<number>
  /** To read from there on. */
  rows: number
  /** Whether to tell places that are passed on the way to the page. */
  tellsPlaces: boolean
}

/** Finds the products of a page, then reads them, and says how that went: `judge` reads it. */
export function attemptQuery(attempt: Attempt): Pick<PageQuery, 'ctes' | 'products' | 'once'> {
  const { workspaceId, sources, efforts, place, skipped } = attempt
  const rows = sql.lit(attempt.rows)
  const last = sql<number>`(${skipped}::bigint + ${rows})`
  // A walk fills the page, or was too short: what comes behind it is not looked for either way.
  const walked = efforts.indexOf('walk')
  const isSought = (i: number) => walked < 0 || i <= walked
  const matches = sources.map((source, i) => {
    const behind = isBehind(source, place)
    // Words are looked up only where codes and names leave room on the page.
    const hasRoom = isSought(i) ? sql`${countUpTo(i)} < ${last}` : sql`false`
    const wanted = source.byWords ? sql<boolean>`${behind} and ${hasRoom}` : behind
    return sql`${nameOf(i)} as materialized (${matchesOf(attempt, source, efforts[i]!, { wanted, last })})`
  })
  const union = sources.map((_, i) => sql`select * from ${nameOf(i)}`)
  const tooSmall = sources.map((source, i) => {
    if (source.ordered || efforts[i] === 'sort' || !isSought(i)) return sql`false`
    return efforts[i] === 'collect' ? sql`${countOf(i)} > ${sql.lit(FEW)}` : sql`${countUpTo(i + 1)} < ${last}`
  })
  const order = sql`order by step, key, id`
  return {
    ctes: [
      ...matches,
      sql`matched as materialized (${sql.join(union, sql` union all `)})`,
      sql`found as materialized (select step, id from matched ${order} limit ${rows} offset ${skipped}::bigint)`,
    ],
    products: sql`
      select p.* from found cross join lateral (
        select * from product where workspace_id = ${workspaceId} and ${alongKey({ id: sql`found.id` })} limit 1) p`,
    once: sql`json_build_object(
      'tooSmall', json_build_array(${sql.join(tooSmall)}),
      'steps', (select json_agg(step) from found),
      'passed', ${attempt.tellsPlaces ? placesPassed(order, skipped) : sql`null`})::text`,
  }
}

/** Of the products that are skipped, every so many. */
function placesPassed(order: RawBuilder<unknown>, skipped: RawBuilder<number>): RawBuilder<unknown> {
  return sql`(
    select json_agg(json_build_object('rows', rows, 'place', json_build_object('step', step, 'key', key, 'id', id)))
    from (select *, row_number() over (${order}) as rows from matched) numbered
    where rows <= ${skipped}::bigint and rows % ${sql.lit(SPACING)} = 0)`
}

/** What an attempt tells of itself. */
export type Judgement = {
  /** For each source, whether its effort was too small. */
  tooSmall: boolean[]
  /** For each product, the step that shows it; null where there is none. */
  steps: number[] | null
  /** Places before the page, and with which number of products each is reached; null where none is told. */
  passed: { rows: number; place: Place }[] | null
}

export function judge({ once }: Found): Judgement {
  return JSON.parse(once!) as Judgement
}

/** The matches of a source with the columns that they are ordered by; as many as are wanted up to the end of the page. */
function matchesOf(
  { workspaceId, products }: Attempt,
  { byWords, matches, step, by, ordered, along, hint }: Source,
  effort: Effort,
  { wanted, last }: { wanted: RawBuilder<boolean>; last: RawBuilder<number> },
): RawBuilder<unknown> {
  const key = sql.ref(by)
  const inOrder = sql`order by p.${key}, p.id`
  const matching = products(sql<boolean>`${matches} and ${wanted}`, { byWords })
  const found = sql`select ${step} as step, p.${key} as key, p.id`
  if (ordered) return sql`${found} from (${matching}) p ${inOrder} limit ${last}`
  if (effort === 'collect') {
    const inIndex = along ? sql`order by p.${sql.ref(along)}` : sql``
    return sql`${found} from (${matching} ${inIndex}) p limit ${sql.lit(FEW + 1)}`
  }
  if (effort === 'walk' && hint) {
    const inIndex = sql`
      select p.${key}, p.id from product p where p.workspace_id = ${workspaceId} and ${wanted}
      ${inOrder} limit ${sql.lit(HINTED_WALK)}`
    return sql`
      ${found} from (select p.* from (${inIndex}) p where ${hint}) hinted
      cross join lateral (${products(sql`p.id = hinted.id and ${matches}`)} offset 0) p
      order by hinted.${key}, hinted.id limit ${last}`
  }
  if (effort === 'walk') {
    const walked = sql`${products(wanted)} ${inOrder} limit ${sql.lit(WALK)}`
    return sql`${found} from (${walked}) p where ${matches} limit ${last}`
  }
  // Behind an offset the planner does not see the order, which would have it walk an index to the end.
  return sql`${found} from (${matching} offset 0) p ${inOrder} limit ${last}`
}

/** How many the first `count` sources have found. */
function countUpTo(count: number): RawBuilder<number> {
  const counts = Array.from({ length: count }, (_, i) => countOf(i))
  return sql`(${sql.join([sql`0`, ...counts], sql` + `)})`
}

function countOf(i: number): RawBuilder<number> {
  return sql`(select count(*) from ${nameOf(i)})`
}

function nameOf(i: number): RawBuilder<unknown> {
  return sql.raw(`source_${i}`)
}

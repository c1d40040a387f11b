import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { WorkspaceContext } from '../context.ts'
import { rowsToRead } from './page.ts'
import type { Page } from './page.ts'
import { findPage } from './find-page.ts'
import type { Found } from './find-page.ts'
import { searchSources } from './search-sources.ts'
import type { Source } from './search-sources.ts'

/** So many matches of a source are collected and sorted, whatever they are. */
const FEW = 1_000
/** So many products are looked at in the order of a step, when more than a few match: then a page is full soon. */
const WALK = 3_000

/**
 * How the matches of a source are brought into order. `collect`: all of them, if they are few. `walk`: along the index
 * of the order, for a while, until the page is full. `sort`: all of them, however many. No estimate chooses, since
 * Postgres has the same one for every prefix of a word: an effort that does not suffice says so.
 */
type Effort = 'collect' | 'walk' | 'sort'

type Attempt = { sources: Source[]; efforts: Effort[] }

/** With which efforts the searches of late came to an end, beyond the first attempt: where to start the next time. */
const lastEfforts = new LRUCache<string, Effort[]>({ max: 5_000 })

/** A page across the steps of a search, in one statement; in a few where a step has very many products. */
export async function searchPage(context: WorkspaceContext, page: Page, q: string): Promise<Found> {
  const { together, apart } = searchSources(context.workspaceId, q)
  const shallow = page.offset + page.limit <= FEW
  const search = `${context.workspaceId} ${q}`
  // Far pages may want more effort than the first ones.
  const searchSoFar = `${Math.ceil(Math.log2(page.offset + page.limit))} ${search}`
  const efforts = shallow ? (lastEfforts.get(searchSoFar) ?? lastEfforts.get(search)) : apart.map((): Effort => 'sort')
  let attempt: Attempt = efforts
    ? { sources: apart, efforts }
    : { sources: together, efforts: together.map(() => 'collect') }
  for (;;) {
    const found = await runAttempt(context, page, attempt)
    const unfinished = found.once!
    if (!unfinished.includes('t')) {
      if (attempt.sources === apart) lastEfforts.set(searchSoFar, attempt.efforts).set(search, attempt.efforts)
      return found
    }
    attempt = attempt.sources === together ? takenApart(together, apart, unfinished) : harder(attempt, unfinished)
  }
}

/** Walks the sources of which there were more than a few, each step by itself. */
function takenApart(together: Source[], apart: Source[], unfinished: string): Attempt {
  const many = new Set(together.filter((_, i) => unfinished[i] === 't').map((source) => source.of))
  return { sources: apart, efforts: apart.map(({ of }) => (many.has(of) ? 'walk' : 'collect')) }
}

function harder({ sources, efforts }: Attempt, unfinished: string): Attempt {
  return { sources, efforts: efforts.map((effort, i) => (unfinished[i] === 't' ? 'sort' : effort)) }
}

/** Finds the products of the page, then reads them; tells for each source, by `t`, whether its effort was too small. */
function runAttempt(context: WorkspaceContext, { customer, products, limit, offset }: Page, attempt: Attempt) {
  const { sources, efforts } = attempt
  const last = sql`${offset + limit}::bigint`
  const found = sources.map((source, i) => {
    // Words are looked up only where codes and names leave room on the page.
    const wanted = source.of === 'words' ? sql<boolean>`${countUpTo(i)} < ${last}` : sql<boolean>`true`
    return sql`${nameOf(i)} as materialized (${matchesOf(products, source, efforts[i]!, wanted, last)})`
  })
  const union = sources.map((_, i) => sql`select * from ${nameOf(i)}`)
  const unfinished = sources.map((source, i) => {
    if (source.ordered || efforts[i] === 'sort') return sql`false`
    return efforts[i] === 'collect' ? sql`${countOf(i)} > ${sql.lit(FEW)}` : sql`${countUpTo(i + 1)} < ${last}`
  })
  return findPage(context, {
    customer,
    ctes: [
      ...found,
      sql`found as materialized (
        select id from (${sql.join(union, sql` union all `)}) of_all
        order by step, key, id limit ${rowsToRead(limit)} offset ${offset})`,
    ],
    products: sql`
      select p.* from found cross join lateral (
        select * from product where workspace_id = ${context.workspaceId} and id = found.id offset 0) p`,
    once: sql`concat(${sql.join(unfinished)})`,
  })
}

/** The matches of a source with the columns that they are ordered by. */
function matchesOf(
  products: Page['products'],
  { of, matches, step, by, ordered }: Source,
  effort: Effort,
  wanted: RawBuilder<boolean>,
  last: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const inOrder = sql`order by p.${sql.ref(by)}, p.id`
  const matching = products(sql<boolean>`${matches} and ${wanted}`, { byWords: of === 'words' })
  const found = sql`select ${step} as step, p.${sql.ref(by)} as key, p.id`
  if (ordered) return sql`${found} from (${matching}) p ${inOrder} limit ${last}`
  if (effort === 'collect') return sql`${found} from (${matching}) p limit ${sql.lit(FEW + 1)}`
  if (effort === 'walk') {
    const walked = sql`${products(wanted)} ${inOrder} limit ${sql.lit(WALK)}`
    return sql`${found} from (${walked}) p where ${matches} limit ${last}`
  }
  // Behind an offset the planner does not see the order, which would have it walk an index to the end.
  return sql`${found} from (${matching} offset 0) p ${inOrder} limit ${last}`
}

/** How many the first `count` sources have found. */
function countUpTo(count: number): RawBuilder<number> {
  return sql`(${sql.join(
    Array.from({ length: count }, (_, i) => countOf(i)),
    sql` + `,
  )})`
}

function countOf(i: number): RawBuilder<number> {
  return sql`(select count(*) from ${nameOf(i)})`
}

function nameOf(i: number): RawBuilder<unknown> {
  return sql.raw(`source_${i}`)
}

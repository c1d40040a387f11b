import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { WorkspaceContext } from '../context.ts'
import { matchingKey } from '../matching-key.ts'
import type { ListBookmarks, Place, Start } from './bookmarks.ts'
import { findPage } from './find-page.ts'
import type { Found } from './find-page.ts'
import { parseDocument } from './listed-product.ts'
import type { ListedProduct } from './listed-product.ts'
import { rowsToRead } from './page.ts'
import type { Page, ProductFilter } from './page.ts'
import { FIRST_STEP_BY_NAME, isBehind, searchSources } from './search-sources.ts'
import type { Source } from './search-sources.ts'
import { fold } from './search-words.ts'

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

type Attempt = { sources: Source[]; efforts: Effort[]; start: Start }

/** With which efforts the searches of late came to an end, beyond the first attempt: where to start the next time. */
const lastEfforts = new LRUCache<string, Effort[]>({ max: 5_000 })

/** A page across the steps of a search, in one statement; in a few where a step has very many products. */
export async function searchPage(context: WorkspaceContext, page: Page, filter: ProductFilter): Promise<Found> {
  const q = filter.q!
  const search = { ...searchSources(context.workspaceId, q), name: `${context.workspaceId} ${q}` }
  const shallow = page.offset + page.limit <= FEW
  if (shallow && !lastEfforts.has(search.name)) {
    const few = await pageOfFew(context, page, search)
    if (few) return few
  }
  return pageOfMany(context, page, search, { list: JSON.stringify(filter), shallow })
}

type Search = { name: string; together: Source[]; apart: Source[] }

/** Asks each index once; undefined where one has more than a few, which are to be walked. */
async function pageOfFew(context: WorkspaceContext, page: Page, search: Search): Promise<Found | undefined> {
  const { name, together, apart } = search
  const efforts = together.map((): Effort => 'collect')
  const start = { place: null, skipped: page.offset }
  const { unfinished, found } = await runAttempt(context, page, { start, sources: together, efforts })
  if (!unfinished.includes('t')) return found
  const many = new Set(together.filter((_, i) => unfinished[i] === 't').map((source) => source.of))
  lastEfforts.set(
    name,
    apart.map(({ of }) => (many.has(of) ? 'walk' : 'collect')),
  )
  return undefined
}

/** Keeps the steps apart. Where pages end is remembered, as of any long list, and the next page goes on from there. */
async function pageOfMany(
  context: WorkspaceContext,
  page: Page,
  { name, apart }: Search,
  { list, shallow }: { list: string; shallow: boolean },
): Promise<Found> {
  const { bookmarks } = context
  const start = startOf(bookmarks, list, page.offset)
  const sources = apart.filter(({ steps: [, last] }) => last >= (start.place?.step ?? 0))
  // Far pages may want more effort than the first ones.
  const depth = Math.ceil(Math.log2(page.offset + page.limit))
  const soFar = [depth, start.place?.step, name].join(' ')
  const firstEfforts = start.place
    ? sources.map(({ ordered }): Effort => (ordered ? 'collect' : 'walk'))
    : (shallow && lastEfforts.get(name)) || sources.map((): Effort => 'sort')
  for (let efforts = lastEfforts.get(soFar) ?? firstEfforts; ;) {
    const { unfinished, steps, found } = await runAttempt(context, page, { start, sources, efforts })
    if (!unfinished.includes('t')) {
      lastEfforts.set(soFar, efforts)
      if (!start.place) lastEfforts.set(name, efforts)
      const shown = found.products.slice(0, page.limit)
      bookmarks?.keepPage(list, page.offset, shown.length, (i) => placeOf(shown[i]!, Number(steps[i])))
      return found
    }
    efforts = efforts.map((effort, i) => (unfinished[i] === 't' ? 'sort' : effort))
  }
}

/** Behind a place that is known; else, since many rows are to be looked at for each that is found, from the beginning. */
function startOf(bookmarks: ListBookmarks | undefined, list: string, offset: number): Start {
  const place = bookmarks?.exactly(list, offset) ?? null
  return { place, skipped: place ? 0 : offset }
}

function placeOf(product: ListedProduct, step: number): Place {
  const { id, sku, name } = parseDocument<{ id: string; sku: string; name: string }>(product)
  return { step, key: step < FIRST_STEP_BY_NAME ? matchingKey(sku) : fold(name), id }
}

/**
 * Finds the products of the page, then reads them; tells for each source, by `t`, whether its effort was too small, and
 * for each product, by a digit, the step that shows it.
 */
async function runAttempt(context: WorkspaceContext, { customer, products, limit }: Page, attempt: Attempt) {
  const { start, sources, efforts } = attempt
  const last = sql`${start.skipped + limit}::bigint`
  const matches = sources.map((source, i) => {
    const behind = isBehind(source, start.place)
    // Words are looked up only where codes and names leave room on the page.
    const wanted = source.of === 'words' ? sql<boolean>`${behind} and ${countUpTo(i)} < ${last}` : behind
    return sql`${nameOf(i)} as materialized (${matchesOf(products, source, efforts[i]!, wanted, last)})`
  })
  const union = sources.map((_, i) => sql`select * from ${nameOf(i)}`)
  const tooSmall = sources.map((source, i) => {
    if (source.ordered || efforts[i] === 'sort') return sql`false`
    return efforts[i] === 'collect' ? sql`${countOf(i)} > ${sql.lit(FEW)}` : sql`${countUpTo(i + 1)} < ${last}`
  })
  const found = await findPage(context, {
    customer,
    ctes: [
      ...matches,
      sql`found as materialized (
        select step, id from (${sql.join(union, sql` union all `)}) of_all
        order by step, key, id limit ${rowsToRead(limit)} offset ${start.skipped})`,
    ],
    products: sql`
      select p.* from found cross join lateral (
        select * from product where workspace_id = ${context.workspaceId} and id = found.id offset 0) p`,
    once: sql`concat(${sql.join(tooSmall)}, ' ', (select string_agg(step::text, '') from found))`,
  })
  const [unfinished, steps] = found.once!.split(' ') as [string, string]
  return { found, unfinished, steps }
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
  const counts = Array.from({ length: count }, (_, i) => countOf(i))
  return sql`(${sql.join([sql`0`, ...counts], sql` + `)})`
}

function countOf(i: number): RawBuilder<number> {
  return sql`(select count(*) from ${nameOf(i)})`
}

function nameOf(i: number): RawBuilder<unknown> {
  return sql.raw(`source_${i}`)
}

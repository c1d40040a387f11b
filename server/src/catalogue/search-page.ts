import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { ListPlaces, Place, WorkspaceContext } from '../context.ts'
import { customerNamed } from '../customers/find-customer.ts'
import { matchingKey } from '../matching-key.ts'
import { SPACING } from './bookmarks.ts'
import type { Start } from './bookmarks.ts'
import { findPage } from './find-page.ts'
import type { Found } from './find-page.ts'
import { parseDocument } from './listed-product.ts'
import type { ListedProduct } from './listed-product.ts'
import { rowsToRead } from './page.ts'
import type { Page, ProductFilter } from './page.ts'
import { findTogether } from './pages-together.ts'
import { attemptQuery, FEW, greaterEfforts, judge } from './search-attempt.ts'
import type { Effort } from './search-attempt.ts'
import {
  columnsOf,
  FIRST_STEP_BY_NAME,
  parameters,
  readQuery,
  searchSources,
  SOUGHT_COLUMNS,
} from './search-sources.ts'
import { fold } from './search-words.ts'

/**
 * The last efforts that sufficed, per search with its filter: where to start the next time. Among the products of a rare
 * brand, a word may want a greater effort than among all.
 */
const lastEfforts = new LRUCache<string, Effort[]>({ max: 5_000 })

/** A page across the steps of a search, in one statement; in a few where a step has very many products. */
export async function searchPage(context: WorkspaceContext, page: Page, filter: ProductFilter): Promise<Found> {
  const { workspaceId } = context
  // Hashed, since a filter may be as long as a caller likes.
  const name = hash('sha256', `${workspaceId} ${JSON.stringify(filter)}`, 'base64url')
  const search = { filter, name, ...readQuery(workspaceId, filter.q!) }
  const shallow = page.offset + page.limit <= FEW
  if (shallow && !lastEfforts.has(search.name)) {
    const { found, tooSmall } = await pageOfFew(context, page, search)
    if (!tooSmall.includes(true)) return found
    lastEfforts.set(search.name, greaterEfforts(tooSmall.map(toCollect), tooSmall))
  }
  return pageOfMany(context, page, search, shallow)
}

type Search = ReturnType<typeof readQuery> & { filter: ProductFilter; name: string }

const toCollect = (): Effort => 'collect'

/** Asks the indexes for no more than a few products each: where one of them has more, the page may be the wrong one. */
async function pageOfFew(
  context: WorkspaceContext,
  { products, customer, limit, offset }: Page,
  { filter, sought }: Search,
): Promise<{ found: Found; tooSmall: boolean[] }> {
  const { workspaceId } = context
  const rows = rowsToRead(limit)
  const alike = {
    name: JSON.stringify({ ...filter, q: true, customer: undefined, rows }),
    priced: customer !== undefined,
    columns: `skipped bigint, ${SOUGHT_COLUMNS}`,
    query: () => {
      const sources = searchSources(columnsOf('asked'))
      const skipped = sql<number>`asked.skipped`
      return attemptQuery({
        workspaceId,
        products,
        sources,
        efforts: sources.map(toCollect),
        place: null,
        skipped,
        rows,
        tellsPlaces: false,
      })
    },
  }
  const row = { ...sought, skipped: offset }
  const found = await findTogether(context, alike, { customer, row })
  return { found, tooSmall: judge(found).tooSmall }
}

/** Where pages end is remembered, as of any long list, and the next page goes on from there. */
async function pageOfMany(
  context: WorkspaceContext,
  page: Page,
  { filter, name, sought, words }: Search,
  shallow: boolean,
): Promise<Found> {
  const { bookmarks, workspaceId } = context
  const { customer, products, limit, offset } = page
  const list = JSON.stringify(filter)
  const rows = rowsToRead(limit)
  const { place, skipped } = startOf(bookmarks, list, offset)
  const all = searchSources(parameters(sought), words)
  const sources = all.filter(({ steps: [, last] }) => last >= (place?.step ?? 0))
  // Behind a place, a page is soon full where there is more than a few; from the beginning, a far page is not.
  const untried = all.map(place || shallow ? toCollect : (): Effort => 'sort')
  const tried = (place || shallow) && lastEfforts.get(name)
  const firstEfforts = (tried || untried).filter((_, i) => sources.includes(all[i]!))
  // Far pages may want more effort than the first ones.
  const soFar = [Math.ceil(Math.log2(offset + limit)), place?.step, name].join(' ')
  const start = lastEfforts.get(soFar) ?? firstEfforts
  for (let efforts = start; ;) {
    const attempt = attemptQuery({
      workspaceId,
      products,
      sources,
      efforts,
      place,
      skipped: sql<number>`${skipped}`,
      rows,
      tellsPlaces: skipped >= SPACING,
    })
    const asked = customer === undefined ? undefined : customerNamed(workspaceId, customer)
    const found = await findPage(context, { asked, ...attempt })
    const { tooSmall, steps, passed } = judge(found)
    if (!tooSmall.includes(true)) {
      if (efforts !== start) lastEfforts.set(soFar, efforts)
      const shown = found.products.slice(0, limit)
      bookmarks?.keepPage(list, offset, shown.length, (i) => placeOf(shown[i]!, steps![i]!))
      // They are counted from the beginning: behind a place, no more than a few are skipped.
      for (const mark of passed ?? []) bookmarks?.keep(list, mark.rows, mark.place)
      return found
    }
    efforts = greaterEfforts(efforts, tooSmall)
  }
}

/** Behind a place that is known to be near; else, since many rows are looked at for each hit, from the beginning. */
function startOf(bookmarks: ListPlaces | undefined, list: string, offset: number): Start {
  const known = bookmarks?.before(list, offset)
  const isNear = known?.place && offset - known.rows < SPACING
  return isNear ? { place: known.place, skipped: offset - known.rows } : { place: null, skipped: offset }
}

function placeOf(product: ListedProduct, step: number): Place {
  const { id, sku, name } = parseDocument<{ id: string; sku: string; name: string }>(product)
  return { step, key: step < FIRST_STEP_BY_NAME ? matchingKey(sku) : fold(name), id }
}

import { sql } from 'kysely'
import type { Database, WorkspaceContext } from '../context.ts'
import { askedCustomer, CUSTOMER_COLUMNS, customerAsked } from '../customers/find-customer.ts'
import { Gathering } from '../database/gathering.ts'
import { rowset } from '../database/rowset.ts'
import { findPages } from './find-page.ts'
import type { Found } from './find-page.ts'
import { rowsToRead } from './page.ts'
import type { Page, ProductFilter } from './page.ts'
import { attemptQuery, greaterEfforts, judge } from './search-attempt.ts'
import type { Effort } from './search-attempt.ts'
import { columnsOf, searchSources, SOUGHT_COLUMNS } from './search-sources.ts'
import type { Sought } from './search-sources.ts'

/** So many statements run at a time, each with so many searches at most: none of them waits for many others. */
const AT_ONCE = { statements: 2, questions: 8 }

/** The page; where a step of the search has more than a few products, and it may be the wrong one, what efforts to try. */
export type SearchedTogether = { found: Found; wanted: Effort[] | undefined }

type Asked = Sought & { customer: string | undefined; skipped: number }
type Group = { context: WorkspaceContext; priced: boolean; products: Page['products']; rows: number }

const searches = new WeakMap<Database, Gathering<Group, Asked, SearchedTogether>>()

/**
 * Asks the indexes for no more than a few products each, which costs little, whatever is looked for. So searches with the
 * same filter that come in together are answered by one statement.
 */
export function searchTogether(
  context: WorkspaceContext,
  page: Page,
  { filter, sought }: { filter: ProductFilter; sought: Sought },
): Promise<SearchedTogether> {
  const { db, workspaceId } = context
  const { customer, products, limit, offset } = page
  if (!searches.has(db)) searches.set(db, new Gathering(readTogether, AT_ONCE))
  const rows = rowsToRead(limit)
  const sameFor = { ...filter, q: undefined, customer: customer !== undefined, rows }
  const name = `${workspaceId} ${JSON.stringify(sameFor)}`
  return searches
    .get(db)!
    .ask(name, { context, priced: customer !== undefined, products, rows }, { ...sought, customer, skipped: offset })
}

async function readTogether({ context, priced, products, rows }: Group, asked: Asked[]): Promise<SearchedTogether[]> {
  const { workspaceId } = context
  const sources = searchSources(columnsOf('asked'))
  const efforts = sources.map((): Effort => 'collect')
  const skipped = sql<number>`asked.skipped`
  const query = attemptQuery({ workspaceId, products, sources, efforts, place: null, skipped, rows })
  const pages = await findPages(
    context,
    { asked: priced ? customerAsked(workspaceId) : undefined, ...query },
    rowset(
      asked.map(({ customer, ...rest }, place) => ({ place, ...rest, ...askedCustomer(customer) })),
      `place integer, skipped bigint, ${CUSTOMER_COLUMNS}, ${SOUGHT_COLUMNS}`,
      'asked',
    ),
  )
  return asked.map((_, place) => {
    const found = pages.get(place)!
    const { tooSmall } = judge(found)
    return { found, wanted: tooSmall.includes(true) ? greaterEfforts(efforts, tooSmall) : undefined }
  })
}

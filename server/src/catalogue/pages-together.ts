import { audienceOf } from '../context.ts'
import type { WorkspaceContext } from '../context.ts'
import type { Database } from '../database/tables.ts'
import { askedCustomer, CUSTOMER_COLUMNS, customerAsked } from '../customers/find-customer.ts'
import { Gathering } from '../database/gathering.ts'
import { rowset } from '../database/rowset.ts'
import { findPages } from './find-page.ts'
import type { Found, PageQuery } from './find-page.ts'

/** So many statements run at a time, each for so many pages at most: no page waits for many others. */
const AT_ONCE = { statements: 2, questions: 8 }

/** What pages have in common that can be found together. */
export type PagesAlike = {
  /** Tells them from all others of the workspace: whatever the query is put together from, other than columns of `asked`. */
  name: string
  /** Whether they are priced for a customer. */
  priced: boolean
  /** Columns of `asked`, with their types, that the query refers to. */
  columns: string
  query: () => Omit<PageQuery, 'asked'>
}

type Asked = { customer: string | undefined; row: object }

const pages = new WeakMap<Database, Gathering<PagesAlike & { context: WorkspaceContext }, Asked, Found>>()

/**
 * Finds a page by one statement with others like it that are asked for at the same time. Those wait for each other: pages
 * alike should cost alike. `row` has the values of the columns.
 */
export function findTogether(
  context: WorkspaceContext,
  alike: PagesAlike,
  { customer, row }: { customer: string | undefined; row: object },
): Promise<Found> {
  const { db } = context
  if (!pages.has(db)) pages.set(db, new Gathering(readTogether, AT_ONCE))
  const name = `${audienceOf(context)} ${alike.priced} ${alike.name}`
  return pages.get(db)!.ask(name, { ...alike, context }, { customer, row })
}

async function readTogether(
  { context, priced, columns, query }: PagesAlike & { context: WorkspaceContext },
  asked: Asked[],
): Promise<Found[]> {
  const rows = asked.map(({ customer, row }, place) => ({ place, ...row, ...askedCustomer(customer) }))
  const found = await findPages(
    context,
    { ...query(), asked: priced ? customerAsked(context.workspaceId) : undefined },
    rowset(rows, `place integer, ${CUSTOMER_COLUMNS}, ${columns}`, 'asked'),
  )
  return asked.map((_, place) => found.get(place)!)
}

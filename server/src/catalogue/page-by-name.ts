import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { CUSTOMER_ID, customerNamed } from '../customers/find-customer.ts'
import { SPACING } from './bookmarks.ts'
import type { Place, Start } from './bookmarks.ts'
import { findPage, NOTHING } from './find-page.ts'
import type { Found } from './find-page.ts'
import { parseDocument } from './listed-product.ts'
import type { ListedProduct } from './listed-product.ts'
import { MAX_ROWS_READ, rowsToRead } from './page.ts'
import type { Page, ProductFilter } from './page.ts'

/** A page of a list by name: an offset is turned into the place that the page follows, from which the index goes on. */
export async function pageByName(context: WorkspaceContext, page: Page, filter: ProductFilter): Promise<Found> {
  const { bookmarks } = context
  const list = JSON.stringify(filter)
  const start = await startOf(context, page, list)
  if (start === undefined) return NOTHING
  const found = await findPage(context, {
    asked: page.customer === undefined ? undefined : customerNamed(context.workspaceId, page.customer),
    products: rowsFrom(page, start),
    ...(page.customer !== undefined && { once: hasOwnProducts(context.workspaceId) }),
  })
  // Most customers see what all others do, and their lists are one.
  if (found.once === 'false') bookmarks?.share(list, JSON.stringify({ ...filter, customer: null }))
  const shown = found.products.slice(0, page.limit)
  bookmarks?.keepPage(list, page.offset, shown.length, (i) => placeByName(shown[i]!))
  return found
}

/** The rows behind a place, of which a few are skipped on the way. */
function rowsFrom(page: Page, { place, skipped }: Start): RawBuilder<unknown> {
  const inOrder = sql`${page.products(after(place))} order by p.name, p.id`
  if (skipped === 0) return sql`${inOrder} limit ${sql.lit(rowsToRead(page.limit))}`
  // The planner knows no parameter, and would take the offset for a tenth of the list.
  const near = sql`select * from (${inOrder} limit ${sql.lit(SPACING + MAX_ROWS_READ)}) near`
  return sql`${near} offset ${skipped}::bigint limit ${sql.lit(rowsToRead(page.limit))}`
}

/** Whether the customer sees products that only chosen ones do. */
function hasOwnProducts(workspaceId: string) {
  return sql<string>`exists (
    select from product_access where workspace_id = ${workspaceId} and customer_id = ${CUSTOMER_ID})`
}

/** From the nearest bookmark, where that is near; undefined where the list is shorter than the offset. */
async function startOf(context: WorkspaceContext, page: Page, list: string): Promise<Start | undefined> {
  const { db, workspaceId, bookmarks } = context
  const known = bookmarks?.before(list, page.offset) ?? { rows: 0, place: null }
  const skipped = page.offset - known.rows
  if (skipped < SPACING) return { place: known.place, skipped }
  const asked = page.customer === undefined ? sql`` : sql`with ${customerNamed(workspaceId, page.customer)}`
  const { rows } = await sql<Place>`
    ${asked} select p.name as key, p.id from (${page.products(after(known.place))}) p
    order by p.name, p.id limit 1 offset ${skipped - 1}`.execute(db)
  const [place] = rows
  if (!place) return undefined
  bookmarks?.keep(list, page.offset, place)
  return { place, skipped: 0 }
}

function placeByName(product: ListedProduct): Place {
  const { name, id } = parseDocument<{ name: string; id: string }>(product)
  return { key: name, id }
}

function after(place: Place | null) {
  return place === null ? sql<boolean>`true` : sql<boolean>`(p.name, p.id) > (${place.key}, ${place.id})`
}

import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { CUSTOMER_ID, customerNamed } from '../customers/find-customer.ts'
import type { Place } from './bookmarks.ts'
import { rowsToRead } from './page.ts'
import type { Page, ProductFilter } from './page.ts'
import { findProducts, NOTHING } from './product-rows.ts'
import type { Found } from './product-rows.ts'

/** A page of a list by name: an offset is turned into the place that the page follows, from which the index goes on. */
export async function pageByName(context: WorkspaceContext, page: Page, filter: ProductFilter): Promise<Found> {
  const { bookmarks } = context
  const list = JSON.stringify(filter)
  const place = await seek(context, page, list)
  if (place === undefined) return NOTHING
  const found = await findProducts(context, {
    customer: page.customer,
    products: sql`${page.products(after(place))} order by p.name, p.id limit ${rowsToRead(page.limit)}`,
    by: sql`p.name, p.id`,
    ...(page.customer !== undefined && { once: hasOwnProducts(context.workspaceId) }),
  })
  // Most customers see what all others do, and their lists are one.
  if (found.once === false) bookmarks?.share(list, JSON.stringify({ ...filter, customer: null }))
  const shown = found.products.slice(0, page.limit)
  bookmarks?.keepPage(list, page.offset, shown.length, (i) => JSON.parse(shown[i]!.document) as Place)
  return found
}

/** Whether the customer sees products that only chosen ones do. */
function hasOwnProducts(workspaceId: string) {
  return sql`exists (
    select from product_access where workspace_id = ${workspaceId} and customer_id = ${CUSTOMER_ID})`
}

/** The place of the last row that the offset skips: null where it skips none, undefined where the list is shorter. */
async function seek(context: WorkspaceContext, page: Page, list: string): Promise<Place | null | undefined> {
  const { db, workspaceId } = context
  const known = context.bookmarks?.before(list, page.offset) ?? { rows: 0, place: null }
  if (known.rows === page.offset) return known.place
  const asked = page.customer === undefined ? sql`` : sql`with ${customerNamed(workspaceId, page.customer)}`
  const { rows } = await sql<Place>`
    ${asked} select p.name, p.id from (${page.products(after(known.place))}) p
    order by p.name, p.id limit 1 offset ${page.offset - known.rows - 1}`.execute(db)
  const place = rows[0]
  if (place) context.bookmarks?.keep(list, page.offset, place)
  return place
}

function after(place: Place | null) {
  return place === null ? sql<boolean>`true` : sql<boolean>`(p.name, p.id) > (${place.name}, ${place.id})`
}

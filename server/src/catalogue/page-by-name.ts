import { sql } from 'kysely'
import type { Place, WorkspaceContext } from '../context.ts'
import { CUSTOMER_ID, customerNamed } from '../customers/find-customer.ts'
import { SPACING } from './bookmarks.ts'
import type { Start } from './bookmarks.ts'
import { NOTHING } from './find-page.ts'
import type { Found } from './find-page.ts'
import { parseDocument } from './listed-product.ts'
import type { ListedProduct } from './listed-product.ts'
import { MAX_ROWS_READ, rowsToRead } from './page.ts'
import type { Page, ProductFilter } from './page.ts'
import { findTogether } from './pages-together.ts'

/** A page of a list by name: an offset is turned into the place that the page follows, from which the index goes on. */
export async function pageByName(context: WorkspaceContext, page: Page, filter: ProductFilter): Promise<Found> {
  const { bookmarks } = context
  const list = JSON.stringify(filter)
  const start = await startOf(context, page, list)
  if (start === undefined) return NOTHING
  const found = await readFrom(context, page, filter, start)
  // Most customers see what all others do, and share the bookmarks. A customer that is not found has none to share.
  const isShared = found.once === 'false' && found.products.length > 0
  if (isShared) bookmarks?.share(list, JSON.stringify({ ...filter, customer: null }))
  const shown = found.products.slice(0, page.limit)
  bookmarks?.keepPage(list, page.offset, shown.length, (i) => placeByName(shown[i]!))
  return found
}

/** The rows behind a place, of which a few are skipped on the way. */
function readFrom(
  context: WorkspaceContext,
  { customer, products, limit }: Page,
  filter: ProductFilter,
  { place, skipped }: Start,
): Promise<Found> {
  const rows = rowsToRead(limit)
  const [isPlaced, skips] = [place !== null, skipped > 0]
  const alike = {
    name: JSON.stringify({ ...filter, customer: undefined, rows, isPlaced, skips }),
    priced: customer !== undefined,
    columns: 'key text, id uuid, skipped bigint',
    query: () => {
      const behind = isPlaced ? sql<boolean>`(p.name, p.id) > (asked.key, asked.id)` : sql<boolean>`true`
      const inOrder = sql`${products(behind)} order by p.name, p.id`
      // The planner knows no offset, and would take it for a tenth of the list.
      const near = sql`select * from (${inOrder} limit ${sql.lit(SPACING + MAX_ROWS_READ)}) near offset asked.skipped`
      return {
        products: sql`${skips ? near : inOrder} limit ${sql.lit(rows)}`,
        ...(customer !== undefined && { once: hasOwnProducts(context.workspaceId) }),
      }
    },
  }
  const row = { key: place?.key, id: place?.id, skipped }
  return findTogether(context, alike, { customer, row })
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

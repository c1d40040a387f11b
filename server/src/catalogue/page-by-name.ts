import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { Place } from './bookmarks.ts'
import type { PageStatement } from './list-products.ts'
import { withCtes } from './product-rows.ts'
import type { ProductRow } from './product-rows.ts'

/** A page of a list by name: an offset is turned into the place that the page follows, from which the index goes on. */
export async function pageByName(context: WorkspaceContext, page: PageStatement, list: string): Promise<ProductRow[]> {
  const place = await seek(context, page, list)
  if (place === undefined) return []
  const { rows } = await sql<ProductRow>`
    ${withCtes(page.priced.ctes)}
    select ${page.priced.columns}
    from (${page.products(after(place))} order by p.name, p.id limit ${sql.lit(page.limit)}) p
    ${page.priced.joins}
    order by p.name, p.id`.execute(context.db)
  for (const [i, row] of rows.entries()) {
    context.bookmarks?.keep(list, page.offset + i + 1, () => JSON.parse(row.document) as Place)
  }
  return rows
}

/** The place of the last row that the offset skips: null where it skips none, undefined where the list is shorter. */
async function seek(context: WorkspaceContext, page: PageStatement, list: string): Promise<Place | null | undefined> {
  const known = context.bookmarks?.before(list, page.offset) ?? { rows: 0, place: null }
  if (known.rows === page.offset) return known.place
  const { rows } = await sql<Place>`
    ${withCtes(page.priced.ctes)}
    select p.name, p.id from (${page.products(after(known.place))}) p
    order by p.name, p.id limit 1 offset ${page.offset - known.rows - 1}`.execute(context.db)
  const place = rows[0]
  if (place) context.bookmarks?.keep(list, page.offset, () => place)
  return place
}

function after(place: Place | null) {
  return place === null ? sql<boolean>`true` : sql<boolean>`(p.name, p.id) > (${place.name}, ${place.id})`
}

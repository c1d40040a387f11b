import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { productsByIds } from '../pricing/price-changes/price-change-basis.ts'
import { SLICE_ROWS, slices } from '../database/paging/index.ts'
import type { Walk } from '../database/paging/index.ts'
import type { ProductFilter } from './list-products.ts'
import { fewFound } from './search/search-tiers.ts'

/** The parts of a filter that decide how products are read. */
type Walkable = Omit<ProductFilter, 'customer' | 'updatedSince'>

/** Products that the index tells all about: so many of its entries are read as fast as `SLICE_ROWS` products. */
const INDEX_ONLY_ROWS = 5_000

/**
 * Products that may match a filter, in slices: relations of a bounded number of rows, with all columns of the table.
 * Each product that matches is in one of them, beside others: the caller's statement has the filter's whole condition.
 * Words that find a few products make a single slice; else the smallest part of the catalogue that has an index is
 * read.
 */
export async function* productsInSlices(
  context: WorkspaceContext,
  filter: Walkable,
  rows = SLICE_ROWS,
): AsyncGenerator<RawBuilder<unknown>> {
  const found = filter.q === undefined ? null : await fewFound(context, filter.q, SLICE_ROWS)
  if (found) yield productsByIds(context.workspaceId, found)
  else yield* slices(context, walkOf(filter), rows)
}

/** The same for statements that read no other columns than those of the filter. */
export function indexEntriesInSlices(context: WorkspaceContext, filter: Walkable): AsyncGenerator<RawBuilder<unknown>> {
  return productsInSlices(context, filter, isToldByIndex(filter) ? INDEX_ONLY_ROWS : SLICE_ROWS)
}

/** All products that may match a filter, as a relation; null if there are more than a slice has. */
export async function inOneSlice(context: WorkspaceContext, filter: Walkable): Promise<RawBuilder<unknown> | null> {
  const all = productsInSlices(context, filter)
  const [first, second] = [await all.next(), await all.next()]
  return second.done ? first.value! : null
}

/** Words are compared fastest in the order that products were stored in. */
function walkOf(filter: Walkable): Walk {
  const isIndexed = indexedParts(filter).length > 0
  return filter.q === undefined || isIndexed ? walkByName(filter) : { table: 'product', by: { id: 'uuid' } }
}

/** Along the index of one part of the filter, or of all names. */
export function walkByName(filter: Walkable): Walk {
  const [where] = indexedParts(filter)
  return { table: 'product', by: { name: 'text', id: 'uuid' }, ...(where && { where }) }
}

/** Each has its own index, in the order of names. */
function indexedParts({ brand, category, availability, active, withoutPrice }: Walkable): RawBuilder<boolean>[] {
  return [
    ...(brand === undefined ? [] : [sql<boolean>`brand_id = ${brand}`]),
    ...(category === undefined ? [] : [sql<boolean>`category_id = ${category}`]),
    ...(withoutPrice ? [sql<boolean>`unpriced`] : []),
    ...(active === false ? [sql<boolean>`not active`] : []),
    ...(availability === undefined ? [] : [sql<boolean>`availability = ${availability}`]),
  ]
}

/** The index of all names includes `active` and `visibility`; the others have only the column that they are of. */
export function isToldByIndex(filter: Walkable): boolean {
  const { q, active, visibility, withoutPrice } = filter
  if (q !== undefined || withoutPrice === false) return false
  const parts = indexedParts(filter).length
  return parts === 0 || (parts === 1 && active !== true && visibility === undefined)
}

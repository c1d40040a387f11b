import { shownImages } from '../../catalogue/shown-images.ts'
import type { Grouping } from '../../catalogue/groups/brands-and-categories.ts'
import type { ProductFilter } from '../../catalogue/list-products.ts'
import { StateCache } from '../../database/paging/index.ts'
import { naturalOrder } from '../../shared/natural-order.ts'
import { withDashes } from '../../lib/uuid.ts'
import type { CustomerContext } from '../buyer-context.ts'
import type { WithImage } from '../buyers-product.ts'
import { detailFacets, idsWithDetails } from './detail-facets.ts'
import type { DetailFacet } from './detail-facets.ts'
import { sellableProducts, seenBy } from './sellable-products.ts'

/** So many categories, the largest ones, have an image: that of the first of so many of their products. */
const [WITH_IMAGE, LOOKED_AT] = [24, 10]

/** `details` are of the category, and count only with one. */
export type FacetFilter = Pick<ProductFilter, 'brand' | 'category' | 'availability' | 'details'>

/** A brand or category, with the number of products that the customer sees in it. */
type Facet = { id: string; name: string; count: number }

export type Facets = {
  /** The number of products that pass the whole filter. */
  total: number
  brands: Facet[]
  categories: WithImage<Facet>[]
  /** With a category: what its products can be told apart by. */
  details: DetailFacet[]
}

/** Brands and categories that are kept, of all customers together. */
const MAX_KEPT = 200_000

const kept = new StateCache<Facets>({
  max: MAX_KEPT,
  sizeOf: ({ brands, categories, details }) =>
    details.reduce((sum, { values }) => sum + values.length, 1 + brands.length + categories.length),
})

/**
 * Brands and categories by name, with what each has of the products that the customer sees. Those of one kind are
 * counted by the other parts of the filter, so that one can choose another. Those in the filter are always there. They
 * are kept by the state of the workspace.
 */
export function catalogueFacets(
  context: CustomerContext,
  { brand, category, availability, details }: FacetFilter,
): Promise<Facets> {
  const filter = { brand, category, availability, details }
  return kept.read(context, JSON.stringify([context.customerId, filter]), () => readFacets(context, filter))
}

async function readFacets(context: CustomerContext, filter: FacetFilter): Promise<Facets> {
  const { brands, categories, firstOf, total } = await countProducts(context, filter)
  const images = await imagesOf(context, categories, firstOf)
  return {
    total,
    details: filter.category === undefined ? [] : await detailFacets(context, { ...filter, category: filter.category }),
    brands: await named(context, 'brand', brands),
    categories: (await named(context, 'category', categories)).map((category) => ({
      ...category,
      image: images.get(category.id) ?? null,
    })),
  }
}

async function countProducts(context: CustomerContext, filter: FacetFilter) {
  const { brand, category, availability } = filter
  const products = await sellableProducts(context)
  const isSeen = await seenBy(context, products)
  const has = await detailsOf(context, filter)
  const brands = new Map(brand === undefined ? [] : [[brand, 0]])
  const categories = new Map(category === undefined ? [] : [[category, 0]])
  const firstOf = new Map<string, string[]>()
  let total = 0
  for (let place = 0; place < products.brands.length; place++) {
    if (availability !== undefined && products.availabilities[place] !== availability) continue
    if (!isSeen(place)) continue
    const [brandOf, categoryOf] = [products.brands[place]!, products.categories[place]!]
    const [ofBrand, ofCategory] = [brand ?? brandOf, category ?? categoryOf]
    const isInCategory = ofCategory === categoryOf && has(products.ids.at(place))
    if (ofBrand === brandOf && isInCategory) total++
    if (isInCategory) brands.set(brandOf, (brands.get(brandOf) ?? 0) + 1)
    if (ofBrand !== brandOf) continue
    categories.set(categoryOf, (categories.get(categoryOf) ?? 0) + 1)
    const first = firstOf.getOrInsertComputed(categoryOf, () => [])
    if (first.length < LOOKED_AT) first.push(withDashes(products.ids.at(place)))
  }
  return { brands, categories, firstOf, total }
}

/** Tells of the id of a product of the category, without dashes, whether it has the details of the filter. */
export async function detailsOf(
  context: CustomerContext,
  { category, details }: FacetFilter,
): Promise<(id: string) => boolean> {
  if (category === undefined || details === undefined) return () => true
  const ids = await idsWithDetails(context, { category, details })
  return (id) => ids.has(id)
}

async function imagesOf(
  context: CustomerContext,
  categories: ReadonlyMap<string, number>,
  firstOf: ReadonlyMap<string, string[]>,
) {
  const largest = [...categories].toSorted(([, a], [, b]) => b - a).slice(0, WITH_IMAGE)
  const candidates = largest.map(([id]) => ({ id, products: firstOf.get(id) ?? [] }))
  const shown = await shownImages(
    context,
    candidates.flatMap(({ products }) => products),
  )
  return new Map(
    candidates.map(({ id, products }) => {
      const withImage = products.find((product) => shown.has(product))
      return [id, withImage === undefined ? null : shown.get(withImage)!]
    }),
  )
}

/** Those that are counted, by name. */
async function named(
  { db, workspaceId }: CustomerContext,
  grouping: Grouping,
  counts: ReadonlyMap<string, number>,
): Promise<Facet[]> {
  const groups = await db
    .selectFrom(grouping)
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return groups
    .flatMap(({ id, name }) => (counts.has(id) ? [{ id, name, count: counts.get(id)! }] : []))
    .toSorted((a, b) => naturalOrder(a.name, b.name))
}

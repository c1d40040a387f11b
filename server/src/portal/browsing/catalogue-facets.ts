import { shownImages } from '../../catalogue/shown-images.ts'
import type { Grouping } from '../../catalogue/groups/brands-and-categories.ts'
import type { ProductFilter } from '../../catalogue/list-products.ts'
import { StateCache } from '../../database/paging/index.ts'
import { naturalOrder } from '../../shared/natural-order.ts'
import { withDashes } from '../../lib/uuid.ts'
import type { CustomerContext } from '../buyer-context.ts'
import { seenBy, sellableProducts } from './sellable-products.ts'
import { sql } from 'kysely'
import { visibleTo } from '../../pricing/customer-terms.ts'
import type { Availability } from '../../database/column-values.ts'

/** So many categories, the largest ones, have an image: that of the first of so many of their products. */
const [WITH_IMAGE, LOOKED_AT] = [24, 10]

/** `details` are of the category, and count only with one. */
export type FacetFilter = Pick<ProductFilter, 'brand' | 'category' | 'availability' | 'details'>

/** A brand or category, with the number of products that the customer sees in it. */
type Facet = { id: string; name: string; count: number }

export type Facets = Awaited<ReturnType<typeof readFacets>>

/** Brands and categories that are kept, of all customers together. */
const MAX_KEPT = 200_000

const kept = new StateCache<Facets>({
  max: MAX_KEPT,
  sizeOf: ({ brands, categories, details }) =>
    details.reduce((sum, { values }) => sum + values.length, 1 + brands.length + categories.length),
})

/**
 * How many products pass the filter, and brands and categories by name, with what each has of the products that the
 * customer sees; with a category also `details`, by which its products can be told apart. Those of one kind are
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

async function readFacets(context: CustomerContext, filter: FacetFilter) {
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
  const productss = candidates.flatMap(({ products }) => products)
  const shown = await shownImages(context, productss)
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

/** A detail becomes a filter of its category if so large a part of the products there have it. */
const MOST = 0.6
/** With fewer values there is nothing to choose, with more it is no list to choose from. */
const [FEWEST_VALUES, MOST_VALUES] = [2, 40]
const MOST_FACETS = 3
/** To count what is in a larger category takes too long while others wait. */
const MOST_PRODUCTS = 20_000

/** A detail that most products of a category have, and its values, with the number of products of each. */
type DetailFacet = { name: string; values: { value: string; count: number }[] }

type InCategory = {
  /** An id, as are those below. */
  category: string
  brand?: string | undefined
  availability?: Availability | undefined
  /** The values that are chosen, by name. */
  details?: Record<string, string> | undefined
}

/**
 * The details by which what the customer sees of a category can be narrowed down: first what most products have. Each is
 * counted by the other parts of the filter. None where the category is very large.
 */
async function detailFacets(
  { db, workspaceId, customerId }: CustomerContext,
  { category, brand, availability, details = {} }: InCategory,
): Promise<DetailFacet[]> {
  const passes = [
    sql`seen.details @> (${JSON.stringify(details)}::jsonb - d.key)`,
    ...(brand === undefined ? [] : [sql`seen.brand_id = ${brand}`]),
    ...(availability === undefined ? [] : [sql`seen.availability = ${availability}`]),
  ]
  const { rows } = await sql<{ name: string; share: number; values: DetailFacet['values'] }>`
    with seen as materialized (
      select brand_id, availability, details from product p
      where p.workspace_id = ${workspaceId} and p.category_id = ${category}
        and ${visibleTo(workspaceId, sql`${customerId}::uuid`)}
      limit ${sql.lit(MOST_PRODUCTS + 1)}),
    counted as (
      select d.key, d.value, count(*) as having_it, count(*) filter (where ${sql.join(passes, sql` and `)}) as passing
      from seen cross join lateral jsonb_each_text(seen.details) d
      where (select count(*) from seen) <= ${sql.lit(MOST_PRODUCTS)}
      group by d.key, d.value)
    select key as name, (sum(having_it) / (select count(*) from seen))::float8 as share,
      json_agg(json_build_object('value', value, 'count', passing)) as values
    from counted group by key
    having sum(having_it) >= ${sql.lit(MOST)} * (select count(*) from seen)
      and count(*) between ${sql.lit(FEWEST_VALUES)} and ${sql.lit(MOST_VALUES)}
    order by share desc, key limit ${sql.lit(MOST_FACETS)}`.execute(db)
  return rows.map(({ name, values }) => ({
    name,
    values: values
      .filter(({ value, count }) => count > 0 || details[name] === value)
      .toSorted((a, b) => naturalOrder(a.value, b.value)),
  }))
}

/** Ids, without dashes, of the products of a category that have these values. */
async function idsWithDetails(
  { db, workspaceId }: CustomerContext,
  { category, details }: { category: string; details: Record<string, string> },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select replace(id::text, '-', '') as id from product
    where workspace_id = ${workspaceId} and category_id = ${category}
      and details @> ${JSON.stringify(details)}::jsonb`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

import { sql } from 'kysely'
import { visibleTo } from '../../pricing/customer-terms.ts'
import type { Availability } from '../../database/column-values.ts'
import { naturalOrder } from '../../shared/natural-order.ts'
import type { CustomerContext } from '../buyer-context.ts'

/** A detail becomes a filter of its category if so large a part of the products there have it. */
const MOST = 0.6
/** With fewer values there is nothing to choose, with more it is no list to choose from. */
const [FEWEST_VALUES, MOST_VALUES] = [2, 40]
const MOST_FACETS = 3
/** To count what is in a larger category takes too long while others wait. */
const MOST_PRODUCTS = 20_000

/** A detail that most products of a category have, and its values, with the number of products of each. */
export type DetailFacet = { name: string; values: { value: string; count: number }[] }

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
export async function detailFacets(
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
export async function idsWithDetails(
  { db, workspaceId }: CustomerContext,
  { category, details }: { category: string; details: Record<string, string> },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select replace(id::text, '-', '') as id from product
    where workspace_id = ${workspaceId} and category_id = ${category} and details @> ${JSON.stringify(details)}::jsonb`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

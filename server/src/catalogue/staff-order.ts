import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { AVAILABILITY } from '../database/column-values.ts'
import { orderCache, OrderByNumber, pack, slices, unpack } from '../database/paging/index.ts'
import type { IdOrder, Packed, Walk } from '../database/paging/index.ts'
import type { Grouping } from './groups/grouping.ts'
import { walkByName } from './products-in-slices.ts'
import { matching } from './staff-filter.ts'
import type { StaffFilter } from './staff-filter.ts'

export const PRODUCT_SORTS = [
  'sku',
  'name',
  'brand',
  'category',
  'listPrice',
  'availability',
  'active',
  'changed',
] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]
export type SortDirection = 'asc' | 'desc'

const orders = orderCache()

/**
 * The order of all products that match, by a column and then by name. Rows without a value come last. It is found in
 * slices that have the order of an index, put in order by the column, and cached by the state of the workspace.
 */
export function staffOrder(
  context: WorkspaceContext,
  filter: StaffFilter,
  { sort, direction }: { sort: ProductSort; direction: SortDirection },
): Promise<IdOrder> {
  return orders.read(context, JSON.stringify([filter, sort, direction]), async () => {
    const numberOf = await numbering(context, sort)
    const order = new OrderByNumber()
    for await (const { id, value } of inOrder(context, filter, sort)) order.add(id, numberOf(value))
    return order.order({ descending: direction === 'desc', ties: direction === 'desc' ? 'reversed' : 'kept' })
  })
}

/** The value of each column that no walk has the order of. */
const VALUES: Partial<Record<ProductSort, RawBuilder<unknown>>> = {
  brand: sql`p.brand_id`,
  category: sql`p.category_id`,
  listPrice: sql`p.list_price`,
  availability: sql`p.availability`,
  active: sql`p.active::integer`,
}

async function* inOrder(context: WorkspaceContext, filter: StaffFilter, sort: ProductSort) {
  const { db, workspaceId } = context
  const byTime = sort === 'changed'
  const columns = { id: sql`replace(p.id::text, '-', '')`, value: VALUES[sort] ?? sql`0` }
  for await (const slice of slices(context, walkOf(filter, sort))) {
    const products = byTime
      ? sql`${slice} c cross join lateral (
          select * from product where workspace_id = ${workspaceId} and id = c.product_id limit 1) p`
      : sql`${slice} p`
    const { rows } = await sql<Packed<'id' | 'value'>>`
      select ${pack(columns)} from ${products} where ${matching(workspaceId, filter)}`.execute(db)
    yield* unpack<'id' | 'value'>(columns, rows[0]!)
  }
}

function walkOf(filter: StaffFilter, sort: ProductSort): Walk {
  if (sort === 'sku') return { table: 'product', by: { sku_key: 'text' } }
  return sort === 'changed'
    ? { table: 'product_change', by: { changed_at: 'timestamptz', product_id: 'uuid' } }
    : walkByName(filter)
}

/** How values are compared: by a number for each, or null for none. */
async function numbering(context: WorkspaceContext, sort: ProductSort): Promise<(value: string) => number | null> {
  if (sort === 'brand' || sort === 'category') {
    const places = await placesOf(context, sort)
    return (id) => places.get(id) ?? null
  }
  if (sort === 'availability') {
    const inOrder = AVAILABILITY.toSorted()
    return (availability) => inOrder.indexOf(availability as (typeof AVAILABILITY)[number])
  }
  return (value) => (value === '' ? null : Number(value))
}

/** The place of each brand or category in the order of names. */
async function placesOf({ db, workspaceId }: WorkspaceContext, grouping: Grouping): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom(grouping)
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ id }, place) => [id, place]))
}

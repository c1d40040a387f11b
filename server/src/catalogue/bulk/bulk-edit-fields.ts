import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { Availability, ProductEditField } from '../../database/column-values.ts'
import { namedCustomers } from '../../customers/named-customers.ts'
import { InvalidInput } from '../../errors.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import type { NewPlace } from '../product-moves.ts'
import { findOrCreateGroups } from '../groups/brands-and-categories.ts'

/** What is changed of many products: one field, with the same new value for all. */
export type BulkChange =
  | { field: 'active'; value: boolean }
  | { field: 'availability'; value: Availability }
  /** A name; created if missing. Null takes the brand or category away. */
  | { field: 'brand' | 'category'; value: string | null }
  | { field: 'minOrderQty' | 'orderMultiple'; value: number }
  /** Ids of the customers that see the products; null for all customers. */
  | { field: 'visibility'; value: string[] | null }

/** A value of a field, as it is kept for undoing: what is written, and what people are shown of it. */
export type KeptValue = { is: unknown; shown: unknown }

/** The SQL of a field: the present value of product `p` as a KeptValue, and whether it differs from one. */
type FieldSql = {
  present: (workspaceId: string) => RawBuilder<unknown>
  /** The column that holds it, with its type; visibility and groups are more than a column. */
  column: RawBuilder<unknown>
  type: RawBuilder<unknown>
}

export const FIELDS: Record<ProductEditField, FieldSql> = {
  active: plain('active', 'boolean'),
  availability: plain('availability', 'text'),
  minOrderQty: plain('min_order_qty', 'integer'),
  orderMultiple: plain('order_multiple', 'integer'),
  brand: group('brand'),
  category: group('category'),
  visibility: {
    column: sql`visibility`,
    type: sql`text`,
    present: (workspaceId) => sql`(
      select jsonb_build_object('is', case when p.visibility = 'all' then 'null' else customers.ids end,
        'shown', case when p.visibility = 'all' then '"all"' else customers.names end)
      from (
        select coalesce(jsonb_agg(a.customer_id order by a.customer_id), '[]') as ids,
          coalesce(jsonb_agg(r.name order by a.customer_id), '[]') as names
        from product_access a join customer r on r.workspace_id = ${workspaceId} and r.id = a.customer_id
        where a.workspace_id = ${workspaceId} and a.product_id = p.id) customers)`,
  },
}

function plain(column: string, type: string): FieldSql {
  const value = sql`to_jsonb(p.${sql.raw(column)})`
  return {
    column: sql.raw(column),
    type: sql.raw(type),
    present: () => sql`jsonb_build_object('is', ${value}, 'shown', ${value})`,
  }
}

function group(grouping: 'brand' | 'category'): FieldSql {
  const column = sql.raw(`${grouping}_id`)
  return {
    column,
    type: sql`uuid`,
    present: (workspaceId) => sql`jsonb_build_object('is', p.${column}, 'shown',
      (select name from ${sql.table(grouping)} where workspace_id = ${workspaceId} and id = p.${column}))`,
  }
}

/** What a change means for discounts and for who sees the products. */
export function newPlace({ field, value }: BulkChange): NewPlace {
  if (field === 'brand' || field === 'category') return { [field]: value }
  return field === 'visibility' ? { customers: value } : {}
}

/** The new value of a change, with its brand or category created if missing. Throws InvalidInput for what cannot be. */
export async function newValue(trx: WorkspaceContext, { field, value }: BulkChange): Promise<KeptValue> {
  if ((field === 'brand' || field === 'category') && value !== null) {
    const names = { brand: [], category: [], [field]: [value] }
    const { issues, ...groups } = await findOrCreateGroups(trx, names)
    if (issues.length > 0) throw new InvalidInput(issues.map((issue) => ({ ...issue, path: 'change.value' })))
    const { id, name } = groups[field].get(matchingKey(value))!
    return { is: id, shown: name }
  }
  if (field === 'visibility') {
    if (value === null) return { is: null, shown: 'all' }
    const customers = await namedCustomers(trx, value, 'change.value')
    const byId = customers.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    return { is: byId.map(({ id }) => id), shown: byId.map(({ name }) => name) }
  }
  return { is: value, shown: value }
}

import { sql } from 'kysely'
import type { Row } from '../database/tables.ts'
import { PLAIN_ENTRIES } from '../shared/product-fields.ts'
import type { RawBuilder } from 'kysely'
import type { PlainColumn, PlainField, PRODUCT_FIELDS } from '../shared/product-fields.ts'

/** The plain fields of a product by name, as they are stored. */
export type PlainFields = { [F in PlainField]: Row<'product'>[(typeof PRODUCT_FIELDS)[F]['column']] }

/** The columns of a product that a bulk call can set. */
export type ProductValues = Pick<
  Row<'product'>,
  PlainColumn | 'brand_id' | 'category_id' | 'replaced_by' | 'details' | 'list_price'
>

/** The SQL types of those columns. */
export const VALUE_TYPES: Record<string, string> = {
  ...Object.fromEntries(PLAIN_ENTRIES.map(({ column, type = 'text' }) => [column, type])),
  brand_id: 'uuid',
  category_id: 'uuid',
  replaced_by: 'uuid',
  details: 'jsonb',
  list_price: 'bigint',
}

/** SQL: the plain columns of the product `p`, named as the fields. */
export const PLAIN_COLUMNS = sql.raw(PLAIN_ENTRIES.map(({ field, column }) => `p.${column} as "${field}"`).join(', '))

/** SQL: the SKU of what replaces the product `p`; null for none. */
export function replacementSku(workspaceId: string): RawBuilder<string | null> {
  return sql`case when p.replaced_by is not null then
    (select r.sku from product r where r.workspace_id = ${workspaceId} and r.id = p.replaced_by) end`
}

import type { ColumnType } from 'kysely'
import type { Actor, ProductEditField } from './column-values.ts'

type Json<T> = ColumnType<T, string, string>

type ProductChangeTable = {
  workspace_id: string
  product_id: string
  /** As the product's `updated_at`. */
  changed_at: Date
}

/** What many products were changed in at once. Values are JSON, as `catalogue/bulk-edit-fields.ts` has them. */
type ProductEditTable = {
  workspace_id: string
  id: string
  field: ProductEditField
  after: Json<unknown>
  changed_at: Date
  actor: Json<Actor>
  created_at: Date
  undone_at: Date | null
}

type ProductEditLineTable = { workspace_id: string; edit_id: string; product_id: string; before: Json<unknown> }

/** When products were changed, and what can be undone of it. */
export type ProductEditTables = {
  product_change: ProductChangeTable
  product_edit: ProductEditTable
  product_edit_line: ProductEditLineTable
}

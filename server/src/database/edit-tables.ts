import type { Generated } from 'kysely'
import type { Actor, InWorkspace, Json, ProductEditField } from './column-values.ts'

/** When products were changed, and what edits of many records were before, as long as they can be undone. */
export type EditTables = {
  product_change: {
    workspace_id: string
    product_id: string
    /** As the product's `updated_at`. */
    changed_at: Date
    /** Raised by every change of the product and its pictures. */
    version: Generated<number>
  }
  /** What many products were changed in at once. Values are JSON, as `catalogue/bulk-edit-fields.ts` has them. */
  product_edit: InWorkspace & {
    field: ProductEditField
    after: Json<unknown>
    changed_at: Date
    actor: Json<Actor>
    created_at: Date
    line_count: number
  }
  product_edit_line: { workspace_id: string; edit_id: string; product_id: string; before: Json<unknown> }
  /** An act on many customers, or agreed prices that were pasted. */
  customer_edit: InWorkspace & {
    kind: 'customers' | 'agreed_prices'
    created_at: Date
    line_count: number
  }
  /** `before` is what the kind of import of that name keeps of a record. */
  customer_edit_line: {
    workspace_id: string
    edit_id: string
    record_id: string
    label: string
    before: Json<unknown> | null
    version: string
  }
}

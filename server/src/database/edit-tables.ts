import type { Generated } from 'kysely'
import type { InWorkspace, Json, ProductEditField } from './column-values.ts'

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
  /** An act on many products or customers, or agreed prices that were pasted. */
  record_edit: InWorkspace & {
    kind: 'products' | 'customers' | 'agreed_prices'
    /** Of products: what was changed. */
    field: ProductEditField | null
    created_at: Date
    line_count: number
  }
  /** `before` is a `KeptValue` of a product, else what the kind of import of that name keeps of a record. */
  record_edit_line: {
    workspace_id: string
    edit_id: string
    record_id: string
    label: string
    before: Json<unknown> | null
    version: string
  }
}

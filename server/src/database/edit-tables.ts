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
  /** An act on many products or customers, agreed prices that were pasted, or an edit of a draft. */
  record_edit: InWorkspace & {
    kind: 'products' | 'customers' | 'agreed_prices' | 'draft_lines'
    /** Of products: what was changed. */
    field: ProductEditField | null
    /** Of lines of a draft. */
    price_change_id: string | null
    created_at: Date
    line_count: number
  }
  /** `before` is what the kind in `undo/` keeps of a record. */
  record_edit_line: {
    workspace_id: string
    edit_id: string
    record_id: string
    line: number
    label: string
    before: Json<unknown> | null
    version: string | null
    shown_on: string | null
    changes: Json<unknown> | null
    outcome: 'restored' | 'removed' | 'kept' | null
  }
}

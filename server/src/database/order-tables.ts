import type { ColumnType, Generated } from 'kysely'
import type { Actor, Candidate, InWorkspace, Json, OrderChanges, Price } from './column-values.ts'
import type { OrderStatus } from '../rules/order-steps.ts'

export type OrderTables = {
  order_counter: { workspace_id: string; last_number: number }
  sales_order: InWorkspace & {
    number: number
    status: OrderStatus
    /** As it was when the order was placed, like the following columns: the customer may be deleted later. */
    customer_id: string
    customer_account_code: string | null
    customer_name: string
    buyer_name: string | null
    buyer_email: string | null
    po_number: string | null
    note: string | null
    currency: string
    line_count: number
    /** Minor units. */
    subtotal: number
    token: string | null
    /** Where the customer can follow the goods: a link, or a number. */
    tracking: Generated<string | null>
    placed_at: Date
    updated_at: Date
    /** What the search of orders looks at. A generated column. */
    search: ColumnType<string, never, never>
  }
  sales_order_line: InWorkspace & {
    order_id: string
    position: number
    product_id: string
    sku: string
    name: string
    unit_label: string
    qty: number
    price: Json<Price>
    candidates: Json<Candidate[]>
    /** Null for the time of the placing, and for the present quantity. */
    priced_at: Generated<Date | null>
    priced_qty: Generated<number | null>
  }
  sales_order_history: {
    workspace_id: string
    order_id: string
    /** Counts from 1 in each order. */
    step: number
    status: OrderStatus
    at: Date
    actor: Json<Actor>
    note: string | null
    /** Ids of the mails that tell of it. Those that are gone were sent long ago. */
    mails: Generated<string[]>
    changes: ColumnType<OrderChanges | null, string | undefined, never>
  }
  sales_order_note: InWorkspace & { order_id: string; at: Date; actor: Json<Actor>; text: string }
}

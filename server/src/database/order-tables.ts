import type { ColumnType, Generated } from 'kysely'
import type {
  Actor,
  Address,
  Availability,
  Candidate,
  InWorkspace,
  Json,
  OrderChanges,
  Price,
} from './column-values.ts'
import type { CreditHold, CreditPolicy } from '../shared/credit.ts'
import type { OrderStatus } from '../shared/order-steps.ts'

export type OrderTables = {
  order_counter: { workspace_id: string; last_number: number }
  order_settings: {
    workspace_id: string
    terms: string | null
    /** Basis points. */
    tax_rate_bp: number | null
    /** Days of the week, 1 is Monday. */
    order_days: ColumnType<number[], string | undefined, string>
    /** "14:00" */
    cut_off: string | null
    lead_days: Generated<number>
    allow_addresses: Generated<boolean>
    credit_policy: Generated<CreditPolicy>
    updated_at: Date
  }
  sales_order: InWorkspace & {
    number: number
    status: OrderStatus
    /** As it was when the order was placed, like the following columns: the customer may be deleted later. */
    customer_id: string
    customer_account_code: string | null
    customer_name: string
    buyer_name: string | null
    buyer_email: string | null
    buyer_id: string | null
    /** The buyer who asked for approval. */
    requested_by_name: string | null
    requested_by_email: string | null
    requested_by_id: string | null
    po_number: string | null
    /** Of the buyer, as it was when the order was placed. */
    cost_centre: string | null
    note: string | null
    currency: string
    line_count: number
    /** Minor units. */
    subtotal: number
    /** Basis points of the subtotal; null where the wholesaler says nothing of tax. */
    tax_rate_bp: number | null
    /** Minor units. */
    tax: number | null
    /** What the wholesaler said of freight and tax. */
    terms: string | null
    deliver_to: ColumnType<Address | null, string | null | undefined, string | null>
    /** A day of the workspace: 2027-01-05. */
    wanted_on: string | null
    credit_hold: ColumnType<CreditHold | null, string | null | undefined, string | null>
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
    /** Of the product when it was ordered. Null where it is not known. */
    availability: Availability | null
    lead_time_note: string | null
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

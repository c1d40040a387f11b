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
import type { StoredQuoteStatus } from '../shared/quote-statuses.ts'

/**
 * Whom an order or a quote is for, and which buyer orders or asks, null for staff: as they were then. The customer may be
 * deleted later.
 */
type OfCustomer = InWorkspace & {
  customer_id: string
  customer_account_code: string | null
  customer_name: string
  buyer_id: string | null
  buyer_name: string | null
  buyer_email: string | null
}

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
    min_order_value: Generated<number | null>
    desk_sets_prices: Generated<boolean>
    updated_at: Date
  }
  sales_order: OfCustomer & {
    number: number
    status: OrderStatus
    /** The buyer who asked for approval. */
    requested_by_name: string | null
    requested_by_email: string | null
    requested_by_id: string | null
    po_number: string | null
    /** Of the buyer, as it was when the order was placed. */
    cost_centre: string | null
    note: string | null
    /** The wholesaler's own number for it, as of its ERP. */
    reference: Generated<string | null>
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

export type QuoteTables = {
  quote_counter: { workspace_id: string; last_number: number }
  quote: OfCustomer & {
    number: number
    status: StoredQuoteStatus
    /** The word of who asked. */
    note: string | null
    /** The word of staff. */
    message: string | null
    /** A day of the workspace: 2027-01-05. */
    valid_until: string | null
    currency: string
    line_count: number
    /** Minor units. Null while a line has no price. */
    total: number | null
    /** Raised by each change. */
    version: Generated<number>
    order_id: string | null
    token: string | null
    created_at: Date
    sent_at: Date | null
    updated_at: Date
    /** What the search of quotes looks at. A generated column. */
    search: ColumnType<string, never, never>
  }
  quote_line: {
    workspace_id: string
    quote_id: string
    position: number
    product_id: string
    sku: string
    name: string
    unit_label: string
    qty: number
    /** Minor units for one; null until staff have set it. */
    unit: number | null
    or_more: boolean
    /** Minor units. Null until the quote was sent, like the candidates. */
    list: number | null
    candidates: ColumnType<Candidate[] | null, string | null, string | null>
  }
  quote_history: {
    workspace_id: string
    quote_id: string
    /** Counts from 1 in each quote. */
    step: number
    status: StoredQuoteStatus
    at: Date
    actor: Json<Actor>
    note: string | null
  }
}

type LineOfProduct = { product_id: string; sku: string; name: string; qty: number; position: number }

export type PortalTables = {
  price_watch: {
    workspace_id: string
    customer_id: string
    told_at: Date | null
    claimed_at: Date | null
  }
  notified_price: {
    workspace_id: string
    customer_id: string
    product_id: string
    /** Minor units; `was` is the price before, until a mail has told it. */
    unit: number
    was: number | null
    /** The coming price that a mail has told; and from when on it holds, null without one. */
    coming_unit: number | null
    coming_from: Date | null
    /** Whether a mail has still to tell it: that it comes, or that it was called off. */
    coming_is_new: Generated<boolean>
  }
  portal_settings: {
    workspace_id: string
    show_list_prices: Generated<boolean>
    show_candidates: Generated<boolean>
    show_availability: Generated<boolean>
    allow_notes: Generated<boolean>
    allow_colleagues: Generated<boolean>
    /** 0 to 365. */
    coming_days: Generated<number>
    message: string | null
    /** As `#rrggbb`. */
    colour: Generated<string>
    /** Lines of text. */
    address: string | null
    /** The digest of an image. */
    logo: string | null
    /** An e-mail address that new orders are mailed to. */
    order_inbox: string | null
    updated_at: Date
  }
  /** What a buyer fills, and the requests for approval that were made of such baskets. */
  basket: InWorkspace & {
    buyer_id: string
    po_number: string | null
    note: string | null
    /** Whether the buyer has said where and when. */
    delivery_said: Generated<boolean>
    /** The id of an address of the customer. */
    deliver_to: string | null
    /** A day of the workspace: 2027-01-05. */
    wanted_on: string | null
    /** When its buyer asked for approval; null for the basket that the buyer fills, of which there is one. */
    asked_at: Date | null
    /** What it came to then, in minor units before tax. */
    asked_subtotal: number | null
    /** The colleague who did not approve it. */
    sent_back_by: string | null
    sent_back_note: string | null
    /** Of the last additions that carried a key. */
    taken_keys: ColumnType<string[], string | undefined, string>
    updated_at: Date
  }
  basket_line: LineOfProduct & {
    workspace_id: string
    basket_id: string
    /** Minor units; null for a line without a price. */
    shown_unit: number | null
    shown_label: string
    /** The basket was emptied: kept only to take that back. */
    emptied: Generated<boolean>
  }
  saved_list: InWorkspace & {
    customer_id: string
    name: string
    name_key: string
    /** Name of the buyer. */
    created_by: string
    created_at: Date
    /** The buyer who made it. */
    owner_id: string
    /** Whether all buyers of the customer have it, or the owner alone. */
    shared: Generated<boolean>
    revision: Generated<number>
    changed_by: string | null
  }
  saved_list_line: LineOfProduct & {
    workspace_id: string
    list_id: string
    /** How many of it are wanted in stock. */
    par: number | null
  }
}

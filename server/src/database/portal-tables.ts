import type { ColumnType, Generated } from 'kysely'
import type { Font } from '../shared/fonts.ts'
import type { InWorkspace } from './column-values.ts'

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
    second_colour: string | null
    font: Generated<Font>
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

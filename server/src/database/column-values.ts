import type { ColumnType } from 'kysely'

/** Types of columns that hold more than plain values: enumerations and JSON. */

export type Json<T> = ColumnType<T, string, string>

/** The primary key of most tables. */
export type InWorkspace = { workspace_id: string; id: string }

/** The stock level as shown to buyers. Nothing else depends on it. */
export const AVAILABILITY = ['not_tracked', 'in_stock', 'low_stock', 'out_of_stock', 'made_to_order'] as const
export type Availability = (typeof AVAILABILITY)[number]

/** A delivery address of a customer. */
export type Address = {
  /** The caller's own, or made when it is first sent. Unique among the customer's, ignoring case. */
  id: string
  /** As buyers choose it: "Mill Road site". */
  name: string
  lines: string[]
  postcode: string | null
  city: string | null
  country: string | null
}

/** Who added an address. What comes by the API replaces only what came by it. */
export const ADDRESS_SOURCES = ['api', 'staff', 'buyer'] as const
export type CustomerAddress = Address & { source: (typeof ADDRESS_SOURCES)[number] }

/** What staff can change of many products at once. */
export type ProductEditField =
  | 'active'
  | 'availability'
  | 'brand'
  | 'category'
  | 'minOrderQty'
  | 'orderMultiple'
  | 'visibility'

export const PLANS = ['trial', 'active', 'pilot', 'demo', 'lapsed'] as const
export type Plan = (typeof PLANS)[number]

/** What an API key may do. */
export type Scope = 'read' | 'write'

/** What a member of the staff may do: owners also keep keys, people and settings, and delete. */

export const MAIL_STATUSES = ['queued', 'sent', 'failed'] as const
export type MailStatus = (typeof MAIL_STATUSES)[number]

export const PRICE_CHANGE_STATUSES = ['draft', 'scheduled', 'published', 'discarded', 'cancelled'] as const
export type PriceChangeStatus = (typeof PRICE_CHANGE_STATUSES)[number]

/** About which orders of their customer a buyer wants mails: those that they placed, all, or none. */
export const ORDER_MAILS = ['own', 'all', 'none'] as const
export type OrderMails = (typeof ORDER_MAILS)[number]

/** What a file that is imported holds. */
export const IMPORT_KINDS = [
  'products',
  'customers',
  'discounts',
  'agreed_prices',
  'minimum_quantities',
  'customer_codes',
] as const
export type ImportKindName = (typeof IMPORT_KINDS)[number]

/** The rule for several rows about the same: refuse the file, or choose the first or the last good row. */
export const ON_DUPLICATE = ['error', 'first', 'last'] as const
export type OnDuplicate = (typeof ON_DUPLICATE)[number]

/**
 * How far the import of a file has come: `ready` is read, `checking`, `importing` and `undoing` are being worked on.
 */
export const IMPORT_STATUSES = [
  'reading',
  'ready',
  'checking',
  'checked',
  'importing',
  'stopped',
  'done',
  'failed',
  'undoing',
  'undone',
] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** How far the copy of a product's image has come; removed by staff. */
export type ImageStatus = 'queued' | 'copied' | 'failed' | 'removed'

export const ACTOR_TYPES = ['key', 'staff', 'buyer', 'operator', 'system'] as const

/** Who does something. The activity keeps the name as it was at that time. */
export type Actor = { type: (typeof ACTOR_TYPES)[number]; id: string | null; name: string }

/** Who undid something, and when, as an ISO time. */
export type Undone = { by: Actor; at: string }

/** `manual` and `quote`: only of a line of an order, where staff have set or quoted it. */
export const PRICE_SOURCES = ['agreed', 'brand', 'category', 'customer', 'list', 'manual', 'quote'] as const
export type PriceSource = (typeof PRICE_SOURCES)[number]

/** A price as shown, and as stored with the lines of orders. */
export type Price = {
  /** Minor units for one; null when the product has no price yet. */
  unit: number | null
  /** `unit` times the quantity; 0 without a price. */
  line: number
  /** The list price; 0 when the product has none. */
  list: number
  /** The winning rule's own figure; 0 for agreed and list prices. */
  discountBp: number
  source: PriceSource
  /** The explanation for people; empty for the list price. */
  label: string
}

/** A price that was considered: whether it won, and the reason. */
export type Candidate = {
  source: PriceSource
  label: string
  unit: number | null
  discountBp: number
  minQty: number
  applied: boolean
  reason: string
}

/** A line as a change of an order found it, or left it. `unit`: minor units for one. */
type LineState = { qty: number; unit: number }

/** What a change made of one line of an order. Null where the line was not there before, or is not there any more. */
export type ChangedLine = {
  sku: string
  name: string
  from: LineState | null
  to: LineState | null
  /** Whether its price was made anew; if not, the unit price was kept. */
  isPricedAgain: boolean
  /** Of a price by hand: why. */
  reason?: string
}

/** A change of an order, as its history keeps it. `subtotal`: minor units. */
export type OrderChanges = { lines: ChangedLine[]; subtotal: { from: number; to: number } }

/** A call with a key that was refused or failed. `count`: how many alike came one after the other; `at` is the last. */
export type FailedCall = {
  at: string
  method: string
  path: string
  status: number
  code: string | null
  reason: string | null
  count: number
}

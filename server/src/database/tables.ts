import type { ColumnType, Generated, Insertable, Kysely, Selectable } from 'kysely'
import type {
  FailedCall,
  Actor,
  CustomerAddress,
  Availability,
  InWorkspace,
  Json,
  OrderMails,
  Plan,
  PriceChangeStatus,
  Scope,
  Undone,
  ProductEditField,
  ImageStatus,
  ImportKindName,
  ImportStatus,
} from './column-values.ts'
import type { OrderTables, PortalTables, QuoteTables } from './order-tables.ts'
import type { PeopleTables } from './people-tables.ts'

type NameTable = InWorkspace & { name: string; name_key: string }

type Past<Columns extends keyof CatalogueTables[Table], Table extends 'agreed_price' | 'discount_rule'> = InWorkspace &
  Pick<CatalogueTables[Table], Columns> & { updated_at: Date; until: Date }

type CatalogueTables = {
  workspace: {
    id: string
    name: string
    currency: string
    timezone: string
    tax_label: string
    plan: Plan
    trial_ends_at: Date | null
    /** Whether the staff works here only with sessions that a passkey proved. */
    staff_need_passkey: Generated<boolean>
    /** Whose people work and order here only when signed in by the workspace's identity provider. */
    company_domains: ColumnType<string[] | null, string | null | undefined, string | null>
    created_at: Date
    updated_at: Date
  }
  identity_provider: {
    workspace_id: string
    issuer: string
    client_id: string
    client_secret: string
    domains: Json<string[]>
    updated_at: Date
  }
  api_key: InWorkspace & {
    name: string
    scope: Scope
    secret_hash: Uint8Array
    created_at: Date
    last_used_at: Date | null
    revoked_at: Date | null
  }
  failed_calls: { workspace_id: string; api_key_id: string; calls: FailedCall[] }
  brand: NameTable
  category: NameTable
  price_group: NameTable & { min_order_value: Generated<number | null>; created_at: Date; updated_at: Date }
  product: InWorkspace & {
    sku: string
    sku_key: string
    name: string
    name_folded: string
    description: string | null
    brand_id: string | null
    category_id: string | null
    manufacturer_ref: string | null
    manufacturer_ref_key: string | null
    gtin: string | null
    replaced_by: string | null
    unit_label: string
    min_order_qty: number
    order_multiple: Generated<number>
    availability: Availability
    lead_time_note: string | null
    active: boolean
    visibility: 'all' | 'selected'
    details: Json<Record<string, string>>
    /** Minor units; null while the product has no price yet. */
    list_price: number | null
    /** True without a list price. A generated column. */
    unpriced: ColumnType<boolean, never, never>
    search: string
    /** JSON: the product as the API shows it, without price and `updatedAt`. A generated column. */
    document: ColumnType<string, never, never>
    created_at: Date
    updated_at: Date
  }
  customer: InWorkspace & {
    account_code: string | null
    account_code_key: string | null
    name: string
    name_key: string
    email: string | null
    email_key: string | null
    phone: string | null
    contact_name: string | null
    payment_terms_days: number | null
    credit_limit: number | null
    /** Minor units. */
    min_order_value: Generated<number | null>
    /** Minor units; below zero where the customer has paid ahead. */
    open_balance: number | null
    po_required: boolean
    notes: string | null
    addresses: ColumnType<CustomerAddress[], string | undefined, string>
    active: boolean
    /** The price group that it belongs to. */
    group_id: string | null
    /** The member of the staff who looks after it. */
    contact_id: Generated<string | null>
    created_at: Date
    updated_at: Date
    /** Raised by every change. */
    version: Generated<number>
  }
  buyer: InWorkspace & {
    customer_id: string
    name: string
    /** Where the buyer was invited; null for one who has joined, and has the e-mail of the person (`emailOfBuyer`). */
    email: string | null
    email_key: string | null
    status: 'invited' | 'active' | 'disabled'
    invited_at: Date
    last_seen_at: Date | null
    /** Who signs in as this buyer; null until the invitation is accepted. */
    person_id: string | null
    /** Up to which sum the buyer may order, in minor units before tax: null is any sum, 0 nothing. */
    order_limit: number | null
    /** Or another reference. Orders of this buyer say it. */
    cost_centre: string | null
    order_mails: Generated<OrderMails>
    /** Whether the buyer wants a weekly mail about changed prices. */
    price_mails: Generated<boolean>
    /** Whether products may be shown by this e-mail. */
    email_vouched: Generated<boolean>
    /** What the buyer was before a colleague disabled them; null where the wholesaler did. */
    disabled_from: 'invited' | 'active' | null
    /** When the person last chose to act for this customer. */
    chosen_at: Date | null
  }
  customer_code: InWorkspace & {
    product_id: string
    customer_id: string
    code: string | null
    code_key: string | null
    version: string
  }
  product_access: { workspace_id: string; product_id: string; customer_id: string }
  discount_rule: InWorkspace & {
    /** The customer, or else the price group, whose term it is. */
    customer_id: string | null
    group_id: string | null
    applies_to: 'all' | 'brand' | 'category'
    brand_id: string | null
    category_id: string | null
    discount_bp: number
    created_at: Date
    updated_at: Date
    /** Raised by every change. */
    version: Generated<number>
  }
  agreed_price: InWorkspace & {
    /** The customer, or else the price group, whose term it is. */
    customer_id: string | null
    group_id: string | null
    product_id: string
    /** Minor units. */
    unit: number
    min_qty: number
    starts_at: Date | null
    ends_at: Date | null
    created_at: Date
    updated_at: Date
    /** Raised by every change. */
    version: Generated<number>
  }
  /** A database that the workspace came from by a backup: until that time of a change, it has the same changes. */
  restored_from: { workspace_id: string; database_id: string; until: Date }
  /** A product or customer that was deleted, with its SKU or account code. */
  gone_record: {
    workspace_id: string
    kind: 'product' | 'customer'
    record_id: string
    code: string | null
    gone_at: Date
  }
  /** When an order or a customer was changed last, or a product by the name of its brand or category. */
  record_change: {
    workspace_id: string
    kind: 'product' | 'order' | 'customer'
    record_id: string
    changed_at: Date
  }
  /** What an agreed price was from `updated_at` to `until`. */
  past_agreed_price: Past<
    'customer_id' | 'group_id' | 'product_id' | 'unit' | 'min_qty' | 'starts_at' | 'ends_at',
    'agreed_price'
  >
  /** What a discount was from `updated_at` to `until`, with the name of its brand or category. */
  past_discount_rule: Past<
    'customer_id' | 'group_id' | 'applies_to' | 'brand_id' | 'category_id' | 'discount_bp',
    'discount_rule'
  > & { on_name: string | null }
  /** The price group that a customer had until then, and its name. */
  past_customer_group: {
    workspace_id: string
    customer_id: string
    group_id: string | null
    group_name: string | null
    until: Date
  }
  /** The brand and category that a product had until then. */
  past_product_group: {
    workspace_id: string
    product_id: string
    brand_id: string | null
    category_id: string | null
    until: Date
  }
  price_change: InWorkspace & {
    name: string
    status: PriceChangeStatus
    line_count: number
    scheduled_for: Date | null
    created_by: Json<Actor>
    created_at: Date
    updated_at: Date
    published_at: Date | null
    /** The text by which calls of an API key or a person, `draft_key_of`, find their draft again. */
    draft_key: string | null
    draft_key_of: string | null
  }
  price_change_line: {
    workspace_id: string
    price_change_id: string
    product_id: string
    old_price: number | null
    new_price: number
    /** When the line got its price; null for a line of the sample. */
    set_at: Date | null
  }
  activity: InWorkspace & {
    at: Date
    actor: Json<Actor>
    action: string
    subject: Json<{ type: string; id: string | null; label: string }>
    changes: Json<Record<string, unknown>>
    /** Null until what it tells is undone. */
    undone: Json<Undone> | null
  }
  workspace_revision: {
    workspace_id: string
    /** The number of changes. */
    revision: number
    /** Random, and new with each change. */
    nonce: ColumnType<string, never, string>
    /** The latest change time of all that feeds tell, and of products. */
    changed_at: Date | null
    products_changed_at: Date | null
  }
  /** One row. */
  schema_identity: { id: string }
  schema_migration: { number: number; name: string; applied_at: Date }
}

export type Tables = CatalogueTables &
  OrderTables &
  PortalTables &
  QuoteTables &
  PeopleTables &
  EditTables &
  ImageTables &
  ImportTables

/** The database, or an open transaction on it: a verb works on either. */
export type Database = Kysely<Tables>

export type Row<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>

/** When products were changed, and what edits of many records were before, as long as they can be undone. */
type EditTables = {
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

type ImageTables = {
  product_image: {
    workspace_id: string
    product_id: string
    /** The last URL that was sent. */
    source_url: string | null
    status: ImageStatus
    requested_at: Date
    /** When the next attempt is due. A claim moves it on, so that a copy that was cut off is tried again. */
    due_at: Date
    attempts: Generated<number>
    failure: string | null
  }
  product_picture: {
    workspace_id: string
    product_id: string
    /** 0 for the image of the product. There may be gaps. */
    place: number
    digest: string
  }
  image: {
    workspace_id: string
    digest: string
    width: number
    height: number
    bytes: number
    created_at: Date
    unused_since: Date | null
    removing: Generated<boolean>
  }
  image_source: {
    workspace_id: string
    url_digest: string
    digest: string
    checked_at: Date
  }
  image_secret: { workspace_id: string; secret: Uint8Array }
}

type OfImport = { workspace_id: string; import_id: string }

/**
 * Files that staff import from the browser, or scripts by the API. What is JSON here is typed in `imports/`, which
 * alone reads and writes it.
 */
type ImportTables = {
  data_import: InWorkspace & {
    kind: ImportKindName
    file_name: string
    status: ImportStatus
    problem: string | null
    file: Json<unknown>
    bytes: Generated<number>
    fingerprint: string | null
    reading: ColumnType<unknown, string | null, string | null>
    found: ColumnType<unknown, string | null | undefined, string | null>
    price_change_id: string | null
    total: Generated<number>
    done: Generated<number>
    last_line: Generated<number>
    created: Generated<number>
    updated: Generated<number>
    unchanged: Generated<number>
    prices: Generated<number>
    rejected: Generated<number>
    restored: Generated<number>
    removed: Generated<number>
    kept: Generated<number>
    uploaded_by: Json<Actor>
    started_by: ColumnType<Actor | null, string | null | undefined, string | null>
    created_at: Date
    started_at: Date | null
    finished_at: Date | null
    lease: string | null
    leased_until: Date | null
  }
  data_import_part: OfImport & { sheet: number; position: number; last_line: number; lines: string }
  data_import_reject: OfImport & { line: number; label: string | null; reason: string }
  import_mapping: { workspace_id: string; kind: string; shape: string; mapping: Json<unknown>; used_at: Date }
}

import type { ColumnType } from 'kysely'
import type { Actor, Candidate, Price } from './column-values.ts'
import type { OrderStatus } from '../rules/order-steps.ts'

type Json<T> = ColumnType<T, string, string>
type InWorkspace = { workspace_id: string; id: string }

type SalesOrderTable = InWorkspace & {
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
  placed_at: Date
  updated_at: Date
  /** What the search of orders looks at. A generated column. */
  search: ColumnType<string, never, never>
}

type SalesOrderLineTable = InWorkspace & {
  order_id: string
  position: number
  product_id: string
  sku: string
  name: string
  unit_label: string
  qty: number
  price: Json<Price>
  candidates: Json<Candidate[]>
}

type SalesOrderHistoryTable = {
  workspace_id: string
  order_id: string
  status: OrderStatus
  at: Date
  actor: Json<Actor>
  note: string | null
}

type SalesOrderNoteTable = InWorkspace & { order_id: string; at: Date; actor: Json<Actor>; text: string }

export type OrderTables = {
  order_counter: { workspace_id: string; last_number: number }
  sales_order: SalesOrderTable
  sales_order_line: SalesOrderLineTable
  sales_order_history: SalesOrderHistoryTable
  sales_order_note: SalesOrderNoteTable
}

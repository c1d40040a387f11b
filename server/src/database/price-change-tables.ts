import type { ColumnType } from 'kysely'
import type { Actor, PriceChangeStatus } from './column-values.ts'

type Json<T> = ColumnType<T, string, string>
type InWorkspace = { workspace_id: string; id: string }

export type PriceChangeTable = InWorkspace & {
  name: string
  status: PriceChangeStatus
  line_count: number
  scheduled_for: Date | null
  created_by: Json<Actor>
  created_at: Date
  updated_at: Date
  published_at: Date | null
}

export type PriceChangeLineTable = {
  workspace_id: string
  price_change_id: string
  product_id: string
  old_price: number | null
  new_price: number
  /** Null for a line that is older than the column. */
  set_at: Date | null
}

export type PriceChangeEditTable = InWorkspace & {
  price_change_id: string
  at: Date
  actor: Json<Actor>
  line_count: number
  /** With the prices in the same order. Written and read in SQL only. */
  product_ids: ColumnType<string[], never, never>
  from_prices: ColumnType<(number | null)[], never, never>
  to_prices: ColumnType<(number | null)[], never, never>
}

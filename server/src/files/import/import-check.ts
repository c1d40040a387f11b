import type { PriceMoves } from '../../shared/price-moves.ts'

/** A field of one record before and after. */
export type FieldChange = { from: unknown; to: unknown }

/**
 * A price of an existing product that would change, in minor units. `changeBp` is in basis points; null from nothing.
 */
export type PriceMove = { sku: string; name: string; from: number | null; to: number; changeBp: number | null }

/** A SKU that a spreadsheet seems to have damaged, and the products that it may mean. */
export type DamagedSku = { line: number; sku: string; probably: { sku: string; name: string }[] }

/** Rows that are rejected for one reason, and the first of them. Texts of the file in it are "…". */
export type RejectReason = {
  reason: string
  rows: number
  first: { line: number; label: string | null; reason: string }[]
}

/** What a check found. Lists hold some of what is counted. Labels and names say what a row is about. */
export type ImportCheck = {
  /** Rows of the file, blank ones and the header apart. */
  rows: number
  created: number
  changed: number
  unchanged: number
  rejected: number
  /** Good rows that are left out, because another row is about the same. */
  duplicates: number
  /** SKUs, or what else rows are told apart by, that are on more than one row. */
  repeatedKeys: number
  repeated: { label: string; lines: [number, number] }[]
  /** How many existing records change in which field. */
  fields: Record<string, number>
  /** How many values it would empty, by field. */
  cleared: Record<string, number>
  examples: { line: number; label: string; name: string; changes: Record<string, FieldChange> }[]
  newOnes: { line: number; label: string; name: string; changes: Record<string, FieldChange> }[]
  prices: { up: number; down: number; moves: PriceMove[] }
  /** Why rows are rejected, the most frequent first. */
  reasons: RejectReason[]
  /** What other brands, categories and lists of customers do to prices at once; null for nothing. */
  priceMoves: PriceMoves | null
  /** The state of the prices (`stateOfPrices`) that these moves are of. Undefined where rows move none at once. */
  priceState?: string
  rejects: { line: number; label: string | null; reason: string }[]
  damaged: DamagedSku[]
  warnings: string[]
  /** What the columns tell of how they are written, in words. */
  readAs: string[]
  /** Amounts with more decimals than the currency has. They are rounded, or their rows rejected. */
  toRound: number
  unknownCustomers: string[]
}

import type { PriceMoves } from '../rules/price-moves.ts'

/** A field of one record before and after. */
export type FieldChange = { from: unknown; to: unknown }

/**
 * A price of an existing product that would change, in minor units. `changeBp` is in basis points; null from nothing.
 */
export type PriceMove = { sku: string; name: string; from: number | null; to: number; changeBp: number | null }

/** A SKU that a spreadsheet seems to have damaged, and the product that it probably means. */
export type DamagedSku = { line: number; sku: string; probably: { sku: string; name: string } }

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
  examples: { line: number; label: string; name: string; changes: Record<string, FieldChange> }[]
  /** `price` is in minor units; null where a record of this kind has none. */
  newOnes: { line: number; label: string; name: string; price: number | null }[]
  prices: { up: number; down: number; moves: PriceMove[] }
  /** What other brands, categories and lists of customers do to prices at once; null for nothing. */
  priceMoves: PriceMoves | null
  rejects: { line: number; label: string | null; reason: string }[]
  damaged: DamagedSku[]
  warnings: string[]
  unknownCustomers: string[]
}

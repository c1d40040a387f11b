/** A field of one product before and after. */
export type FieldChange = { from: unknown; to: unknown }

/** A price of an existing product that would change, in minor units. `changeBp` is in basis points; null from nothing. */
export type PriceMove = { sku: string; name: string; from: number | null; to: number; changeBp: number | null }

/** A SKU that a spreadsheet seems to have damaged, and the product that it probably means. */
export type DamagedSku = { line: number; sku: string; probably: { sku: string; name: string } }

/** What a check found. Lists hold some of what is counted. */
export type Found = {
  /** Rows of the file, blank ones and the header apart. */
  rows: number
  created: number
  changed: number
  unchanged: number
  rejected: number
  /** Good rows that are left out, because another row has the same SKU. */
  duplicates: number
  repeatedSkus: number
  repeated: { sku: string; lines: [number, number] }[]
  /** How many existing products change in which field. */
  fields: Record<string, number>
  examples: { line: number; sku: string; name: string; changes: Record<string, FieldChange> }[]
  newProducts: { line: number; sku: string; name: string; listPrice: number }[]
  prices: { up: number; down: number; moves: PriceMove[] }
  rejects: { line: number; sku: string | null; reason: string }[]
  damaged: DamagedSku[]
  warnings: string[]
  unknownCustomers: string[]
}

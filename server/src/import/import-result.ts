import type { Field } from './fields.ts'
import type { ColumnMapping } from './map-columns.ts'

/** What came of an import, or of a dry run. */
export type ImportResult = {
  dryRun: boolean
  /** Rows of the file that are not blank. */
  rows: number
  /** Products that were sent, or would be; some of them may have been refused. */
  products: number
  created: number
  updated: number
  /** Good rows passed over, because another row with the same SKU counts. */
  duplicates: number
  priceChanges: number
  priceChangeId: string | null
  unknownCustomers: string[]
  rejected: number
  /** Null when no row was written to it. */
  rejectsFile: string | null
  /** SKUs that look damaged. */
  warnings: readonly string[]
  mapping: NamedMapping
}

/** What became of each column, by its name in the file. */
export type NamedMapping = {
  columns: Partial<Record<Field, string>>
  constants: Partial<Record<Field, string>>
  details: string[]
  ignored: string[]
}

export function namedMapping({ header, columns, constants, details, ignored }: ColumnMapping): NamedMapping {
  const names = (positions: readonly number[]) => positions.map((column) => header[column]!)
  return {
    columns: Object.fromEntries([...columns].map(([field, column]) => [field, header[column]!])),
    constants: Object.fromEntries(constants),
    details: names(details),
    ignored: names(ignored),
  }
}

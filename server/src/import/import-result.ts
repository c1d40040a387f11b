import type { Field } from './fields.ts'
import type { ColumnMapping } from './map-columns.ts'
import type { Totals } from './send-products.ts'
import type { Survey } from './survey-rows.ts'

/** What came of an import, or of a dry run. */
export type ImportResult = {
  dryRun: boolean
  /** It ended before all was sent: the counts of what came of it are of what was done until then. */
  interrupted: boolean
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

type Outcome = {
  options: { dryRun: boolean; rejects: string }
  interrupted: boolean
  survey: Survey
  totals: Totals
  /** Rows in the rejects file. */
  rejected: number
  mapping: ColumnMapping
}

export function importResult({ options, interrupted, survey, totals, rejected, mapping }: Outcome): ImportResult {
  return {
    dryRun: options.dryRun,
    interrupted,
    rows: survey.rows,
    products: survey.chosen.size,
    created: totals.created,
    updated: totals.updated,
    duplicates: survey.duplicates,
    priceChanges: totals.priceChanges,
    priceChangeId: totals.priceChangeId,
    unknownCustomers: [...totals.unknownCustomers],
    rejected: options.dryRun ? survey.rejected : rejected,
    rejectsFile: rejected > 0 ? options.rejects : null,
    warnings: survey.warnings,
    mapping: namedMapping(mapping),
  }
}

function namedMapping({ header, columns, constants, details, ignored }: ColumnMapping): NamedMapping {
  const names = (positions: readonly number[]) => positions.map((column) => header[column]!)
  return {
    columns: Object.fromEntries([...columns].map(([field, column]) => [field, header[column]!])),
    constants: Object.fromEntries(constants),
    details: names(details),
    ignored: names(ignored),
  }
}

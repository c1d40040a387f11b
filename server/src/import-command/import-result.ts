import type { SentField } from '../rules/product-fields.ts'
import type { ColumnMapping } from '../spreadsheets/map-columns.ts'
import type { Totals } from './send-products.ts'
import type { Survey } from '../spreadsheets/survey-rows.ts'

/** The result of an import or a dry run. */
export type ImportResult = {
  dryRun: boolean
  /** True if the run ended early. Then the counts cover only the rows that were sent. */
  interrupted: boolean
  /** Rows of the file that are not blank. */
  rows: number
  /** Products that were sent, or would be sent. The service may have refused some of them. */
  products: number
  created: number
  updated: number
  /** Good rows that were skipped, because another row with the same SKU was chosen. */
  duplicates: number
  priceChanges: number
  priceChangeId: string | null
  unknownCustomers: string[]
  rejected: number
  /** Null if no row was rejected. */
  rejectsFile: string | null
  /** SKUs that look damaged. */
  warnings: readonly string[]
  mapping: NamedMapping
}

/** The mapping of each column, by its name in the file. */
export type NamedMapping = {
  columns: Partial<Record<SentField, string>>
  constants: Partial<Record<SentField, string>>
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

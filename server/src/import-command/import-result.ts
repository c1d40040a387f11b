import type { ColumnMapping } from '../spreadsheets/map-columns.ts'
import type { Totals } from './send-products.ts'
import type { Survey } from '../spreadsheets/survey-rows.ts'

type Outcome = {
  options: { dryRun: boolean; rejects: string }
  interrupted: boolean
  survey: Survey
  totals: Totals
  /** Rows in the rejects file. */
  rejected: number
  mapping: ColumnMapping
}

/** The result of an import or a dry run. */
export type ImportResult = ReturnType<typeof importResult>

export function importResult({ options, interrupted, survey, totals, rejected, mapping }: Outcome) {
  return {
    dryRun: options.dryRun,
    /** True if the run ended early. Then the counts cover only the rows that were sent. */
    interrupted,
    /** Rows of the file that are not blank. */
    rows: survey.rows,
    /** Products that were sent, or would be sent. The service may have refused some of them. */
    products: survey.chosen.size,
    created: totals.created,
    updated: totals.updated,
    /** Good rows that were skipped, because another row with the same SKU was chosen. */
    duplicates: survey.duplicates,
    priceChanges: totals.priceChanges,
    priceChangeId: totals.priceChangeId,
    unknownCustomers: [...totals.unknownCustomers],
    rejected: options.dryRun ? survey.rejected : rejected,
    /** Null if no row was rejected. */
    rejectsFile: rejected > 0 ? options.rejects : null,
    /** SKUs that look damaged. */
    warnings: survey.warnings,
    mapping: namedMapping(mapping),
  }
}

/** The mapping of each column, by its name in the file. */
function namedMapping({ header, columns, constants, details, ignored }: ColumnMapping) {
  const names = (positions: readonly number[]) => positions.map((column) => header[column]!)
  return {
    columns: Object.fromEntries([...columns].map(([field, column]) => [field, header[column]!])),
    constants: Object.fromEntries(constants),
    details: names(details),
    ignored: names(ignored),
  }
}

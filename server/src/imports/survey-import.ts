import type { WorkspaceContext } from '../context.ts'
import type { ColumnForms } from '../spreadsheets/column-forms.ts'
import { mapInSlices } from '../map-in-slices.ts'
import type { CsvRecord } from '../spreadsheets/read-csv.ts'
import { surveyRows } from '../spreadsheets/survey-rows.ts'
import type { Survey } from '../spreadsheets/survey-rows.ts'
import type { ChosenRow, ReadCells } from './import-kind.ts'
import { KINDS } from './import-kinds.ts'
import { partsOfImport } from './import-parts.ts'
import type { ImportRow } from './import-row.ts'
import { mappingOf } from './columns.ts'
import { joinReasons, reasonInWords, shortened } from './reasons.ts'
import type { ImportTools } from './tools.ts'

/** Characters of a label that are kept. */
const MAX_LABEL = 100
/** A row that can be used has no longer key. */
const MAX_KEY = 2_000

/**
 * Reads rows as this import says, with the SKUs that stand for damaged ones. Its reasons are in words, and a rejected
 * row takes little, however long its cells are.
 */
export async function readerOf(
  context: WorkspaceContext,
  row: ImportRow,
  tools: Pick<ImportTools, 'validate'>,
  forms: ColumnForms,
): Promise<ReadCells<unknown>> {
  const kind = KINDS[row.kind]
  const { mapping } = mappingOf(kind, row.reading)
  const read = await kind.reader(context, forms, mapping, tools)
  const skus = new Map(Object.entries(row.reading.skus ?? {}))
  const skuColumn = mapping.columns.get('sku')
  return (cells, line) => {
    const sku = skuColumn === undefined ? undefined : skus.get(String(line))
    const found = read(sku === undefined ? cells : cells.with(skuColumn!, sku), line)
    const label = found.label?.slice(0, MAX_LABEL).toWellFormed()
    if (!found.reasons) return { ...found, label }
    const key = found.key !== undefined && found.key.length > MAX_KEY ? undefined : found.key
    const reasons = [shortened(joinReasons(found.reasons.map((reason) => reasonInWords(kind.fields, reason))))]
    return { label, sku: found.sku?.slice(0, MAX_LABEL), key, reasons }
  }
}

/** Chooses the row of each key. The same for a file whenever it is done. */
export async function surveyImport(
  context: WorkspaceContext,
  row: ImportRow,
  read: ReadCells<unknown>,
  signal?: AbortSignal,
): Promise<Survey> {
  const survey = surveyRows(row.reading.onDuplicate)
  for await (const records of partsOfImport(context, row)) {
    signal?.throwIfAborted()
    await mapInSlices(records, ({ cells, line }) => survey.see(read(cells, line), line))
  }
  return survey.found()
}

/** The rows of a part that the survey chose; without one, all good rows. */
export async function chosenOf(
  records: readonly CsvRecord[],
  read: ReadCells<unknown>,
  survey?: Pick<Survey, 'chosen'>,
): Promise<ChosenRow<unknown>[]> {
  const found = await mapInSlices(records, ({ cells, line }) => {
    const { key, label, item, reasons } = read(cells, line)
    return !reasons && (!survey || survey.chosen.get(key) === line)
      ? [{ line, label: (label ?? key).slice(0, MAX_LABEL).toWellFormed(), item }]
      : []
  })
  return found.flat()
}

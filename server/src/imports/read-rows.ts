import type { WorkspaceContext } from '../context.ts'
import { InvalidInput } from '../errors.ts'
import { mapInSlices } from '../map-in-slices.ts'
import { watchColumns } from '../spreadsheets/column-forms.ts'
import type { ColumnForms } from '../spreadsheets/column-forms.ts'
import { isFieldOf, labelOf } from '../spreadsheets/fields.ts'
import type { FieldSet } from '../spreadsheets/fields.ts'
import type { CsvRecord } from '../spreadsheets/read-csv.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { mappingOf } from './columns.ts'
import type { ChosenRow, ImportTools, ReadItem } from './import-kind.ts'
import { KINDS } from './import-kinds.ts'
import { partsOfImport } from './import-row.ts'
import type { ImportRow } from './import-row.ts'
import { rowReader } from './read-row.ts'
import { shortened } from './rejects.ts'

/** Characters of a label that are kept. */
const MAX_LABEL = 100
/** A row that can be used has no longer key. */
const MAX_KEY = 2_000

export type ReadCells = (cells: readonly string[], line: number) => ReadItem<unknown>

/** Looks at all cells of the columns with numbers and days, to decide how they are read. */
export async function decideForms(
  context: WorkspaceContext,
  row: ImportRow,
  signal?: AbortSignal,
): Promise<ColumnForms> {
  const kind = KINDS[row.kind]
  const { columns, constants } = mappingOf(kind, row.reading).mapping
  const { currency, currencyDecimals } = await readWorkspace(context, context.workspaceId)
  const watch = watchColumns(kind.fields.fields, {
    currency,
    currencyDecimals,
    rounds: row.reading.roundsPrices ?? false,
    isWorkbook: row.file.format === 'xlsx',
  })
  const watched = Object.entries(kind.fields.fields).flatMap(([field, { holds }]) => {
    if (!holds) return []
    const constant = constants.get(field)
    if (constant !== undefined) watch.see(field, constant)
    const column = constant === undefined ? columns.get(field) : undefined
    return column === undefined ? [] : [{ field, column }]
  })
  if (watched.length === 0) return watch.decided()
  for await (const records of partsOfImport(context, row)) {
    signal?.throwIfAborted()
    for (const { cells } of records) for (const { field, column } of watched) watch.see(field, cells[column] ?? '')
  }
  return watch.decided()
}

/**
 * Reads rows as this import says, with the SKUs that stand for damaged ones. Its reasons are in words, and a rejected
 * row takes little, however long its cells are.
 */
export async function readerOf(
  context: WorkspaceContext,
  row: ImportRow,
  { validate }: Pick<ImportTools, 'validate'>,
  forms: ColumnForms,
): Promise<ReadCells> {
  const kind = KINDS[row.kind]
  const { mapping } = mappingOf(kind, row.reading)
  const currency = await readWorkspace(context, context.workspaceId)
  const readRow = rowReader(kind.fields, mapping, { ...currency, forms })
  const readItem = kind.reader({ currency, forms, mapping, validate })
  const skus = new Map(Object.entries(row.reading.skus ?? {}))
  const skuColumn = mapping.columns.get('sku')
  return (given, line) => {
    const sku = skuColumn === undefined ? undefined : skus.get(String(line))
    const cells = sku === undefined ? given : given.with(skuColumn!, sku)
    const read = readRow(cells)
    const found = readItem(read, cells, line)
    const label = found.label?.slice(0, MAX_LABEL).toWellFormed()
    if (!found.reasons) return { ...found, label }
    const key = found.key !== undefined && found.key.length > MAX_KEY ? undefined : found.key
    const reasons = (read.isMisfit ? read.reasons : found.reasons).map((reason) => reasonInWords(kind.fields, reason))
    return { label, sku: found.sku?.slice(0, MAX_LABEL), key, reasons: [shortened(joinReasons(reasons))] }
  }
}

/** The rows of a part that the survey chose; without one, all good rows. */
export async function chosenOf(
  records: readonly CsvRecord[],
  read: ReadCells,
  chosen?: ReadonlyMap<string, number>,
): Promise<ChosenRow[]> {
  const found = await mapInSlices(records, ({ cells, line }) => {
    const { key, label, item, reasons } = read(cells, line)
    return !reasons && (!chosen || chosen.get(key) === line)
      ? [{ line, label: (label ?? key).slice(0, MAX_LABEL).toWellFormed(), item }]
      : []
  })
  return found.flat()
}

/**
 * Does `work` with rows. Where it is refused because of some of them, it is done without those; `refused` has them,
 * with the reasons in words.
 */
export async function withoutRefused<T>(
  fields: FieldSet,
  rows: readonly ChosenRow[],
  work: (rows: readonly ChosenRow[], refused: ReadonlyMap<ChosenRow, string>) => Promise<T>,
): Promise<T> {
  const refused = new Map<ChosenRow, string>()
  for (;;) {
    const left = refused.size === 0 ? rows : rows.filter((row) => !refused.has(row))
    try {
      return await work(left, refused)
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error
      for (const [row, reason] of refusedRows(fields, error, left)) refused.set(row, reason)
    }
  }
}

/** The rows that a call is refused for, with the reasons in words. Throws the error if it names none of them. */
function refusedRows(fields: FieldSet, error: InvalidInput, rows: readonly ChosenRow[]): Map<ChosenRow, string> {
  const refused = new Map<ChosenRow, string>()
  for (const { path, message } of error.issues) {
    const [, list, position, field] = /^(\w+)\.(\d+)(?:\.(.+))?$/.exec(path) ?? []
    const row = position === undefined ? undefined : rows[Number(position)]
    if (!row) throw error
    // A message may name other rows by their positions.
    const told = message.replaceAll(new RegExp(`\\b${list}\\.(\\d+)\\b`, 'g'), (place, other) =>
      rows[Number(other)] ? `row ${rows[Number(other)]!.line}` : place,
    )
    const reason = reasonInWords(fields, field === undefined ? told : `${field}: ${told}`)
    refused.set(row, refused.has(row) ? joinReasons([refused.get(row)!, reason]) : reason)
  }
  if (refused.size === 0) throw error
  return refused
}

/** Some of them are sentences. */
function joinReasons(reasons: readonly string[]): string {
  return reasons.join('; ').replaceAll('.; ', '; ')
}

/** A reason of a rejected row, with the label of its field: `unitLabel is blank` as `Unit is blank`. */
function reasonInWords(fields: FieldSet, reason: string): string {
  const [field] = /^\w+/.exec(reason) ?? []
  return field !== undefined && isFieldOf(fields, field)
    ? `${labelOf(fields, field)}${reason.slice(field.length)}`
    : reason
}

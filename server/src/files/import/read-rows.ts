import type { WorkspaceContext } from '../../context.ts'
import type { OnDuplicate } from '../../database/column-values.ts'
import { InvalidInput } from '../../errors.ts'
import { mapInSlices } from '../../lib/map-in-slices.ts'
import { visibleText } from '../../shared/invisible.ts'
import { inCurrency } from '../../shared/read-price.ts'
import type { Currency } from '../../shared/read-price.ts'
import { FORMULA_WITHOUT_VALUE } from '../spreadsheets/cells.ts'
import { watchColumns } from '../spreadsheets/column-forms.ts'
import type { ColumnForms } from '../spreadsheets/column-forms.ts'
import { isFieldOf, labelOf } from '../spreadsheets/fields.ts'
import type { FieldSet } from '../spreadsheets/fields.ts'
import type { CsvRecord } from '../spreadsheets/read-csv.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { mappingOf } from './columns.ts'
import type { ChosenRow, ColumnMapping, ImportTools, ReadItem, ReadRow } from './import-kind.ts'
import { KINDS } from './import-kinds.ts'
import { partsOfImport } from './import-row.ts'
import type { ImportRow } from './import-row.ts'
import { watchForDamagedSkus } from './kinds/damaged-skus.ts'
import { shortened } from './rejects.ts'

/** Characters of a label that are kept. */
const MAX_LABEL = 100
/** A row that can be used has no longer key. */
const MAX_KEY = 2_000
/** Keys of several rows that a check names. */
const EXAMPLES = 5

/** What spreadsheets show instead of a value, each in its language: #N/A, #NV, #REF!, #WERT!, #NAME?, Err:502. */
const ERROR = /^(?:#(?:N\/[A-Z]+|NV|GETTING_DATA|\p{Lu}[\p{Lu}\d/_]*[!?])|Err:\d{3})$/u

export type ReadCells = (cells: readonly string[], line: number) => ReadItem<unknown>

/**
 * Reads rows as this import says, with the SKUs that stand for damaged ones. First it looks at all cells of the columns
 * with numbers and days, which decide how they are read. Reasons are in words, and a rejected row takes little, however
 * long its cells are.
 */
export async function readerOf(
  context: WorkspaceContext,
  row: ImportRow,
  { validate }: Pick<ImportTools, 'validate'>,
  signal?: AbortSignal,
): Promise<{ read: ReadCells; forms: ColumnForms }> {
  const { fields, ...kind } = KINDS[row.kind]
  const { mapping } = mappingOf({ fields, ...kind }, row.reading)
  const currency = await readWorkspace(context, context.workspaceId)
  const forms = await decideForms(context, row, { fields, mapping, currency }, signal)
  const readRow = rowReader(fields, mapping, { ...currency, forms })
  const readItem = kind.reader({ currency, forms, mapping, validate })
  const skus = new Map(Object.entries(row.reading.skus ?? {}))
  const skuColumn = mapping.columns.get('sku')
  const read: ReadCells = (given, line) => {
    const sku = skuColumn === undefined ? undefined : skus.get(String(line))
    const cells = sku === undefined ? given : given.with(skuColumn!, sku)
    const values = readRow(cells)
    const found = readItem(values, cells, line)
    const label = found.label?.slice(0, MAX_LABEL).toWellFormed()
    if (!found.reasons) return { ...found, label }
    const key = found.key !== undefined && found.key.length > MAX_KEY ? undefined : found.key
    const reasons = (values.isMisfit ? values.reasons : found.reasons).map((reason) => reasonInWords(fields, reason))
    return { label, sku: found.sku?.slice(0, MAX_LABEL), key, reasons: [shortened(joinReasons(reasons))] }
  }
  return { read, forms }
}

async function decideForms(
  context: WorkspaceContext,
  row: ImportRow,
  { fields: { fields }, mapping, currency }: { fields: FieldSet; mapping: ColumnMapping; currency: Currency },
  signal?: AbortSignal,
): Promise<ColumnForms> {
  const rounds = row.reading.roundsPrices ?? false
  const watch = watchColumns(fields, { ...currency, rounds, isWorkbook: row.file.format === 'xlsx' })
  const watched = Object.keys(fields).filter((field) => fields[field]!.holds)
  for (const field of watched) if (mapping.constants.has(field)) watch.see(field, mapping.constants.get(field)!)
  const columns = watched.flatMap((field) => {
    const column = mapping.constants.has(field) ? undefined : mapping.columns.get(field)
    return column === undefined ? [] : [{ field, column }]
  })
  if (columns.length === 0) return watch.decided()
  for await (const records of partsOfImport(context, row)) {
    signal?.throwIfAborted()
    for (const { cells } of records) for (const { field, column } of columns) watch.see(field, cells[column] ?? '')
  }
  return watch.decided()
}

/**
 * Reads rows by the mapping of their columns. A number is in the currency that its header names. Cells that are missing
 * at the end are blank: spreadsheets leave them out.
 */
function rowReader(
  { fields, required }: FieldSet,
  { header, columns, constants, details, clearing, currencies }: ColumnMapping,
  { currency, currencyDecimals, forms }: Currency & { forms: ColumnForms },
): (cells: readonly string[]) => ReadRow {
  const named = [...columns, ...details.map((column) => [`"${header[column]!}"`, column] as const)]
  const sources = Object.entries(fields).flatMap(([field, { read }]) => {
    const [column, constant] = [columns.get(field), constants.get(field)]
    if (column === undefined && constant === undefined) return []
    const form = { currency, currencyDecimals, ...forms.numberOf(field) }
    return [{ field, read, form, column: column ?? -1, constant, currency: currencies.get(column ?? -1) }]
  })
  return (cells) => {
    const values: Record<string, unknown> = {}
    const texts: Record<string, string> = {}
    const cleared: Record<string, null> = {}
    const reasons = misfitsOf(cells, header, named)
    const isMisfit = reasons.length > 0
    for (const { field, read, form, column, constant, currency } of sources) {
      const text = constant ?? inCurrency(visibleText(cells[column] ?? ''), currency)
      if (text === '') {
        if (clearing.has(column)) cleared[field] = null
        if (required.includes(field) && !isMisfit) reasons.push(`${field} is blank`)
        continue
      }
      texts[field] = text
      const { value, reason } = read ? read(text, form) : { value: text }
      if (value !== undefined) values[field] = value
      if (reason !== undefined && !isMisfit) reasons.push(`${field} ${reason}`)
    }
    return { values, texts, cleared, reasons, isMisfit }
  }
}

/** `named`: the columns that are used, with their names. */
function misfitsOf(
  cells: readonly string[],
  header: readonly string[],
  named: readonly (readonly [string, number])[],
): string[] {
  if (cells.slice(header.length).some((cell) => cell.trim() !== '')) {
    return [`has ${cells.length} cells where the header has ${header.length}`]
  }
  return named.flatMap(([name, column]) => {
    const error = errorOf(cells[column]?.trim() ?? '')
    return error === undefined ? [] : [`${name} ${error}`]
  })
}

/** Why a cell has no value, in words that follow its name; undefined if it has one. */
function errorOf(cell: string): string | undefined {
  if (cell.includes('\ufffd')) return 'has a character that cannot be read: save the file as "CSV UTF-8"'
  if (!ERROR.test(cell)) return undefined
  return cell === FORMULA_WITHOUT_VALUE
    ? 'is a formula without a stored value: open the file in a spreadsheet and save it again'
    : `is ${cell}, an error of the spreadsheet`
}

/** Which rows of a file count. */
type Survey = {
  rows: number
  /** For each key with a good row: the line of the chosen row. */
  chosen: ReadonlyMap<string, number>
  /** Good rows that are skipped, because another row with the same key is chosen. */
  duplicates: number
  /** Keys that are on more than one row, good or bad. */
  repeatedKeys: number
  /** Some of them, each with its first two lines. */
  repeated: { label: string; lines: [number, number] }[]
  /** SKUs that look damaged. */
  warnings: readonly string[]
}

/** Looks at the rows of a file, one by one, to choose those that count. It keeps only keys and lines, not the rows. */
export function surveyRows(onDuplicate: OnDuplicate): {
  see: (row: ReadItem<unknown>, line: number) => void
  hasDuplicates: () => boolean
  found: () => Survey
} {
  const damaged = watchForDamagedSkus()
  const firstLines = new Map<string, number>()
  const repeated = new Map<string, { label: string; lines: [number, number] }>()
  const chosen = new Map<string, number>()
  const partial = new Set<string>()
  let [rows, duplicates] = [0, 0]

  const see = ({ label, sku, key, reasons, isPartial = false }: ReadItem<unknown>, line: number) => {
    rows++
    if (sku !== undefined) damaged.see(sku, line)
    if (key !== undefined) {
      const first = firstLines.get(key)
      if (first === undefined) firstLines.set(key, line)
      else if (!repeated.has(key)) repeated.set(key, { label: label ?? key, lines: [first, line] })
    }
    if (reasons) return
    const isRepeated = chosen.has(key)
    if (isRepeated) duplicates++
    const isBetter = partial.has(key) === isPartial ? onDuplicate === 'last' : !isPartial
    if (isRepeated && !isBetter) return
    chosen.set(key, line)
    if (isPartial) partial.add(key)
    else partial.delete(key)
  }
  return {
    see,
    hasDuplicates: () => duplicates > 0,
    found: () => ({
      rows,
      chosen,
      duplicates,
      repeatedKeys: repeated.size,
      repeated: [...repeated.values()].slice(0, EXAMPLES),
      warnings: damaged.warnings(),
    }),
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

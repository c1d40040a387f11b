import type { OnDuplicate } from '../../database/column-values.ts'
import { InvalidInput } from '../../errors.ts'
import { mapInSlices } from '../../lib/map-in-slices.ts'
import { visibleText } from '../../shared/invisible.ts'
import { currencyOf } from '../../shared/match-headers.ts'
import { inCurrency } from '../../shared/read-price.ts'
import type { Currency } from '../../shared/read-price.ts'
import { FORMULA_WITHOUT_VALUE } from '../spreadsheets/cells.ts'
import { watchColumns } from '../spreadsheets/columns.ts'
import type { ColumnForms, Columns } from '../spreadsheets/columns.ts'
import type { CsvRecord } from '../spreadsheets/read-csv.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { detailsOf } from './columns.ts'
import type { ChosenRow, ReadItem, Reading, ReadRow } from './import-kind.ts'
import { KINDS } from './import-kinds.ts'
import { partsOfJob } from './import-row.ts'
import type { ImportJob } from './import-row.ts'
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

/** `sku`: where it has one, which a spreadsheet may have damaged. */
type ReadFields = ReadItem<unknown> & { sku: string | undefined }
export type ReadCells = (cells: readonly string[], line: number) => ReadFields

/** A field that has a column or the same value in every row. */
type Source = { field: string; column: number; constant: string | undefined }

/**
 * Reads rows as this import says, with the SKUs that stand for damaged ones. First it looks at all cells of the columns
 * with numbers and days, which decide how they are read. Reasons are in words, and a rejected row takes little, however
 * long its cells are.
 */
export async function readerOf(job: ImportJob): Promise<{ read: ReadCells; forms: ColumnForms }> {
  const { context, row, tools } = job
  const { reading } = row
  const { columns, reader } = KINDS[row.kind]
  const currency = await readWorkspace(context, context.workspaceId)
  const sources = Object.keys(columns).flatMap((field): Source[] => {
    const [column, constant] = [reading.uses.indexOf(field), reading.constants[field]]
    return column === -1 && constant === undefined ? [] : [{ field, column, constant }]
  })
  const forms = await decideForms(job, sources, currency)
  const readRow = rowReader(columns, reading, sources, { ...currency, forms })
  const readItem = reader({ currency, forms, reading, validate: tools.validate })
  const { skus = {} } = reading
  const skuColumn = reading.uses.indexOf('sku')
  const read: ReadCells = (given, line) => {
    const sku = skuColumn === -1 ? undefined : skus[line]
    const cells = sku === undefined ? given : Object.assign([...given], { [skuColumn]: sku })
    const values = readRow(cells)
    const found = readItem(values, cells, line)
    const about = {
      sku: values.texts['sku']?.slice(0, MAX_LABEL),
      label: found.label?.slice(0, MAX_LABEL).toWellFormed(),
    }
    const { reasons } = values.isMisfit ? values : found
    if (reasons.length === 0) return { ...found, ...about }
    const key = found.key !== undefined && found.key.length > MAX_KEY ? undefined : found.key
    const told = joinReasons(reasons.map((reason) => reasonInWords(columns, reason)))
    return { ...about, key, reasons: [shortened(told)] }
  }
  return { read, forms }
}

async function decideForms(job: ImportJob, sources: readonly Source[], currency: Currency): Promise<ColumnForms> {
  const { row } = job
  const { columns } = KINDS[row.kind]
  const rounds = row.reading.roundsPrices ?? false
  const watch = watchColumns(columns, { ...currency, rounds, isWorkbook: row.file.format === 'xlsx' })
  const watched = sources.filter(({ field }) => columns[field]!.holds)
  for (const { field, constant } of watched) if (constant !== undefined) watch.see(field, constant)
  const varying = watched.filter(({ constant }) => constant === undefined)
  if (varying.length === 0) return watch.decided()
  for await (const records of partsOfJob(job)) {
    for (const { cells } of records) for (const { field, column } of varying) watch.see(field, cells[column] ?? '')
  }
  return watch.decided()
}

/**
 * Reads rows by the uses of their columns. A number is in the currency that its header names. Cells that are missing
 * at the end are blank: spreadsheets leave them out.
 */
function rowReader(
  columns: Columns,
  reading: Reading,
  sources: readonly Source[],
  { currency, currencyDecimals, forms }: Currency & { forms: ColumnForms },
): (cells: readonly string[]) => ReadRow {
  const { header, clearing = [] } = reading
  const named = [
    ...sources.flatMap(({ field, column }) => (column === -1 ? [] : [[field, column] as const])),
    ...detailsOf(reading).map((column) => [`"${header[column]!}"`, column] as const),
  ]
  const fields = sources.map((source) => {
    const { read, isRequired, clearable } = columns[source.field]!
    const form = { currency, currencyDecimals, ...forms.numberOf(source.field) }
    const said = source.column === -1 ? undefined : currencyOf(header[source.column]!)
    return {
      ...source,
      read,
      isRequired: isRequired && !clearable,
      form,
      said,
      isCleared: clearing.includes(source.column),
    }
  })
  return (cells) => {
    const values: Record<string, unknown> = {}
    const texts: Record<string, string> = {}
    const cleared: Record<string, null> = {}
    const reasons = misfitsOf(cells, header, named)
    const isMisfit = reasons.length > 0
    for (const { field, column, constant, read, isRequired, form, said, isCleared } of fields) {
      const text = constant ?? inCurrency(visibleText(cells[column] ?? ''), said)
      if (text === '') {
        if (isCleared) cleared[field] = null
        if (isRequired && !isMisfit) reasons.push(`${field} is blank`)
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

/** Which rows of a file count: of those about the same, one. It keeps only keys and lines, not the rows. */
export class Survey {
  rows = 0
  /** Good rows that are skipped, because another row with the same key is chosen. */
  duplicates = 0
  /** Keys that are on more than one row, good or bad; and some of them, each with its first two lines. */
  repeatedKeys = 0
  readonly repeated: { label: string; lines: [number, number] }[] = []
  readonly #damaged = watchForDamagedSkus()
  readonly #keys = new Map<string, { first: number; count: number; chosen?: number; isPartial?: boolean }>()
  readonly #onDuplicate: OnDuplicate

  constructor(onDuplicate: OnDuplicate) {
    this.#onDuplicate = onDuplicate
  }

  see({ label, sku, key, reasons, isPartial = false }: ReadFields, line: number): void {
    this.rows++
    if (sku !== undefined) this.#damaged.see(sku, line)
    if (key === undefined) return
    const seen = this.#keys.getOrInsertComputed(key, () => ({ first: line, count: 0 }))
    if (++seen.count === 2) {
      this.repeatedKeys++
      if (this.repeated.length < EXAMPLES) this.repeated.push({ label: label ?? key, lines: [seen.first, line] })
    }
    if (reasons.length > 0) return
    const isFirst = seen.chosen === undefined
    if (!isFirst) this.duplicates++
    const isBetter = seen.isPartial === isPartial ? this.#onDuplicate === 'last' : !isPartial
    if (isFirst || isBetter) Object.assign(seen, { chosen: line, isPartial })
  }

  isChosen(key: string, line: number): boolean {
    return this.#keys.get(key)?.chosen === line
  }

  /** SKUs that look damaged. */
  warnings(): string[] {
    return this.#damaged.warnings()
  }
}

/** The rows of a part that the survey chose; without one, all good rows. */
export async function chosenOf(records: readonly CsvRecord[], read: ReadCells, survey?: Survey): Promise<ChosenRow[]> {
  const found = await mapInSlices(records, ({ cells, line }) => {
    const { key, label, item, reasons } = read(cells, line)
    const isChosen = reasons.length === 0 && (!survey || survey.isChosen(key!, line))
    return isChosen ? [{ line, label: (label ?? key!).slice(0, MAX_LABEL).toWellFormed(), item }] : []
  })
  return found.flat()
}

/**
 * Does `work` with rows. Where it is refused because of some of them, it is done without those; `refused` has them,
 * with the reasons in words.
 */
export async function withoutRefused<T>(
  columns: Columns,
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
      for (const [row, reason] of refusedRows(columns, error, left)) refused.set(row, reason)
    }
  }
}

/** The rows that a call is refused for, with the reasons in words. Throws the error if it names none of them. */
function refusedRows(columns: Columns, error: InvalidInput, rows: readonly ChosenRow[]): Map<ChosenRow, string> {
  const refused = new Map<ChosenRow, string>()
  for (const { path, message } of error.issues) {
    const [, list, position, field] = /^(\w+)\.(\d+)(?:\.(.+))?$/.exec(path) ?? []
    const row = position === undefined ? undefined : rows[Number(position)]
    if (!row) throw error
    // A message may name other rows by their positions.
    const told = message.replaceAll(new RegExp(`\\b${list}\\.(\\d+)\\b`, 'g'), (place, other) =>
      rows[Number(other)] ? `row ${rows[Number(other)]!.line}` : place,
    )
    const reason = reasonInWords(columns, field === undefined ? told : `${field}: ${told}`)
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
function reasonInWords(columns: Columns, reason: string): string {
  const [field = ''] = /^\w+/.exec(reason) ?? []
  return Object.hasOwn(columns, field) ? `${columns[field]!.label}${reason.slice(field.length)}` : reason
}

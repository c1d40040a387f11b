import { PRODUCT_LIMITS } from '@trade-catalogue/client'
import { isDoubtfulPrice, wordsWithin } from '../../shared/match-headers.ts'
import { REJECT_COLUMNS } from '../spreadsheets/cells.ts'
import { guessColumns, reasonToLeaveOut } from '../spreadsheets/columns.ts'
import type { Columns } from '../spreadsheets/columns.ts'
import type { ColumnUse, ImportKind, LeftOutColumn, Reading } from './import-kind.ts'

type KindOfColumns = Pick<ImportKind, 'columns' | 'otherColumns'>
type Cells = { cells: readonly string[] }
type Taken = { fields: ReadonlySet<string>; columns: ReadonlySet<number> }

/**
 * The line that is most probably the header: the one with the most usual names among the first. Where none has two of
 * them, the first row of words that is about as wide as the widest: above it there may be a title. Else the first row.
 */
export function guessHeader(kinds: readonly ImportKind[], rows: readonly (Cells & { line: number })[]): number {
  const counts = rows.map(({ cells }) => {
    const names = cells.map((name) => name.trim())
    return Math.max(...kinds.map(({ columns }) => guessColumns(columns, names).size))
  })
  const most = Math.max(...counts)
  if (most >= 2) return rows[counts.indexOf(most)]!.line
  const filled = ({ cells }: Cells) => cells.filter((cell) => cell.trim() !== '')
  const widest = Math.max(...rows.map((row) => filled(row).length))
  const byShape = rows.find((row) => {
    const cells = filled(row)
    return cells.length >= 2 && cells.length >= widest * 0.8 && cells.every((cell) => /^\D*\p{L}/u.test(cell))
  })
  return (byShape ?? rows[0]!).line
}

/** What is asked for of the columns of a file, by their positions; and of the fields that are in none. */
type AskedUses = {
  uses: ReadonlyMap<number, ColumnUse>
  constants: readonly string[]
  /** What becomes of the others that fill no field: all are details, or none. */
  others?: 'details' | 'ignore' | undefined
  /** The file comes by the API: what only staff set is left out. */
  isSent?: true
}

/**
 * The uses of columns: as they are asked for, the others by their usual names. What fills no field is a detail, which
 * buyers see. So what `reasonToLeaveOut` finds is left out, unless `others` says more. Pure.
 */
export function guessUses(
  { columns, otherColumns }: KindOfColumns,
  header: readonly string[],
  records: readonly Cells[],
  { uses: asked, constants, others, isSent }: AskedUses = { uses: new Map(), constants: [] },
): { uses: ColumnUse[]; leftOut: LeftOutColumn[] } {
  const uses = new Map(asked)
  header.forEach((name, at) => {
    if (!uses.has(at) && isNoDetail(name)) uses.set(at, 'ignore')
  })
  const taken = { fields: new Set([...asked.values(), ...constants]), columns: new Set(uses.keys()) }
  const guessed = guessColumns(columns, header, taken)
  if (!isSent) guessMore(columns, { header, records, taken }, guessed)
  for (const [field, at] of guessed) uses.set(at, isSent && columns[field]!.staffOnly ? 'ignore' : field)
  const leftOut: LeftOutColumn[] = []
  const guess = (column: string, at: number) => {
    if (otherColumns === 'ignore' || others === 'details') return otherColumns
    const reason =
      others === 'ignore' ? 'It is not among the chosen details.' : reasonToLeaveOut(column, valuesAt(records, at))
    if (reason === null) return 'details'
    leftOut.push({ column, reason })
    return 'ignore'
  }
  return { uses: header.map((column, at) => uses.get(at) ?? guess(column, at)), leftOut }
}

/** Values of a column that fit its field: of those that are looked at, all but a tenth. */
const FITTING = 0.9

/**
 * Adds what a person would guess, who then looks at it: fields that a header has a hint of, and whose values fit, such as
 * "Our ref" over codes; and those that values alone tell. Of several columns that could be the price, none is.
 */
function guessMore(
  columns: Columns,
  { header, records, taken }: { header: readonly string[]; records: readonly Cells[]; taken: Taken },
  guessed: Map<string, number>,
): void {
  const used = new Set([...taken.columns, ...guessed.values()])
  const words = header.map((name) => (reasonToLeaveOut(name, []) === null ? wordsWithin(name) : new Set<string>()))
  for (const [field, { headers, hints, fits, holds, isKnownByValues }] of Object.entries(columns)) {
    if (!fits || guessed.has(field) || taken.fields.has(field)) continue
    const wanted = new Set(`${headers} ${hints ?? ''}`.split(' '))
    const found = header.flatMap((_, at) => {
      if (used.has(at) || !(isKnownByValues || !words[at]!.isDisjointFrom(wanted))) return []
      const values = valuesAt(records, at)
      return values.length > 0 && values.filter(fits).length >= values.length * FITTING ? at : []
    })
    if (found.length === 0 || (holds === 'money' && found.length > 1)) continue
    guessed.set(field, found[0]!)
    used.add(found[0]!)
  }
  const description = guessed.get('description')
  if (description === undefined || guessed.has('name') || !guessed.has('listPrice') || taken.fields.has('name')) return
  // A price list has its names under Description.
  guessed.set('name', description)
  guessed.delete('description')
}

/** Columns without a name, and those that a file of rejected rows adds, never become details. */
function isNoDetail(name: string): boolean {
  return name === '' || REJECT_COLUMNS.includes(name)
}

export function detailsOf({ header, uses }: Pick<Reading, 'header' | 'uses'>): number[] {
  return uses.flatMap((use, at) => (use === 'details' && !isNoDetail(header[at]!) ? [at] : []))
}

export function valuesAt(records: readonly Cells[], column: number): string[] {
  return records.flatMap(({ cells }) => cells[column]?.trim() || [])
}

/** True for a column whose blank cells can empty something: a field that may be empty, or a detail. */
export function isClearable({ columns }: KindOfColumns, use: ColumnUse): boolean {
  return use === 'details' || columns[use]?.clearable === true
}

/** Why columns cannot be used so, in words. Pure. */
export function problemsOf(
  { columns, otherColumns }: KindOfColumns,
  reading: Pick<Reading, 'header' | 'uses' | 'constants'>,
): string[] {
  const { uses, constants } = reading
  const details = detailsOf(reading)
  const fields = Object.entries(columns).map(([field, column]) => {
    const [hasColumn, isConstant] = [uses.includes(field), field in constants]
    const isMissing = column.isRequired && !hasColumn && !isConstant
    return { ...column, field, hasColumn, isConstant, isMissing }
  })
  type Field = (typeof fields)[number]
  const told = (isWrong: (field: Field) => boolean | undefined, problem: (field: Field) => string) =>
    fields.filter(isWrong).map(problem)
  const used = fields.filter(({ hasColumn, isConstant }) => hasColumn || isConstant)
  const isAlone = !fields.some(({ isMissing }) => isMissing) && used.length + details.length === 1
  return [
    ...told(
      ({ field }) => uses.indexOf(field) !== uses.lastIndexOf(field),
      ({ label }) => `Two columns are used as ${label}: leave one of them out.`,
    ),
    ...told(
      ({ hasColumn, isConstant }) => hasColumn && isConstant,
      ({ label }) => `${label} has both a column and a value for every row: leave one of them out.`,
    ),
    ...told(
      ({ isMissing }) => isMissing,
      ({ label, identifies }) =>
        `No column is used as ${label}: choose one${identifies ? '' : ', or give every row the same value'}.`,
    ),
    ...(used.some(({ field }) => field === 'listPrice') ? [] : doubtfulPrice(columns, reading.header, details)),
    ...(isAlone && otherColumns === 'details' ? ['The file has nothing but SKUs: use another column.'] : []),
    ...unusableNames(reading.header, details),
  ]
}

/** A price that would be a detail, which buyers see, though the file has no other one. */
function doubtfulPrice(
  { listPrice: price }: KindOfColumns['columns'],
  header: readonly string[],
  details: readonly number[],
): string[] {
  const column = price && details.find((at) => isDoubtfulPrice(header[at]!, price.headers))
  if (column === undefined) return []
  return [
    `The column "${header[column]}" may be no ${price!.label.toLowerCase()}, which is without tax, for one unit, as it is now: ` +
      `use it as ${price!.label}, or leave it out.`,
  ]
}

/** The names of details must be short enough, and unique. */
function unusableNames(header: readonly string[], details: readonly number[]): string[] {
  return details.flatMap((column) => {
    const name = header[column]!
    if ([...name].length > PRODUCT_LIMITS.detailsName) {
      return [`The name of the column "${name.slice(0, 40)}…" is too long for a detail: leave the column out.`]
    }
    const isRepeated = details.some((other) => other < column && header[other] === name)
    return isRepeated ? [`Two columns are named "${name}": leave one of them out.`] : []
  })
}

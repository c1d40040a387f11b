import type { OnDuplicate } from '../database/column-values.ts'
import { guessFields, isFieldOf, labelOf } from '../spreadsheets/fields.ts'
import { completeMapping } from '../spreadsheets/map-columns.ts'
import type { AskedMapping, ColumnMapping, UnusableName } from '../spreadsheets/map-columns.ts'
import { isDoubtfulPrice } from '../rules/match-headers.ts'
import type { ImportKind } from './import-kind.ts'
import { reasonToLeaveOut } from '../spreadsheets/private-columns.ts'

/** What a column is used for: the name of a field of the kind, `details`, or `ignore`. */
export type ColumnUse = string

/** How a file is read. `headerLine` is the line of the header in the sheet, from 1. */
export type Reading = {
  sheet: number
  headerLine: number
  header: string[]
  uses: ColumnUse[]
  /** Values that every row gets, by field. */
  constants: Record<string, string>
  onDuplicate: OnDuplicate
  /** Positions of columns whose blank cells empty their field. It is chosen for each file anew. */
  clearing?: number[]
  /** SKUs that stand for the damaged ones of the file, by line. */
  skus?: Record<string, string>
  /** Rounds prices with more decimals than the currency has, instead of refusing them. Never remembered. */
  roundsPrices?: boolean
  /** Columns of a file by the API that are no details, though they fill no field. */
  leftOut?: LeftOutColumn[]
  /** True if it is how a file with this header was read before. */
  isRemembered: boolean
}

/** A column that buyers do not see, and why, in words. */
export type LeftOutColumn = { column: string; reason: string }

/** A field that a column can be used for, whether every row may get the same value instead, and whether blank cells may
 * empty it. */
export type UsableField = {
  field: string
  label: string
  isRequired: boolean
  mayBeConstant: boolean
  isClearable: boolean
}

/** The row that is most probably the header: the one with the most usual names among the first, else the first. */
export function guessHeader(
  kinds: readonly ImportKind[],
  rows: readonly { cells: readonly string[]; line: number }[],
): number {
  const counts = rows.map(({ cells }) => {
    const names = cells.map((name) => name.trim())
    return Math.max(...kinds.map(({ fields }) => guessFields(fields, names).size))
  })
  const most = Math.max(...counts)
  return rows[most < 2 ? 0 : counts.indexOf(most)]!.line
}

const NOTHING_ASKED: AskedMapping = { columns: new Map(), constants: new Map(), ignored: new Set() }

/** Columns that somebody chose as details, and no others. */
type ChosenDetails = 'all' | ReadonlySet<number>

/**
 * The uses of columns: as they are asked for, the others by their usual names. What fills no field is a detail, which
 * buyers see. So what `reasonToLeaveOut` finds is left out, unless `details` has it.
 */
export function guessUses(
  { fields, otherColumns }: Pick<ImportKind, 'fields' | 'otherColumns'>,
  header: readonly string[],
  records: readonly { cells: readonly string[] }[],
  { details, ...asked }: AskedMapping & { details?: ChosenDetails | undefined } = NOTHING_ASKED,
): { uses: ColumnUse[]; leftOut: LeftOutColumn[] } {
  const chosen = typeof details === 'object' ? details : new Set<number>()
  const { mapping } = completeMapping(fields, header, { ...asked, ignored: asked.ignored.union(chosen) })
  const leftOut: LeftOutColumn[] = []
  const used = new Map([...mapping.columns].map(([field, column]) => [column, field]))
  const others = new Set(otherColumns === 'details' ? mapping.details : [])
  const uses = header.map((column, at) => {
    if (used.has(at)) return used.get(at)!
    if (chosen.has(at)) return 'details'
    if (!others.has(at)) return 'ignore'
    if (details === 'all') return 'details'
    const reason = details ? 'It is not among the chosen details.' : reasonToLeaveOut(column, valuesAt(records, at))
    if (reason === null) return 'details'
    leftOut.push({ column, reason })
    return 'ignore'
  })
  return { uses, leftOut }
}

export function valuesAt(records: readonly { cells: readonly string[] }[], column: number): string[] {
  return records.flatMap(({ cells }) => cells[column]?.trim() || [])
}

/** True for a column whose blank cells can empty something: a field that may be empty, or a detail. */
export function isClearable({ fields }: ImportKind, use: ColumnUse): boolean {
  return use === 'details' || (isFieldOf(fields, use) && fields.fields[use]!.clearable === true)
}

/** The mapping of a reading, and why it cannot be used, in words. */
export function mappingOf(
  kind: ImportKind,
  { header, uses, constants, clearing }: Reading,
): { mapping: ColumnMapping; problems: string[] } {
  const { fields } = kind
  const given = Object.entries(constants).filter(([, value]) => value !== '')
  const columns = new Map<string, number>()
  const problems: string[] = []
  uses.forEach((use, column) => {
    if (!isFieldOf(fields, use)) return
    if (columns.has(use)) problems.push(`Two columns are used as ${labelOf(fields, use)}: leave one of them out.`)
    else columns.set(use, column)
  })
  for (const [field] of given) {
    if (!columns.has(field)) continue
    problems.push(`${labelOf(fields, field)} has both a column and a value for every row: leave one of them out.`)
  }
  const ignored = new Set(uses.flatMap((use, column) => (use === 'ignore' ? [column] : [])))
  const asked = { columns, constants: new Map(given), ignored }
  const { mapping, missing, unusable } = completeMapping(fields, header, asked, { guesses: false })
  const isAlone = missing.length === 0 && columns.size + given.length + mapping.details.length === 1
  return {
    mapping: { ...mapping, clearing: new Set(clearing) },
    problems: [
      ...problems,
      ...missing.map((field) => noSource(kind, field)),
      ...doubtfulPrice(kind, header, mapping),
      ...(isAlone && kind.otherColumns === 'details' ? ['The file has nothing but SKUs: use another column.'] : []),
      ...unusable.map((name) => unusableName(header, name)),
    ],
  }
}

/** A price that would be a detail, which buyers see, though the file has no other one. */
function doubtfulPrice(
  { fields }: ImportKind,
  header: readonly string[],
  { columns, constants, details }: ColumnMapping,
) {
  const price = fields.fields['listPrice']
  if (!price || columns.has('listPrice') || constants.has('listPrice')) return []
  const column = details.find((at) => isDoubtfulPrice(header[at]!, price.headers))
  if (column === undefined) return []
  return [
    `The column "${header[column]}" may be no ${price.label.toLowerCase()}, which is without tax, for one unit, as it is now: ` +
      `use it as ${price.label}, or leave it out.`,
  ]
}

function noSource({ fields, identifying }: ImportKind, field: string): string {
  return identifying.includes(field)
    ? `No column is used as ${labelOf(fields, field)}: choose one.`
    : `No column is used as ${labelOf(fields, field)}: choose one, or give every row the same value.`
}

function unusableName(header: readonly string[], { column, reason }: UnusableName): string {
  return reason === 'long'
    ? `The name of the column "${header[column]!.slice(0, 40)}…" is too long for a detail: leave the column out.`
    : `Two columns are named "${header[column]}": leave one of them out.`
}

export function usableFields(kind: ImportKind): UsableField[] {
  const { fields, identifying } = kind
  return Object.keys(fields.fields).map((field) => ({
    field,
    label: labelOf(fields, field),
    isRequired: fields.required.includes(field),
    mayBeConstant: !identifying.includes(field),
    isClearable: isClearable(kind, field),
  }))
}

import { PRODUCT_LIMITS } from '@trade-catalogue/client'
import type { OnDuplicate } from '../../database/column-values.ts'
import { currencyOf, isDoubtfulPrice, matchHeaders } from '../../shared/match-headers.ts'
import { REJECT_COLUMNS } from '../spreadsheets/cells.ts'
import { guessFields, isFieldOf, labelOf } from '../spreadsheets/fields.ts'
import type { FieldSet } from '../spreadsheets/fields.ts'
import { reasonToLeaveOut } from '../spreadsheets/private-columns.ts'
import type { ColumnMapping, ImportKind } from './import-kind.ts'

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

/** What is asked for of the columns of a file, by their positions; and of the fields that are in none. */
type AskedUses = {
  uses: ReadonlyMap<number, ColumnUse>
  constants: readonly string[]
  /** What becomes of the others that fill no field: all are details, or none. */
  others?: 'details' | 'ignore' | undefined
}

/**
 * The uses of columns: as they are asked for, the others by their usual names. What fills no field is a detail, which
 * buyers see. So what `reasonToLeaveOut` finds is left out, unless `others` says more. Pure.
 */
export function guessUses(
  { fields, otherColumns }: Pick<ImportKind, 'fields' | 'otherColumns'>,
  header: readonly string[],
  records: readonly { cells: readonly string[] }[],
  { uses: asked, constants, others }: AskedUses = { uses: new Map(), constants: [] },
): { uses: ColumnUse[]; leftOut: LeftOutColumn[] } {
  const uses = new Map(asked)
  header.forEach((name, at) => {
    if (!uses.has(at) && isNoDetail(name)) uses.set(at, 'ignore')
  })
  const taken = { fields: new Set([...asked.values(), ...constants]), columns: new Set(uses.keys()) }
  for (const [field, at] of guessFields(fields, header, taken)) uses.set(at, field)
  const left = { fields: new Set<string>(), columns: new Set(uses.keys()) }
  for (const at of matchHeaders(fields.ignored ?? {}, header, left).values()) uses.set(at, 'ignore')
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

/** Columns without a name, and those that a file of rejected rows adds, never become details. */
function isNoDetail(name: string): boolean {
  return name === '' || REJECT_COLUMNS.includes(name)
}

export function valuesAt(records: readonly { cells: readonly string[] }[], column: number): string[] {
  return records.flatMap(({ cells }) => cells[column]?.trim() || [])
}

/** True for a column whose blank cells can empty something: a field that may be empty, or a detail. */
export function isClearable({ fields }: ImportKind, use: ColumnUse): boolean {
  return use === 'details' || (isFieldOf(fields, use) && fields.fields[use]!.clearable === true)
}

/** The mapping of a reading, and why it cannot be used, in words. Pure. */
export function mappingOf(
  kind: Pick<ImportKind, 'fields' | 'otherColumns' | 'identifying'>,
  { header, uses, constants: given, clearing }: Pick<Reading, 'header' | 'uses' | 'constants' | 'clearing'>,
): { mapping: ColumnMapping; problems: string[] } {
  const { fields } = kind
  const names = Object.keys(fields.fields)
  const columns = new Map(names.flatMap((field) => (uses.includes(field) ? [[field, uses.indexOf(field)]] : [])))
  const constants = new Map(Object.entries(given).filter(([, value]) => value !== ''))
  const details = uses.flatMap((use, at) => (use === 'details' && !isNoDetail(header[at]!) ? [at] : []))
  const labelled = (wanted: (field: string) => boolean, problem: (label: string) => string) =>
    names.filter(wanted).map((field) => problem(labelOf(fields, field)))
  const isMissing = (field: string) => fields.required.includes(field) && !columns.has(field) && !constants.has(field)
  const isAlone = !names.some(isMissing) && columns.size + constants.size + details.length === 1
  const mapping: ColumnMapping = {
    header,
    columns,
    constants,
    details,
    clearing: new Set(clearing),
    currencies: new Map([...columns.values()].map((column) => [column, currencyOf(header[column]!)])),
  }
  return {
    mapping,
    problems: [
      ...labelled(
        (field) => uses.indexOf(field) !== uses.lastIndexOf(field),
        (label) => `Two columns are used as ${label}: leave one of them out.`,
      ),
      ...labelled(
        (field) => columns.has(field) && constants.has(field),
        (label) => `${label} has both a column and a value for every row: leave one of them out.`,
      ),
      ...names.filter(isMissing).map((field) => noSource(kind, field)),
      ...doubtfulPrice(fields, mapping),
      ...(isAlone && kind.otherColumns === 'details' ? ['The file has nothing but SKUs: use another column.'] : []),
      ...unusableNames(mapping),
    ],
  }
}

/** A price that would be a detail, which buyers see, though the file has no other one. */
function doubtfulPrice({ fields }: FieldSet, { header, columns, constants, details }: ColumnMapping): string[] {
  const price = fields['listPrice']
  if (!price || columns.has('listPrice') || constants.has('listPrice')) return []
  const column = details.find((at) => isDoubtfulPrice(header[at]!, price.headers))
  if (column === undefined) return []
  return [
    `The column "${header[column]}" may be no ${price.label.toLowerCase()}, which is without tax, for one unit, as it is now: ` +
      `use it as ${price.label}, or leave it out.`,
  ]
}

function noSource({ fields, identifying }: Pick<ImportKind, 'fields' | 'identifying'>, field: string): string {
  return identifying.includes(field)
    ? `No column is used as ${labelOf(fields, field)}: choose one.`
    : `No column is used as ${labelOf(fields, field)}: choose one, or give every row the same value.`
}

/** The names of details must be short enough, and unique. */
function unusableNames({ header, details }: ColumnMapping): string[] {
  return details.flatMap((column) => {
    const name = header[column]!
    if ([...name].length > PRODUCT_LIMITS.detailsName) {
      return [`The name of the column "${name.slice(0, 40)}…" is too long for a detail: leave the column out.`]
    }
    const isRepeated = details.some((other) => other < column && header[other] === name)
    return isRepeated ? [`Two columns are named "${name}": leave one of them out.`] : []
  })
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

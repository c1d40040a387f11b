import { createHash } from 'node:crypto'
import { FIELDS, guessFields, isField, REQUIRED } from '../import/fields.ts'
import type { Field } from '../import/fields.ts'
import { completeMapping } from '../import/map-columns.ts'
import type { ColumnMapping, UnusableName } from '../import/map-columns.ts'
import type { OnDuplicate } from '../import/survey-rows.ts'
import { FIELD_LABELS } from './field-labels.ts'

/** What a column is used for: a field of a product, its details, or nothing. */
export type ColumnUse = Field | 'details' | 'ignore'

/** How a file is read. `headerLine` is the line of the header in the sheet, from 1. */
export type Reading = {
  sheet: number
  headerLine: number
  header: string[]
  uses: ColumnUse[]
  /** Values that every row gets. */
  constants: Partial<Record<Field, string>>
  onDuplicate: OnDuplicate
  /** True if it is how a file with this header was read before. */
  isRemembered: boolean
}

/** What is remembered of a reading, for files of the same shape. */
export type RememberedMapping = Pick<Reading, 'uses' | 'constants' | 'onDuplicate'>

/** The shape of a file: a digest of its header, ignoring case. Files of one shape are read alike. */
export function shapeOf(header: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(header.map((name) => name.toLowerCase())))
    .digest('base64url')
}

/** The row that is most probably the header: the one with the most usual names among the first, else the first. */
export function guessHeader(rows: readonly { cells: readonly string[]; line: number }[]): number {
  const nothing = { fields: new Set<Field>(), columns: new Set<number>() }
  const counts = rows.map(
    ({ cells }) =>
      guessFields(
        cells.map((name) => name.trim()),
        nothing,
      ).size,
  )
  const most = Math.max(...counts)
  return rows[most < 2 ? 0 : counts.indexOf(most)]!.line
}

/** The uses of columns by their usual names. */
export function guessUses(header: readonly string[]): ColumnUse[] {
  const asked = { columns: new Map<Field, number>(), constants: new Map<Field, string>(), ignored: new Set<number>() }
  const { columns, ignored } = completeMapping(header, asked).mapping
  const fields = new Map([...columns].map(([field, column]) => [column, field]))
  return header.map((_, column) => fields.get(column) ?? (ignored.includes(column) ? 'ignore' : 'details'))
}

/** The mapping of a reading, and why it cannot be used, in words. */
export function mappingOf({ header, uses, constants }: Reading): { mapping: ColumnMapping; problems: string[] } {
  const given = Object.entries(constants).filter(([, value]) => value !== '') as [Field, string][]
  const columns = new Map<Field, number>()
  const problems: string[] = []
  uses.forEach((use, column) => {
    if (!isField(use)) return
    if (columns.has(use)) problems.push(`Two columns are used as ${FIELD_LABELS[use]}: leave one of them out.`)
    else columns.set(use, column)
  })
  for (const [field] of given) {
    if (!columns.has(field)) continue
    problems.push(`${FIELD_LABELS[field]} has both a column and a value for every row: leave one of them out.`)
  }
  const ignored = new Set(uses.flatMap((use, column) => (use === 'ignore' ? [column] : [])))
  const completed = completeMapping(header, { columns, constants: new Map(given), ignored }, { guesses: false })
  return {
    mapping: completed.mapping,
    problems: [...problems, ...completed.missing.map(noSource), ...completed.unusable.map(unusable(header))],
  }
}

function noSource(field: Field): string {
  const label = FIELD_LABELS[field]
  return field === 'sku'
    ? `No column is used as ${label}: choose one.`
    : `No column is used as ${label}: choose one, or give every row the same value.`
}

function unusable(header: readonly string[]): (name: UnusableName) => string {
  return ({ column, reason }) =>
    reason === 'long'
      ? `The name of the column "${header[column]!.slice(0, 40)}…" is too long for a detail: leave the column out.`
      : `Two columns are named "${header[column]}": leave one of them out.`
}

/** The fields that a column can be used for. */
export const USABLE_FIELDS = FIELDS.map((field) => ({
  field,
  label: FIELD_LABELS[field],
  isRequired: (REQUIRED as readonly Field[]).includes(field),
}))

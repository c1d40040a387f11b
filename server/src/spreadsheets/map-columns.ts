import { PRODUCT_LIMITS } from '@trade-catalogue/client'
import { OperatorError } from '../errors.ts'
import { SENT_FIELDS } from '../rules/product-fields.ts'
import type { SentField } from '../rules/product-fields.ts'
import { guessFields, isField, namesOf, SENT_PRODUCT_FIELDS, WHOLE_PRODUCT } from './fields.ts'
import type { FieldSet } from './fields.ts'

export type MappingOptions = {
  /** Each `field=column`. */
  map: readonly string[]
  /** Each `field=value`. */
  set: readonly string[]
  /** Columns to leave out. */
  ignore: readonly string[]
}

/** The mapping of each column. Columns are positions in the header. */
export type ColumnMapping<F extends string = SentField> = {
  header: readonly string[]
  columns: ReadonlyMap<F, number>
  constants: ReadonlyMap<F, string>
  details: readonly number[]
  ignored: readonly number[]
  /** Fields that no row may leave blank. */
  required: readonly F[]
  /** Columns whose blank cells empty their field. Without it, a blank cell changes nothing. */
  clearing?: ReadonlySet<number>
}

/** What is asked for of a mapping. Columns are positions in the header. */
export type AskedMapping<F extends string> = {
  columns: ReadonlyMap<F, number>
  constants: ReadonlyMap<F, string>
  ignored: ReadonlySet<number>
}

/** A column whose name cannot be that of a detail. */
export type UnusableName = { column: number; reason: 'long' | 'repeated' }

/**
 * Maps each column: first by the options, then by the usual header names. All other columns go to the details. Throws
 * an OperatorError if an option cannot be applied, and if a required field has no source.
 */
export function mapColumns(header: readonly string[], options: MappingOptions): ColumnMapping {
  const constants = readConstants(options.set)
  const asked = readAsked(header, options.map)
  const ignored = new Set(options.ignore.map((name) => findColumn(header, name, '--ignore')))
  for (const [field, column] of asked) {
    if (constants.has(field)) throw new OperatorError(`${field} is in both --map and --set.`)
    if (ignored.has(column)) throw new OperatorError(`The column "${header[column]}" is in both --map and --ignore.`)
  }
  const fields = { ...SENT_PRODUCT_FIELDS, required: WHOLE_PRODUCT }
  const { mapping, missing, unusable } = completeMapping(fields, header, { columns: asked, constants, ignored })
  if (missing.length > 0) throw noSource(missing, header)
  if (unusable.length > 0) throw unusableName(header, unusable[0]!)
  return mapping
}

/**
 * Completes a mapping: guesses the other fields by the usual header names, and gives the other columns to the details.
 * Says which required fields have no source, and which columns cannot be details. Pure.
 */
export function completeMapping<F extends string>(
  fields: FieldSet<F>,
  header: readonly string[],
  asked: AskedMapping<F>,
  { guesses = true }: { guesses?: boolean } = {},
): { mapping: ColumnMapping<F>; missing: F[]; unusable: UnusableName[] } {
  const { constants } = asked
  const ignored = new Set(asked.ignored)
  header.forEach((name, column) => {
    if (name === '' || (fields.ignored.includes(name) && !isIn(asked.columns, column))) ignored.add(column)
  })
  const taken = {
    fields: new Set([...asked.columns.keys(), ...constants.keys()]),
    columns: union(asked.columns.values(), ignored),
  }
  const found = new Map([...asked.columns, ...(guesses ? guessFields(fields, header, taken) : [])])
  const columns = new Map(
    namesOf(fields).flatMap((field) => (found.has(field) ? [[field, found.get(field)!] as const] : [])),
  )
  const missing = fields.required.filter((field) => !columns.has(field) && !constants.has(field))
  const used = union(columns.values(), ignored)
  const details = header.map((_, column) => column).filter((column) => !used.has(column))
  return {
    mapping: {
      header,
      columns,
      constants,
      details,
      ignored: [...ignored].toSorted((a, b) => a - b),
      required: fields.required,
    },
    missing,
    unusable: unusableNames(header, details),
  }
}

function readConstants(set: readonly string[]): Map<SentField, string> {
  const constants = new Map<SentField, string>()
  for (const { field, value } of set.map((text) => readPair(text, '--set', 'value'))) {
    if (field === 'sku') throw new OperatorError('--set cannot give every row the same sku.')
    if (constants.has(field)) throw new OperatorError(`--set gives ${field} twice.`)
    constants.set(field, value)
  }
  return constants
}

function readAsked(header: readonly string[], map: readonly string[]): Map<SentField, number> {
  const asked = new Map<SentField, number>()
  for (const { field, value } of map.map((text) => readPair(text, '--map', 'column'))) {
    const column = findColumn(header, value, '--map')
    const [other] = [...asked].find(([, at]) => at === column) ?? []
    if (asked.has(field)) throw new OperatorError(`--map gives ${field} twice.`)
    if (other) throw new OperatorError(`--map gives the column "${header[column]}" to both ${other} and ${field}.`)
    asked.set(field, column)
  }
  return asked
}

function readPair(text: string, option: string, what: string): { field: SentField; value: string } {
  const at = text.indexOf('=')
  const [field, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  if (at === -1 || value === '') throw new OperatorError(`${option} ${text}: write it as FIELD=${what.toUpperCase()}.`)
  if (!isField(field))
    throw new OperatorError(`${option} ${text}: there is no field "${field}"; use ${SENT_FIELDS.join(', ')}.`)
  return { field, value }
}

/** The column with this name: an exact match, else ignoring case. */
function findColumn(header: readonly string[], name: string, option: string): number {
  const exact = positions(header, (column) => column === name.trim())
  const found = exact.length > 0 ? exact : positions(header, (column) => sameName(column, name))
  if (found.length > 1) throw new OperatorError(`${option}: the file has ${found.length} columns named "${name}".`)
  if (found.length === 0) {
    throw new OperatorError(`${option}: the file has no column "${name}"; it has ${listed(header)}.`)
  }
  return found[0]!
}

function positions(header: readonly string[], matches: (name: string) => boolean): number[] {
  return header.flatMap((name, column) => (matches(name) ? [column] : []))
}

function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.trim().toLowerCase()
}

function noSource(missing: readonly SentField[], header: readonly string[]): OperatorError {
  const hints = missing.map((field) => (field === 'unitLabel' ? '--set unitLabel=each' : `--map ${field}=COLUMN`))
  return new OperatorError(
    `No column found for ${missing.join(', ')}: name one, for example ${hints.join(' ')}. The file has ${listed(header)}.`,
  )
}

/** The names of details must be short enough, and unique. */
function unusableNames(header: readonly string[], details: readonly number[]): UnusableName[] {
  return details.flatMap((column): UnusableName[] => {
    const name = header[column]!
    if ([...name].length > PRODUCT_LIMITS.detailsName) return [{ column, reason: 'long' }]
    return details.some((other) => other < column && header[other] === name) ? [{ column, reason: 'repeated' }] : []
  })
}

function unusableName(header: readonly string[], { column, reason }: UnusableName): OperatorError {
  const name = header[column]!
  return new OperatorError(
    reason === 'long'
      ? `The name of the column "${name}" has more than ${PRODUCT_LIMITS.detailsName} characters: rename or --ignore it.`
      : `Two columns are named "${name}": rename one, as details need different names.`,
  )
}

function isIn(columns: ReadonlyMap<string, number>, column: number): boolean {
  return [...columns.values()].includes(column)
}

function union(a: Iterable<number>, b: Iterable<number>): Set<number> {
  return new Set([...a, ...b])
}

function listed(header: readonly string[]): string {
  return header.filter((name) => name !== '').join(', ')
}

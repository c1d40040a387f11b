import type { OnDuplicate } from '../../database/column-values.ts'
import { InvalidInput, quoted } from '../../errors.ts'
import type { Issue } from '../../errors.ts'
import { isFieldOf } from '../spreadsheets/fields.ts'
import type { FieldSet } from '../spreadsheets/fields.ts'
import type { CsvRecord } from '../spreadsheets/read-csv.ts'
import { guessUses, mappingOf } from './columns.ts'
import type { Reading } from './columns.ts'
import { KINDS } from './import-kinds.ts'
import { CUSTOMER_FIELD_SET } from './kinds/customers.ts'
import { SENT_PRODUCT_FIELDS } from './kinds/product-columns.ts'

/** What a file can hold that comes by the API, with the fields that a bulk call sets: all others are for staff. */
const SENT_FIELD_SETS = { products: SENT_PRODUCT_FIELDS, customers: CUSTOMER_FIELD_SET } satisfies Record<
  string,
  FieldSet
>

export const SENT_KINDS = ['products', 'customers'] as const
export type SentKind = (typeof SENT_KINDS)[number]

/** The columns that a file of rejected rows has beside the cells. They are left out where both are there. */
export const SENT_REJECT_COLUMNS = ['row', 'reason']

/**
 * How a call says that a file is read: columns by field, values by field, names of columns to leave out, and those of
 * the details, or "all"; none for what buyers may see.
 */
export type AskedReading = {
  map: Record<string, string>
  set: Record<string, string>
  ignore: readonly string[]
  details: readonly string[]
  onDuplicate: OnDuplicate
}

/**
 * How a file is read that comes by the API: as the call says, and by the usual names of columns. What staff chose for
 * other files does not count. Throws InvalidInput, which says what to do, for what cannot be read so.
 */
export function sentReading(
  kind: SentKind,
  { reading: guessed, records }: { reading: Reading; records: readonly CsvRecord[] },
  { map, set, ignore, details, onDuplicate }: AskedReading,
): Reading {
  const { header } = guessed
  const fields: FieldSet = SENT_FIELD_SETS[kind]
  const { otherColumns, identifying } = KINDS[kind]
  const issues: Issue[] = []
  const requireField = (path: string, field: string) => {
    if (isFieldOf(fields, field)) return
    issues.push({
      path,
      message: `There is no field ${quoted(field)}. The fields are ${Object.keys(fields.fields).join(', ')}.`,
    })
  }
  const columnAt = (path: string, name: string) => {
    const found = columnsNamed(header, name)
    if (found.length === 1) return found[0]!
    const count = found.length === 0 ? 'no column' : `${found.length} columns`
    issues.push({ path, message: `The file has ${count} ${quoted(name)}. Its columns are ${listed(header)}.` })
    return -1
  }
  const columns = new Map(
    Object.entries(map).map(([field, name]) => {
      requireField(`map.${field}`, field)
      return [field, columnAt(`map.${field}`, name)]
    }),
  )
  for (const field of Object.keys(set)) {
    requireField(`set.${field}`, field)
    if (identifying.includes(field))
      issues.push({ path: `set.${field}`, message: 'It says what a row is about: no value is right for all rows.' })
    if (columns.has(field)) issues.push({ path: `set.${field}`, message: `Leave it out, or map.${field}.` })
  }
  const ignored = new Set(ignore.map((name) => columnAt('ignore', name)))
  if (details.length > 0 && otherColumns !== 'details')
    issues.push({ path: 'details', message: 'Only products have details.' })
  const isAll = details.length === 1 && details[0]!.toLowerCase() === 'all'
  // The name of a column may have a comma.
  const names = details.flatMap((text) => (columnsNamed(header, text).length > 0 ? text : text.split(',')))
  const chosen = new Set(isAll ? [] : names.map((name) => columnAt('details', name.trim())))
  if (ignored.union(new Set(columns.values())).intersection(chosen).size > 0)
    issues.push({ path: 'details', message: 'A column is given to a field, or to ignore, too.' })
  for (const [field, column] of columns) {
    const other = [...columns].find(([name, at]) => at === column && name !== field)?.[0]
    if (column !== -1 && (other !== undefined || ignored.has(column)))
      issues.push({ path: `map.${field}`, message: `The column is given to ${other ?? 'ignore'}, too.` })
  }
  if (issues.length > 0) throw new InvalidInput(issues)

  const ofRejects = SENT_REJECT_COLUMNS.map((name) => header.indexOf(name))
  if (!ofRejects.includes(-1)) for (const column of ofRejects) ignored.add(column)
  const asked = new Map<number, string>([
    ...[...columns].map(([field, column]) => [column, field] as const),
    ...[...ignored].map((column) => [column, 'ignore'] as const),
    ...[...chosen].map((column) => [column, 'details'] as const),
  ])
  const others = isAll ? 'details' : details.length > 0 ? 'ignore' : undefined
  const uses = guessUses({ fields, otherColumns }, header, records, {
    uses: asked,
    constants: Object.keys(set),
    others,
  })
  const reading = { ...guessed, ...uses, constants: set, onDuplicate }
  const { problems } = mappingOf(KINDS[kind], reading)
  if (problems.length === 0) return reading
  const hint = 'Say it by map.FIELD=COLUMN, set.FIELD=VALUE or ignore=COLUMN.'
  throw new InvalidInput([{ path: 'map', message: `${problems.join(' ')} ${hint} The columns are ${listed(header)}.` }])
}

/** The columns with this name: exact ones, else ignoring case. */
function columnsNamed(header: readonly string[], name: string): number[] {
  const matching = (is: (column: string) => boolean) => header.flatMap((column, at) => (is(column) ? [at] : []))
  const exact = matching((column) => column === name)
  return exact.length > 0 ? exact : matching((column) => column.toLowerCase() === name.toLowerCase())
}

const MAX_LISTED = 50

function listed(header: readonly string[]): string {
  const named = header.filter((name) => name !== '')
  return named.slice(0, MAX_LISTED).map(quoted).join(', ') + (named.length > MAX_LISTED ? ' and others' : '')
}

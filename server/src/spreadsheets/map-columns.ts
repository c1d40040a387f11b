import { PRODUCT_LIMITS } from '@trade-catalogue/client'
import { currencyOf, matchHeaders } from '../rules/match-headers.ts'
import { guessFields } from './fields.ts'
import type { FieldSet } from './fields.ts'
import { REJECT_COLUMNS } from './reject-columns.ts'

/** The mapping of each column. Columns are positions in the header. */
export type ColumnMapping = {
  header: readonly string[]
  columns: ReadonlyMap<string, number>
  constants: ReadonlyMap<string, string>
  details: readonly number[]
  ignored: readonly number[]
  /** Columns whose blank cells empty their field. Without it, a blank cell changes nothing. */
  clearing?: ReadonlySet<number>
  /** The currencies that headers name, by column. */
  currencies?: ReadonlyMap<number, string | undefined>
}

/** What is asked for of a mapping. Columns are positions in the header. */
export type AskedMapping = {
  columns: ReadonlyMap<string, number>
  constants: ReadonlyMap<string, string>
  ignored: ReadonlySet<number>
}

/** A column whose name cannot be that of a detail. */
export type UnusableName = { column: number; reason: 'long' | 'repeated' }

/**
 * Completes a mapping: guesses the other fields by the usual header names, and gives the other columns to the details.
 * Says which required fields have no source, and which columns cannot be details. Pure.
 */
export function completeMapping(
  fields: FieldSet,
  header: readonly string[],
  asked: AskedMapping,
  { guesses = true }: { guesses?: boolean } = {},
): { mapping: ColumnMapping; missing: string[]; unusable: UnusableName[] } {
  const { constants } = asked
  const ignored = new Set(asked.ignored)
  header.forEach((name, column) => {
    const isOfRejects = REJECT_COLUMNS.includes(name) && !new Set(asked.columns.values()).has(column)
    if (name === '' || isOfRejects) ignored.add(column)
  })
  const taken = {
    fields: new Set([...asked.columns.keys(), ...constants.keys()]),
    columns: union(asked.columns.values(), ignored),
  }
  const found = new Map([...asked.columns, ...(guesses ? guessFields(fields, header, taken) : [])])
  if (guesses && fields.ignored) {
    const mapped = { fields: new Set<string>(), columns: union(found.values(), ignored) }
    for (const column of matchHeaders(fields.ignored, header, mapped).values()) ignored.add(column)
  }
  const columns = new Map(
    Object.keys(fields.fields).flatMap((field) => (found.has(field) ? [[field, found.get(field)!] as const] : [])),
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
      currencies: new Map([...columns.values()].map((column) => [column, currencyOf(header[column]!)])),
    },
    missing,
    unusable: unusableNames(header, details),
  }
}

/** The names of details must be short enough, and unique. */
function unusableNames(header: readonly string[], details: readonly number[]): UnusableName[] {
  return details.flatMap((column): UnusableName[] => {
    const name = header[column]!
    if ([...name].length > PRODUCT_LIMITS.detailsName) return [{ column, reason: 'long' }]
    return details.some((other) => other < column && header[other] === name) ? [{ column, reason: 'repeated' }] : []
  })
}

function union(a: Iterable<number>, b: Iterable<number>): Set<number> {
  return new Set([...a, ...b])
}

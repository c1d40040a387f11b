import type { InvalidInput } from '../errors.ts'
import { isFieldOf, labelOf } from '../spreadsheets/fields.ts'
import type { FieldSet } from '../spreadsheets/fields.ts'
import type { ChosenRow } from './import-kind.ts'

/** Characters of the reasons of a row that are kept. They quote what is in its cells. */
const MAX_REASON = 500

/** Without half a surrogate pair, which the database refuses: what a reason quotes may be cut already. */
export function shortened(reason: string): string {
  return (reason.length > MAX_REASON ? `${reason.slice(0, MAX_REASON)}…` : reason).toWellFormed()
}

/** Some of them are sentences. */
export function joinReasons(reasons: readonly string[]): string {
  return reasons.join('; ').replaceAll('.; ', '; ')
}

/** A reason of a rejected row, with the label of its field: `unitLabel is blank` as `Unit is blank`. */
export function reasonInWords(fields: FieldSet, reason: string): string {
  const [field] = /^\w+/.exec(reason) ?? []
  return field !== undefined && isFieldOf(fields, field)
    ? `${labelOf(fields, field)}${reason.slice(field.length)}`
    : reason
}

/**
 * The rows that a refused batch is refused for, with the reasons in words. Throws the error if it names none of them.
 */
export function refusedRows<Item>(
  fields: FieldSet,
  error: InvalidInput,
  rows: readonly ChosenRow<Item>[],
): Map<ChosenRow<Item>, string> {
  const refused = new Map<ChosenRow<Item>, string>()
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

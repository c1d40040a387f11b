import { matchHeaders } from '../../shared/match-headers.ts'
import type { MoneyForm } from '../../shared/read-price.ts'
import type { ReadValue } from '../../shared/read-value.ts'
import type { Holding } from './column-forms.ts'

/** A column of a file. */
export type Column = {
  /** As pages and messages name it. */
  label: string
  /** Its usual headers, most likely first, without case, space and punctuation. */
  headers: string
  /** A file may empty the field. */
  clearable?: true
  /** What it holds that can be written in several ways: then all its cells tell how they are read. */
  holds?: Holding
  /** Reads a cell that is not blank. Without it, the text is the value. */
  read?: (text: string, form: MoneyForm) => ReadValue<unknown>
}

/** What can be read from the columns of a file. Fields are mapped in this order. */
export type FieldSet = {
  fields: Readonly<Record<string, Column>>
  /** Fields that every row has. */
  required: readonly string[]
  /** A field whose column is taken for another one, in a file that has all fields but that one. */
  standIn?: { field: string; for: string; besides: readonly string[] }
  /** Fields whose columns are ignored, by their usual headers: else they would become details. */
  ignored?: Readonly<Record<string, { headers: string }>>
}

/** Usual headers of a column that names customers by account code or name. */
export const CUSTOMER_HEADERS =
  'customer accountcode account accountno accountnumber customercode customerno customername customerid'

export function isFieldOf({ fields }: FieldSet, name: string): boolean {
  return Object.hasOwn(fields, name)
}

/** A field as pages name it. */
export function labelOf({ fields }: FieldSet, field: string): string {
  return fields[field]!.label
}

/** Guesses the column of each field by the usual headers. Skips the columns and the fields in `taken`. */
export function guessFields(
  { fields, standIn }: FieldSet,
  header: readonly string[],
  taken?: { fields: ReadonlySet<string>; columns: ReadonlySet<number> },
): Map<string, number> {
  const guessed = matchHeaders(fields, header, taken)
  const column = standIn && guessed.get(standIn.field)
  const has = (field: string) => guessed.has(field) || taken?.fields.has(field)
  if (column !== undefined && standIn!.besides.filter((field) => !has(field)).join() === standIn!.for) {
    guessed.set(standIn!.for, column)
    guessed.delete(standIn!.field)
  }
  return guessed
}

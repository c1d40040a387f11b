import { matchHeaders } from '../rules/match-headers.ts'
import { FILE_FIELDS, PRODUCT_FIELDS, SENT_FIELDS } from '../rules/product-fields.ts'
import type { FileField, SentField } from '../rules/product-fields.ts'
import { REJECT_COLUMNS } from './rejects-file.ts'

/** What can be read from the columns of a file. */
export type FieldSet<F extends string = string> = {
  /**
   * The fields as pages name them, each with its usual headers, most likely first, without case, space and punctuation.
   * Fields are mapped in this order.
   */
  fields: Readonly<Record<F, { label: string; headers: string }>>
  required: readonly F[]
  /** Headers, as they are written, of columns that are left out. */
  ignored: readonly string[]
}

/** Usual headers of a column that names customers by account code or name. */
export const CUSTOMER_HEADERS =
  'customer accountcode account accountno accountnumber customercode customerno customername customerid'

/** The fields of a product as the API takes them. It cannot set some columns of an exported file. */
export const SENT_PRODUCT_FIELDS = productFields(SENT_FIELDS)

/** Also the fields that staff alone set. */
export const STAFF_PRODUCT_FIELDS = productFields(FILE_FIELDS)

function productFields<F extends FileField>(names: readonly F[]): FieldSet<F> {
  const others = FILE_FIELDS.filter((name) => !(names as readonly FileField[]).includes(name))
  return {
    fields: Object.fromEntries(names.map((name) => [name, PRODUCT_FIELDS[name]])) as unknown as FieldSet<F>['fields'],
    required: names.filter((name) => PRODUCT_FIELDS[name].leftOut === 'refused'),
    ignored: [...REJECT_COLUMNS, ...others.map((name) => PRODUCT_FIELDS[name].exported[0])],
  }
}

export function isField(name: string): name is SentField {
  return isFieldOf(SENT_PRODUCT_FIELDS, name)
}

export function isFieldOf<F extends string>({ fields }: FieldSet<F>, name: string): name is F {
  return Object.hasOwn(fields, name)
}

export function namesOf<F extends string>({ fields }: FieldSet<F>): F[] {
  return Object.keys(fields) as F[]
}

/** A field as pages name it. */
export function labelOf<F extends string>({ fields }: FieldSet<F>, field: F): string {
  return fields[field].label
}

/** Guesses the column of each field by the usual headers. Skips the columns and the fields in `taken`. */
export function guessFields<F extends string>(
  set: FieldSet<F>,
  header: readonly string[],
  taken?: { fields: ReadonlySet<F>; columns: ReadonlySet<number> },
): Map<F, number> {
  return matchHeaders(set.fields, header, taken)
}

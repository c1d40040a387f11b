import { FILE_FIELDS, PRODUCT_FIELDS, SENT_FIELDS } from '../rules/product-fields.ts'
import type { FileField } from '../rules/product-fields.ts'
import { REJECT_COLUMNS } from './reject-columns.ts'

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

const NOTHING_TAKEN = { fields: new Set<never>(), columns: new Set<number>() }

/** Guesses the column of each field by the usual headers. Skips the columns and the fields in `taken`. */
export function guessFields<F extends string>(
  set: FieldSet<F>,
  header: readonly string[],
  taken: { fields: ReadonlySet<F>; columns: ReadonlySet<number> } = NOTHING_TAKEN,
): Map<F, number> {
  const columns = header.map((name, column) => (taken.columns.has(column) ? '' : bareName(name)))
  const guessed = new Map<F, number>()
  for (const field of namesOf(set)) {
    if (taken.fields.has(field)) continue
    const column = set.fields[field].headers
      .split(' ')
      .map((name) => columns.indexOf(name))
      .find((at) => at !== -1)
    if (column === undefined) continue
    guessed.set(field, column)
    columns[column] = ''
  }
  return guessed
}

/** "Unit price (£)" as `unitprice`. */
export function bareName(header: string): string {
  return header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\(.*?\)/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

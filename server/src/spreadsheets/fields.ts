import { matchHeaders } from '../rules/match-headers.ts'
import { FILE_FIELDS, PRODUCT_FIELDS, SENT_FIELDS } from '../rules/product-fields.ts'
import type { FileField } from '../rules/product-fields.ts'

/** What can be read from the columns of a file. */
export type FieldSet<F extends string = string> = {
  /**
   * The fields as pages name them, each with its usual headers, most likely first, without case, space and punctuation.
   * Fields are mapped in this order. A file may empty those that are `clearable`.
   */
  fields: Readonly<Record<F, { label: string; headers: string; clearable?: true }>>
  /** Fields that every row has. */
  required: readonly F[]
  /** A field whose column is taken for another one, in a file that has all fields but that one. */
  standIn?: { field: F; for: F; besides: readonly F[] }
  /** Fields whose columns are ignored, by their usual headers: else they would become details. */
  ignored?: Readonly<Record<string, { headers: string }>>
}

/** Usual headers of a column that names customers by account code or name. */
export const CUSTOMER_HEADERS =
  'customer accountcode account accountno accountnumber customercode customerno customername customerid'

/** What a product of the API cannot leave out. A row of a file may: it changes the product that is there. */
export const WHOLE_PRODUCT = SENT_FIELDS.filter((name) => PRODUCT_FIELDS[name].leftOut === 'refused')

/** The fields of a product as the API takes them. It cannot set some columns of an exported file. */
export const SENT_PRODUCT_FIELDS = productFields(SENT_FIELDS)

/** Also the fields that staff alone set. */
export const STAFF_PRODUCT_FIELDS = productFields(FILE_FIELDS)

function productFields<F extends FileField>(names: readonly F[]): FieldSet<F> {
  const others = FILE_FIELDS.filter((name) => !(names as readonly FileField[]).includes(name))
  return {
    fields: Object.fromEntries(names.map((name) => [name, PRODUCT_FIELDS[name]])) as unknown as FieldSet<F>['fields'],
    required: names.filter((name) => name === 'sku'),
    // A list of whole products may have its names under Description. A file of descriptions has none.
    standIn: { field: 'description' as F, for: 'name' as F, besides: WHOLE_PRODUCT as F[] },
    ignored: Object.fromEntries(others.map((name) => [name, PRODUCT_FIELDS[name]])),
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

/** Guesses the column of each field by the usual headers. Skips the columns and the fields in `taken`. */
export function guessFields<F extends string>(
  set: FieldSet<F>,
  header: readonly string[],
  taken?: { fields: ReadonlySet<F>; columns: ReadonlySet<number> },
): Map<F, number> {
  const guessed = matchHeaders(set.fields, header, taken)
  const standIn = set.standIn && guessed.get(set.standIn.field)
  const has = (field: F) => guessed.has(field) || taken?.fields.has(field)
  if (standIn !== undefined && set.standIn!.besides.filter((field) => !has(field)).join() === set.standIn!.for) {
    guessed.set(set.standIn!.for, standIn)
    guessed.delete(set.standIn!.field)
  }
  return guessed
}

import type { ProductItem } from '@trade-catalogue/client'
import { REJECT_COLUMNS } from './rejects-file.ts'

/** What can be read from the columns of a file. */
export type FieldSet<F extends string = string> = {
  /**
   * The fields, each with its usual header names, most likely first, without case, space and punctuation. Fields are
   * mapped in this order.
   */
  usualHeaders: Record<F, string>
  required: readonly F[]
  /** Headers, as they are written, of columns that are left out. */
  ignored: readonly string[]
}

/** The fields that a column can be mapped to. All other columns go to `details`. */
export type Field = Exclude<keyof ProductItem, 'details'>

/** Usual headers of a column of SKUs. */
export const SKU_HEADERS =
  'sku stockcode itemcode productcode productsku itemsku itemnumber itemno productnumber productno stockno ' +
  'partnumber partno articlenumber articleno code'

/** In a file with a column Description and no column Name, Description becomes the name. */
const USUAL_HEADERS: Record<Field, string> = {
  sku: SKU_HEADERS,
  name: 'name productname itemname title producttitle shortdescription itemdescription productdescription description',
  listPrice:
    'listprice price unitprice tradeprice wholesaleprice netprice sellingprice priceexvat priceextax salesprice rrp ' +
    'retailprice msrp',
  unitLabel: 'unitlabel unit uom unitofmeasure unitofsale soldby sellingunit',
  brand: 'brand brandname make manufacturer manufacturername',
  category: 'category categoryname productcategory productgroup producttype group department',
  manufacturerRef:
    'manufacturerref mpn manufacturerpartnumber manufacturerpartno manufacturercode manufacturersku mfrpartnumber ' +
    'mfrpartno mfgpartnumber mfgpartno',
  description: 'description longdescription fulldescription productdescription itemdescription',
  availability: 'availability stockstatus',
  leadTimeNote: 'leadtimenote leadtime deliverytime',
  imageUrl: 'imageurl imagelink pictureurl photourl',
  onlyFor: 'onlyfor visibleto',
}

export const FIELDS = Object.keys(USUAL_HEADERS) as Field[]

/** The columns of an exported file that the API cannot set. */
const STAFF_HEADERS = ['Minimum order quantity', 'Active']

/** The fields of a product as the API takes them. */
export const PRODUCT_FIELDS: FieldSet<Field> = {
  usualHeaders: USUAL_HEADERS,
  required: ['sku', 'name', 'listPrice', 'unitLabel'],
  ignored: [...REJECT_COLUMNS, ...STAFF_HEADERS],
}

/** Also the fields that staff alone set. */
export type StaffField = Field | 'minOrderQty' | 'active'

export const STAFF_PRODUCT_FIELDS: FieldSet<StaffField> = {
  usualHeaders: {
    ...USUAL_HEADERS,
    minOrderQty: 'minimumorderquantity minorderquantity minorderqty',
    active: 'active',
  },
  required: PRODUCT_FIELDS.required,
  ignored: REJECT_COLUMNS,
}

export function isField(name: string): name is Field {
  return isFieldOf(PRODUCT_FIELDS, name)
}

export function isFieldOf<F extends string>({ usualHeaders }: FieldSet<F>, name: string): name is F {
  return Object.hasOwn(usualHeaders, name)
}

export function namesOf<F extends string>({ usualHeaders }: FieldSet<F>): F[] {
  return Object.keys(usualHeaders) as F[]
}

const NOTHING_TAKEN = { fields: new Set<never>(), columns: new Set<number>() }

/** Guesses the column of each field by the usual header names. Skips the columns and the fields in `taken`. */
export function guessFields<F extends string>(
  { usualHeaders }: FieldSet<F>,
  header: readonly string[],
  taken: { fields: ReadonlySet<F>; columns: ReadonlySet<number> } = NOTHING_TAKEN,
): Map<F, number> {
  const columns = header.map((name, column) => (taken.columns.has(column) ? '' : bareName(name)))
  const guessed = new Map<F, number>()
  for (const [field, names] of Object.entries(usualHeaders) as [F, string][]) {
    if (taken.fields.has(field)) continue
    const column = names
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

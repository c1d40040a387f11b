import type { ProductItem } from '@trade-catalogue/client'

/** The fields that a column can be mapped to. All other columns go to `details`. */
export type Field = Exclude<keyof ProductItem, 'details'>

/**
 * The fields, each with its usual header names, most likely first, without case, space and punctuation. Fields are
 * mapped in this order: in a file with a column Description and no column Name, Description becomes the name.
 */
const USUAL_HEADERS: Record<Field, string> = {
  sku:
    'sku stockcode itemcode productcode productsku itemsku itemnumber itemno productnumber productno stockno ' +
    'partnumber partno articlenumber articleno code',
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

export const REQUIRED = ['sku', 'name', 'listPrice', 'unitLabel'] as const satisfies Field[]

export function isField(name: string): name is Field {
  return Object.hasOwn(USUAL_HEADERS, name)
}

/** Guesses the column of each field by the usual header names. Skips the columns and the fields in `taken`. */
export function guessFields(
  header: readonly string[],
  taken: { fields: ReadonlySet<Field>; columns: ReadonlySet<number> },
): Map<Field, number> {
  const columns = header.map((name, column) => (taken.columns.has(column) ? '' : bareName(name)))
  const guessed = new Map<Field, number>()
  for (const field of FIELDS) {
    if (taken.fields.has(field)) continue
    const column = USUAL_HEADERS[field]
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

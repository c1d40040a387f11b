/** What is to know of a field of a product. From this table follow its columns, types, names, and columns in files. */
type ProductField = {
  /** As pages, messages and the activity name it. */
  label: string
  /** The column of `product` that holds it as it is. */
  column?: string
  /** The SQL type of that column, if it is not text. */
  type?: 'integer' | 'boolean'
  /** The longest text, in code points. */
  max?: number
  /** What a bulk call does that leaves it out. */
  leftOut: 'refused' | 'cleared' | 'kept'
  /** A file may empty it, where staff choose that for its column. */
  clearable?: true
  /** Its value in a new product, where it is left out. Else null. */
  initial?: string | number | boolean
  /** Usual headers of its column in a file, most likely first, without case, space and punctuation. */
  headers?: string
  /** Further words that such a header may have within it. */
  hints?: string
  /** Header and width of its column in an exported file. */
  exported?: readonly [header: string, width: number]
  /** Only staff set it, on a page or by an import in the browser. `PUT /products` does not. */
  staffOnly?: true
  /** Whether buyers see it in the portal. */
  buyersSee?: true
}

/** Columns of a file are mapped to fields in this order, and exported in it. */
export const PRODUCT_FIELDS = {
  sku: {
    label: 'SKU',
    max: 64,
    leftOut: 'refused',
    headers:
      'sku stockcode itemcode productcode productsku itemsku itemnumber itemno productnumber productno stockno ' +
      'partnumber partno articlenumber articleno code',
    hints: 'ref reference code no number item id product article',
    exported: ['SKU', 18],
  },
  name: {
    label: 'Name',
    column: 'name',
    max: 200,
    leftOut: 'refused',
    headers: 'name productname itemname title producttitle shortdescription itemdescription productdescription',
    hints: 'name item product article title description',
    exported: ['Name', 48],
    buyersSee: true,
  },
  listPrice: {
    label: 'List price',
    leftOut: 'refused',
    headers:
      'listprice price unitprice tradeprice trade wholesaleprice netprice sellingprice salesprice rrp retailprice msrp',
    hints: 'price wholesale net nett',
    exported: ['List price', 12],
  },
  unitLabel: {
    label: 'Unit',
    column: 'unit_label',
    max: 60,
    leftOut: 'refused',
    headers: 'unitlabel unit uom unitofmeasure unitofsale soldby sellingunit',
    exported: ['Unit label', 14],
    buyersSee: true,
  },
  brand: {
    label: 'Brand',
    max: 120,
    leftOut: 'cleared',
    clearable: true,
    headers: 'brand brandname make manufacturer manufacturername',
    exported: ['Brand', 20],
  },
  category: {
    label: 'Category',
    max: 120,
    leftOut: 'cleared',
    clearable: true,
    headers: 'category categoryname productcategory productgroup producttype group department',
    exported: ['Category', 20],
  },
  manufacturerRef: {
    label: 'Manufacturer reference',
    column: 'manufacturer_ref',
    max: 120,
    leftOut: 'cleared',
    clearable: true,
    headers:
      'manufacturerref mpn manufacturerpartnumber manufacturerpartno manufacturercode manufacturersku mfrpartnumber ' +
      'mfrpartno mfgpartnumber mfgpartno',
    exported: ['Manufacturer ref', 18],
    buyersSee: true,
  },
  gtin: {
    label: 'GTIN',
    column: 'gtin',
    leftOut: 'kept',
    clearable: true,
    headers: 'gtin ean upc barcode ean13 gtin13 gtin14 upca eancode upccode gtinean eanupc barcodenumber',
    exported: ['GTIN', 16],
    buyersSee: true,
  },
  description: {
    label: 'Description',
    column: 'description',
    max: 4_000,
    leftOut: 'cleared',
    clearable: true,
    headers: 'description longdescription fulldescription productdescription itemdescription',
    exported: ['Description', 40],
    buyersSee: true,
  },
  availability: {
    label: 'Availability',
    column: 'availability',
    leftOut: 'kept',
    initial: 'not_tracked',
    headers: 'availability stockstatus',
    hints: 'stock available',
    exported: ['Availability', 14],
  },
  leadTimeNote: {
    label: 'Lead time',
    column: 'lead_time_note',
    max: 200,
    leftOut: 'kept',
    clearable: true,
    headers: 'leadtimenote leadtime deliverytime',
    exported: ['Lead time note', 18],
  },
  imageUrl: {
    label: 'Image URL',
    max: 2_048,
    leftOut: 'kept',
    headers: 'imageurl imagelink pictureurl photourl',
    exported: ['Image URL', 24],
  },
  onlyFor: { label: 'Visible to', leftOut: 'kept', headers: 'onlyfor visibleto', exported: ['Only for', 24] },
  minOrderQty: {
    label: 'Minimum order quantity',
    column: 'min_order_qty',
    type: 'integer',
    leftOut: 'kept',
    initial: 1,
    headers: 'minimumorderquantity minorderquantity minorderqty minimumquantity minquantity minimumqty minqty moq',
    exported: ['Minimum order quantity', 22],
    staffOnly: true,
    buyersSee: true,
  },
  orderMultiple: {
    label: 'Order multiple',
    column: 'order_multiple',
    type: 'integer',
    leftOut: 'kept',
    initial: 1,
    headers: 'ordermultiple orderincrement packmultiple multiple packsize casesize soldin',
    exported: ['Order multiple', 14],
    buyersSee: true,
  },
  active: {
    label: 'Active',
    column: 'active',
    type: 'boolean',
    leftOut: 'kept',
    initial: true,
    headers: 'active',
    exported: ['Active', 8],
    staffOnly: true,
  },
  replacedBy: {
    label: 'Replaced by',
    max: 64,
    leftOut: 'kept',
    clearable: true,
    headers: 'replacedby replacement replacementsku replacedbysku supersededby successor successorsku',
    exported: ['Replaced by', 18],
  },
  visibility: { label: 'Visible to', column: 'visibility', leftOut: 'kept', initial: 'all' },
} as const satisfies Record<string, ProductField>

type Fields = typeof PRODUCT_FIELDS
type FieldWith<K extends keyof ProductField> = {
  [F in keyof Fields]: Fields[F] extends Record<K, unknown> ? F : never
}[keyof Fields]

/** A field that is stored as it is. */
export type PlainField = FieldWith<'column'>
export type PlainColumn = Fields[PlainField]['column']
/** A field that a file can hold. Everything else in a file is a detail. */
export type FileField = FieldWith<'headers'>
/** A field that `PUT /products` sets; it also sets `details`. */
export type SentField = Exclude<FileField, FieldWith<'staffOnly'>>
export type BuyersField = FieldWith<'buyersSee'>

export const PLAIN_FIELDS = fieldsWith('column')
export const FILE_FIELDS = fieldsWith('headers')
export const SENT_FIELDS = FILE_FIELDS.filter((field): field is SentField => !('staffOnly' in PRODUCT_FIELDS[field]))
export const TEXT_FIELDS = fieldsWith('max')
export const BUYERS_FIELDS = fieldsWith('buyersSee')

/** Each plain field with its entry. */
export const PLAIN_ENTRIES = PLAIN_FIELDS.map((field): ProductField & { field: PlainField; column: PlainColumn } => ({
  field,
  ...PRODUCT_FIELDS[field],
}))

function fieldsWith<K extends keyof ProductField>(property: K) {
  const fields = Object.keys(PRODUCT_FIELDS) as (keyof Fields)[]
  return fields.filter((field): field is FieldWith<K> => property in PRODUCT_FIELDS[field])
}

import { readQuantity } from '../rules/read-quantity.ts'
import { matchHeaders } from '../rules/match-headers.ts'
import type { Column } from './fields.ts'
import { looksLikeDay } from '../rules/read-day.ts'

export const AGREED_PRICE_COLUMNS = ['sku', 'price', 'minQty', 'startsOn', 'endsOn'] as const
export type AgreedPriceColumn = (typeof AGREED_PRICE_COLUMNS)[number]
/** What each column holds; null: nothing that is read. */
export type AgreedPriceMapping = (AgreedPriceColumn | null)[]

/** The columns as pages name them, each with its usual headers, without case, space and punctuation. */
export const AGREED_PRICE_FIELDS: Readonly<Record<AgreedPriceColumn, Column>> = {
  sku: {
    label: 'SKU',
    headers:
      'sku stockcode itemcode productcode productsku itemsku itemnumber itemno productnumber productno partnumber ' +
      'partno articlenumber articleno code product item',
  },
  price: {
    label: 'Price',
    holds: 'money',
    headers:
      'price agreedprice unitprice netprice newprice specialprice contractprice customerprice yourprice unit net',
  },
  minQty: {
    label: 'From quantity',
    holds: 'number',
    headers:
      'fromquantity fromqty minqty minquantity minimumquantity minimumqty minimum quantity qty break quantitybreak moq',
  },
  startsOn: {
    label: 'Start',
    holds: 'day',
    headers: 'start startdate starts startson validfrom effectivefrom from fromdate datefrom',
  },
  endsOn: {
    label: 'End',
    holds: 'day',
    headers: 'end enddate ends endson validto validuntil validtill until to todate dateto expires expiry expirydate',
  },
}

/** The mapping by the names of a header; null if the cells are no header. It must name the SKU and the price. */
export function mappingByHeader(cells: readonly string[]): AgreedPriceMapping | null {
  const found = [...matchHeaders(AGREED_PRICE_FIELDS, cells)]
  const mapping = cells.map((_, at) => found.find(([, column]) => column === at)?.[0] ?? null)
  return mapping.includes('sku') && mapping.includes('price') ? mapping : null
}

/**
 * The mapping by what the cells look like, for a text without a header: days are start and end, the first other column
 * is the SKU, then come the price and the quantity. A column of whole numbers beside one with decimals is the quantity.
 */
export function mappingByCells(rows: readonly (readonly string[])[]): AgreedPriceMapping {
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  const columns = Array.from({ length: width }, (_, i) =>
    rows.map((cells) => cells[i] ?? '').filter((cell) => cell !== ''),
  )
  const mapping: AgreedPriceMapping = columns.map(() => null)
  const give = (column: AgreedPriceColumn, fits: (cells: string[]) => boolean) => {
    if (mapping.includes(column)) return
    const at = columns.findIndex((cells, i) => mapping[i] === null && cells.length > 0 && fits(cells))
    if (at !== -1) mapping[at] = column
  }
  give('startsOn', all(looksLikeDay))
  give('endsOn', all(looksLikeDay))
  give('sku', (cells) => cells.some((cell) => !/^[\d.,\s]*$/.test(cell)) && !cells.every(isPrice))
  give('sku', () => true)
  give('price', (cells) => cells.every(isPrice) && cells.some((cell) => /[.,]\d{1,3}$|\p{Sc}/u.test(cell)))
  give('price', all(isPrice))
  give(
    'minQty',
    all((cell) => readQuantity(cell).reason === undefined),
  )
  return mapping
}

function all(test: (cell: string) => boolean): (cells: string[]) => boolean {
  return (cells) => cells.every(test)
}

function isPrice(cell: string): boolean {
  return /^(?:[A-Z]{3}|\p{Sc})?\s*\d[\d.,\s'’]*\s*(?:[A-Z]{3}|\p{Sc})?$/u.test(cell)
}

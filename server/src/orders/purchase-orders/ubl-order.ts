import { CHARGED, LINE_ROW, ORDER_ROW, UBL_LINE, UBL_ORDER } from '../../files/spreadsheets/files/read-ubl-order.ts'
import { isGtin } from '../../shared/gtin.ts'
import { readQuantity } from '../../shared/order-quantity.ts'
import { isDay } from '../../shared/read-day.ts'

/** A line as UBL has it. `currency` is blank where nothing says it. */
export type UblLine = {
  row: number
  sellersCode: string
  buyersCode: string
  gtin: string
  name: string
  qty: number | null
  written: string
  /** Names of the unit; none where nothing says it. */
  units: string[]
  price: string
  currency: string
  per: string
  /** The price is of another unit than the quantity. */
  isOtherUnit: boolean
}

export type UblOrder = { poNumber: string | null; wantedOn: string | null; remarks: string[]; lines: UblLine[] }

/** Units of UN/ECE recommendations 20 and 21, by their usual names. Packages may have an X in front. */
const UNITS: ReadonlyMap<string, string[]> = new Map(
  (
    'EA each,C62 each,H87 piece,PCE piece,NAR item,PR pair,SET set,DZN dozen,BX box,CS case,CT carton,BG bag,BO bottle,' +
    'CA can,PK pack,PA packet,PX pallet,RO roll,SA sack,TN tin,JR jar,TU tube,TB tub,CR crate,BE bundle,PU tray,' +
    'KGM kg kilogram,GRM g gram,LTR l litre liter,MLT ml,MTR m metre meter,TNE t tonne'
  )
    .split(',')
    .map((unit) => unit.split(' '))
    .map(([code, ...names]) => [code!, names]),
)

function unitNames(code: string): string[] {
  const plain = code.toUpperCase()
  return UNITS.get(plain) ?? UNITS.get(plain.replace(/^X/, '')) ?? (code === '' ? [] : [code])
}

/** Makes an order of the rows that `read-ubl-order.ts` has made of a file. Pure. */
export function ublOrder(rows: readonly (readonly [line: number, cells: readonly string[]])[]): UblOrder {
  const order: UblOrder = { poNumber: null, wantedOn: null, remarks: [], lines: [] }
  for (const [row, [kind, ...cells]] of rows) {
    if (kind === LINE_ROW) order.lines.push(lineOf(row, (name) => cells[UBL_LINE.indexOf(name)] ?? ''))
    if (kind === ORDER_ROW) readHead(order, (name) => cells[UBL_ORDER.indexOf(name)] ?? '')
    if (kind === CHARGED) order.remarks.push('The order has allowances or charges, which were not taken.')
  }
  return order
}

function readHead(order: UblOrder, cell: (name: (typeof UBL_ORDER)[number]) => string): void {
  const period = 'Delivery/RequestedDeliveryPeriod/'
  const [start, end] = [cell(`${period}StartDate`), cell(`${period}EndDate`)].map((day) => day.slice(0, 10)) as [
    string,
    string,
  ]
  const day = start || end
  const isOne = start === '' || end === '' || start === end
  order.poNumber = cell('ID') || null
  order.wantedOn = isOne && isDay(day) ? day : null
  if (!isOne) order.remarks.push(`It is wanted from ${start} to ${end}.`)
  if (cell('CustomerReference')) order.remarks.push(`Customer reference: ${cell('CustomerReference')}`)
  const currency = cell('DocumentCurrencyCode')
  for (const line of order.lines) line.currency ||= currency
}

function lineOf(row: number, cell: (name: (typeof UBL_LINE)[number]) => string): UblLine {
  const [unitCode, priced] = [cell('Quantity@unitCode'), cell('Price/BaseQuantity@unitCode')]
  const gtin = cell('Item/StandardItemIdentification/ID')
  const scheme = cell('Item/StandardItemIdentification/ID@schemeID')
  return {
    row,
    sellersCode: cell('Item/SellersItemIdentification/ID'),
    buyersCode: cell('Item/BuyersItemIdentification/ID'),
    gtin: ['0160', ''].includes(scheme) && isGtin(gtin) ? gtin : '',
    name: cell('Item/Name'),
    qty: xmlNumber(cell('Quantity')) ? (readQuantity(cell('Quantity'), { mark: '.' }).value ?? null) : null,
    written: [cell('Quantity'), unitCode].filter(Boolean).join(' '),
    units: unitNames(unitCode),
    price: cell('Price/PriceAmount'),
    currency: cell('Price/PriceAmount@currencyID'),
    per: cell('Price/BaseQuantity'),
    isOtherUnit: priced !== '' && unitCode !== '' && priced !== unitCode,
  }
}

/** XML writes numbers in one way: with a decimal point, and no separators. */
export function xmlNumber(text: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(text)
}

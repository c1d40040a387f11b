import { xlsx } from '../server/src/documents/xlsx.ts'
import { product } from './catalogue.ts'

export type FileKind = 'products' | 'customers' | 'discounts' | 'agreed_prices' | 'minimum_quantities'

/** Customers that agreed prices are for, each with some of the products. */
const CUSTOMERS = 100

type Table = { header: string[]; row: (i: number) => (string | undefined)[] }

const TABLES: Record<FileKind, Table> = {
  products: {
    header: ['SKU', 'Name', 'List price', 'Unit', 'Brand', 'Category', 'Description', 'Colour'],
    row: (i) => {
      const { sku, name, listPrice, unitLabel, brand, category, description, details } = product(i)
      const colour = Object.values(details ?? {})[0]
      return [sku, name, (listPrice / 100).toFixed(2), unitLabel, brand, category, description, colour]
    },
  },
  customers: {
    header: ['Account code', 'Name', 'E-mail', 'Payment terms days', 'Credit limit', 'PO required', 'Active'],
    row: (i) => [`ACC-${i}`, `Customer ${i}`, `orders@c${i}.example`, String(i % 60), `${i}.50`, 'no', 'yes'],
  },
  discounts: {
    header: ['Customer', 'Applies to', 'Discount %'],
    row: (i) => [`ACC-${i}`, 'Everything', String((i % 40) + 0.5)],
  },
  agreed_prices: {
    header: ['Customer', 'SKU', 'Price', 'From quantity', 'Start', 'End'],
    row: (i) => [
      `ACC-${i % CUSTOMERS}`,
      product(Math.floor(i / CUSTOMERS)).sku,
      ((i % 9_000) / 100 + 1).toFixed(2),
      '1',
      '2027-01-05',
      '',
    ],
  },
  minimum_quantities: {
    header: ['SKU', 'Minimum quantity'],
    row: (i) => [product(i).sku, String((i % 12) + 2)],
  },
}

/** What has to be there before a file of that kind makes sense, each with its number of rows. */
export function groundFor(kind: FileKind, rows: number): [FileKind, number][] {
  if (kind === 'minimum_quantities') return [['products', rows]]
  if (kind === 'discounts') return [['customers', rows]]
  if (kind !== 'agreed_prices') return []
  return [
    ['products', Math.ceil(rows / CUSTOMERS)],
    ['customers', CUSTOMERS],
  ]
}

export async function makeFile(kind: FileKind, rows: number, format: 'csv' | 'xlsx'): Promise<Buffer> {
  const { header, row } = TABLES[kind]
  const cells = (i: number) => row(i).map((cell) => cell ?? '')
  if (format === 'csv') {
    const lines = Array.from({ length: rows }, (_, i) => csvLine(cells(i)))
    return Buffer.from([csvLine(header), ...lines].join('\r\n'))
  }
  const parts = async function* () {
    yield [header]
    for (let i = 0; i < rows; i++) yield [cells(i)]
  }
  const shape = { sheet: 'Rows', widths: header.map(() => 20), decimals: 2 }
  return Buffer.concat(await Array.fromAsync(xlsx(shape, parts())))
}

function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
}

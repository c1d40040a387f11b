import { expect, test } from 'vitest'
import { readLines } from '../../web/src/portal/quick-order/read-lines.ts'

const read = (text: string) => readLines(text).map(({ row, sku, qty }) => [row, sku, qty ?? 'bad'])

test.each([
  [
    'tabs from a spreadsheet',
    'PL-1\t12\nBO-2\t3',
    [
      [1, 'PL-1', 12],
      [2, 'BO-2', 3],
    ],
  ],
  [
    'the quantity first',
    '12,PL-1\n3,BO-2',
    [
      [1, 'PL-1', 12],
      [2, 'BO-2', 3],
    ],
  ],
  ['a header says which column is which', 'Name;Order qty;Item no.\nPlate;2;PL-1', [[2, 'PL-1', 2]]],
  [
    'quoted cells hold separators',
    '"Plate, blue",PL-1,2\n"Bowl ""deep""",BO-2,3',
    [
      [1, 'PL-1', 2],
      [2, 'BO-2', 3],
    ],
  ],
  [
    'decimal commas and separated thousands',
    'PL-1;12,00\nBO-2;1.000,00\nCU-3;"1,500"',
    [
      [1, 'PL-1', 12],
      [2, 'BO-2', 1000],
      [3, 'CU-3', 1500],
    ],
  ],
  [
    'a price is not taken for the quantity',
    'PL-1,12,25.00\nBO-2,3,8.00',
    [
      [1, 'PL-1', 12],
      [2, 'BO-2', 3],
    ],
  ],
  [
    'SKUs of digits',
    '1607\t5\n1608\t6',
    [
      [1, '1607', 5],
      [2, '1608', 6],
    ],
  ],
  [
    'units beside the quantity',
    'PL-1, 12 pcs\nBO-2, x3',
    [
      [1, 'PL-1', 12],
      [2, 'BO-2', 3],
    ],
  ],
  [
    'plain text',
    'PL-1 12\n3 x BO-2\n4 CU-3\nDI-4: 5\n16-07',
    [
      [1, 'PL-1', 12],
      [2, 'BO-2', 3],
      [3, 'CU-3', 4],
      [4, 'DI-4', 5],
      [5, '16-07', 1],
    ],
  ],
  ['a byte order mark and blank lines', '\ufeffSKU,Quantity\r\n\r\nPL-1,1\r\n', [[3, 'PL-1', 1]]],
  [
    'bad rows are told, the others stay, and lines of one SKU are added up',
    'PL-1,2\nBO-2,many\n,4\npl-1,3\nCU-3,1.5',
    [
      [1, 'PL-1', 5],
      [2, 'BO-2', 'bad'],
      [3, '4', 'bad'],
      [5, 'CU-3', 'bad'],
    ],
  ],
])('lines of a quick order: %s', (_, text, lines) => expect(read(text)).toEqual(lines))

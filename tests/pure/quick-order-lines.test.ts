import { expect, test } from 'vitest'
import { readLines } from '../../web/src/portal/quick-order/read-lines.ts'

/** The lines in words, each with its row. */
const read = (text: string) =>
  readLines(text)
    .map(({ row, sku, qty }) => `${row}: ${qty ?? 'bad'} of ${sku}`)
    .join(', ')

test.each([
  ['tabs from a spreadsheet', 'PL-1\t12\nBO-2\t3', '1: 12 of PL-1, 2: 3 of BO-2'],
  ['the quantity first', '12,PL-1\n3,BO-2', '1: 12 of PL-1, 2: 3 of BO-2'],
  ['a header says which column is which', 'Name;Order qty;Item no.\nPlate;2;PL-1', '2: 2 of PL-1'],
  ['quoted cells hold separators', '"Plate, blue",PL-1,2\n"Bowl ""deep""",BO-2,3', '1: 2 of PL-1, 2: 3 of BO-2'],
  [
    'decimal commas and separated thousands',
    'PL-1;12,00\nBO-2;1.000,00\nCU-3;"1,500"',
    '1: 12 of PL-1, 2: 1000 of BO-2, 3: 1500 of CU-3',
  ],
  ['a price is not taken for the quantity', 'PL-1,12,25.00\nBO-2,3,8.00', '1: 12 of PL-1, 2: 3 of BO-2'],
  ['SKUs of digits', '1607\t5\n1608\t6', '1: 5 of 1607, 2: 6 of 1608'],
  ['units beside the quantity', 'PL-1, 12 pcs\nBO-2, x3', '1: 12 of PL-1, 2: 3 of BO-2'],
  [
    'plain text',
    'PL-1 12\n3 x BO-2\n4 CU-3\nDI-4: 5\n16-07',
    '1: 12 of PL-1, 2: 3 of BO-2, 3: 4 of CU-3, 4: 5 of DI-4, 5: 1 of 16-07',
  ],
  ['a byte order mark and blank lines', '\ufeffSKU,Quantity\r\n\r\nPL-1,1\r\n', '3: 1 of PL-1'],
  [
    'bad rows are told, the others stay, and lines of one SKU are added up',
    'PL-1,2\nBO-2,many\n,4\npl-1,3\nCU-3,1.5',
    '1: 5 of PL-1, 2: bad of BO-2, 3: bad of 4, 5: bad of CU-3',
  ],
])('lines of a quick order: %s', (_, text, lines) => expect(read(text)).toEqual(lines))

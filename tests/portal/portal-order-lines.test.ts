import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byDepth } from '../given/depth.ts'
import { workbook } from '../given/workbook.ts'
import { xlsx } from '../../server/src/files/export/xlsx.ts'
import { useService } from '../given/service.ts'
import { givenLineReader, inWords } from '../given/line-reader.ts'
import { givenCustomer, item, send } from '../given/given.ts'

const service = useService()
const shop = (products: Parameters<typeof givenLineReader>[1]) => givenLineReader(service, products)

const CATALOGUE = [
  'PL-1',
  'BO-2',
  'CU-3',
  'DI-4',
  '16-07',
  '1608',
  'ABC 12-3',
  'ABC',
  '0901',
  { sku: 'TR-9', manufacturerRef: 'MAKER/77' },
] as const

test.each([
  ['tabs from a spreadsheet', 'PL-1\t12\nBO-2\t3', '1: 12 of PL-1, 2: 3 of BO-2'],
  ['the quantity first', '12,PL-1\n3,BO-2', '1: 12 of PL-1, 2: 3 of BO-2'],
  ['a header', 'Name;Order qty;Item no.\nPlate;2;PL-1', '2: 2 of PL-1'],
  ['quoted cells hold separators', '"Plate, blue",PL-1,2\n"Bowl ""deep""",BO-2,3', '1: 2 of PL-1, 2: 3 of BO-2'],
  [
    'decimal commas and separated thousands',
    'PL-1;12,00\nBO-2;1.000,00\nCU-3;"1,500"',
    '1: 12 of PL-1, 2: 1000 of BO-2, 3: 1500 of CU-3',
  ],
  ['a price is not taken for the quantity', 'PL-1,12,25.00\nBO-2,3,8.00', '1: 12 of PL-1, 2: 3 of BO-2'],
  [
    'a part of a cell is no quantity',
    'PL-1\t12 34\nBO-2;1:30\nCU-3\t(5)',
    '1: qty? PL-1 (), 2: qty? BO-2 (), 3: qty? CU-3 ()',
  ],
  ['SKUs of digits', '1607\t5\n1608\t6', '1: 5 of 16-07, 2: 6 of 1608'],
  ['units beside the quantity', 'PL-1, 12 pcs\nBO-2, x3', '1: 12 of PL-1, 2: 3 of BO-2'],
  [
    'separators mixed, and plain text',
    'PL-1 12\n- 3 x BO-2\n4 CU-3\nDI-4: 5 pcs\nPL-1\t1\nABC 12-3 (2)\n12x 1608;\n2  BO-2\nABC 7',
    '1: 13 of PL-1, 2: 5 of BO-2, 3: 4 of CU-3, 4: 5 of DI-4, 6: 2 of ABC 12-3, 7: 12 of 1608, 9: 7 of ABC',
  ],
  ['a byte order mark and blank lines', '\ufeffSKU,Quantity\r\n\r\nPL-1,1\r\n', '3: 1 of PL-1'],
  [
    'codes without their separators, and references',
    'pl1\t2\nabc123\t3\nmaker77\t4',
    '1: 2 of PL-1, 2: 3 of ABC 12-3, 3: 4 of TR-9',
  ],
  ['a lost zero is offered', '901\t4\nPL-1\t2', '1: sku? 901 (4 of 0901), 2: 2 of PL-1'],
  [
    'no quantity is guessed',
    'PL-1\t2\nBO-2\t\nCU-3\t1.5\nDI-4\tmany',
    '1: 2 of PL-1, 2: qty? BO-2 (), 3: qty? CU-3 (), 4: qty? DI-4 ()',
  ],
  ['a code alone', 'PL-1\nABC', '1: qty? PL-1 (), 2: qty? ABC ()'],
  [
    'a comma of thousands that cuts a row',
    'PL-1,5\nBO-2,7\nCU-3,1,500',
    '1: 5 of PL-1, 2: 7 of BO-2, 3: qty? CU-3 (1 of CU-3 or 1500 of CU-3 or 500 of CU-3)',
  ],
  [
    'a price in plain text is not taken for the quantity',
    'PL-1 6 EA @ 1.00\nBO-2 6 2.00\nCU-3 qty 6 price 3.00\nDI-4 6 @ 4\nABC Plate 40 mm 7\n3 x 1608 Plate 40 x 40 mm',
    '1: qty? PL-1 (1 of PL-1 or 6 of PL-1), 2: qty? BO-2 (2 of BO-2 or 6 of BO-2), 3: qty? CU-3 (3 of CU-3 or 6 of ' +
      'CU-3), 4: qty? DI-4 (4 of DI-4 or 6 of DI-4), 5: 7 of ABC, 6: 3 of 1608',
  ],
  ['what nobody has', 'PL-1\t2\nXY-9\t3', '1: 2 of PL-1, 2: 3 of XY-9'],
])('lines are read by the catalogue: %s', async (_, text, words) => {
  const { read } = await shop(CATALOGUE)
  expect(inWords(await read(text))).toBe(words)
})

test('150 lines of numeric SKUs, one without a quantity: that one is asked about, the others are as written', async () => {
  const skus = Array.from({ length: 200 }, (_, i) => String(1 + i * 7))
  const { read } = await shop(skus)
  const lines = skus.slice(0, 150).map((sku, i) => ({ sku, qty: i === 70 ? null : 1 + ((i * 13) % 30) }))
  const answer = await read(lines.map(({ sku, qty }) => `${sku}\t${qty ?? ''}`).join('\n'))
  expect(answer.lines.map(({ sku, qty }: any) => ({ sku, qty }))).toEqual(lines)
  expect(answer.lines.filter(({ problem }: any) => problem)).toMatchObject([
    { row: 71, problem: { field: 'qty', message: 'How many?' } },
  ])
})

test('a mail: prose and totals are left out and told, the lines stay', async () => {
  const { read } = await shop(CATALOGUE)
  const mail = [
    'Dear Jo, please send:',
    '',
    '12 x PL-1',
    '- 3 x BO-2, the blue ones',
    'CU-3: 4 pcs',
    'Total: 19',
    'Sub-total GBP 1,204.50 ex VAT',
    'Total care 5',
    'Many thanks, Bo',
    'Castle Lane Cafés',
  ]
  const answer = await read(mail.join('\n'))
  expect(inWords(answer)).toBe('3: 12 of PL-1, 4: 3 of BO-2, 5: 4 of CU-3, 8: 5 of Total care')
  expect(answer.leftOut.map(({ row }: any) => row)).toEqual([1, 6, 7, 9, 10])
})

const line = (sku: string, quantity: string) => ({ sku, quantity })

test('what could be read by two columns is asked, and read by the ones that are chosen', async () => {
  const { read } = await shop(['5', '7', '12'])
  const text = '5\t7\n7\t12'
  const { lines, options } = await read(text)
  expect(lines).toEqual([])
  expect(options).toEqual([
    { code: 0, qty: 1, name: 'Column 2', rows: [line('5', '7'), line('7', '12')] },
    { code: 1, qty: 0, name: 'Column 1', rows: [line('7', '5'), line('12', '7')] },
  ])
  expect(inWords(await read(text, { code: 1, qty: 0 }))).toBe('1: 5 of 7, 2: 7 of 12')
})

test('a buyer learns nothing of products that others alone may see', async () => {
  const { workspace, read } = await shop(['PL-1'])
  await givenCustomer(workspace, { accountCode: 'OTHER' })
  await send(workspace, [item({ sku: 'SECRET-1', name: 'Secret', manufacturerRef: 'HID-7', onlyFor: ['OTHER'] })])
  const words = (text: string) => read(text).then(inWords)
  for (const code of ['SECRET-1', 'secret1', 'HID-7']) {
    expect(await words(`PL-1\t2\n${code}\t3`)).toBe((await words('PL-1\t2\nNOBODY-1\t3')).replace('NOBODY-1', code))
  }
})

test('a price list with quantities filled in is an order', async () => {
  const { buyer, upload } = await shop(['PL-1', 'BO-2', '0901'])
  const list: string = (await buyer.get('/price-list.csv')).body
  const filled = list.replace(/^PL-1,.*,$/m, '$&24')
  expect(filled).not.toBe(list)
  const { data } = (await upload(filled)).body
  expect(data).toMatchObject({ lines: [{ sku: 'PL-1', qty: 24, problem: null }], leftOut: [], withoutQuantity: 2 })
})

async function* filledList() {
  yield [['Price list of Hollin'], ['SKU', 'Name', 'From quantity', 'Price', 'Quantity']]
  yield [
    ['PL-1', 'Plate', 1, { minor: 250 }, 24],
    ['BO-2', 'Bowl', 6, { minor: 180 }, null],
    [901, 'Cup', 1, { minor: 90 }, 3],
  ]
}

test('so is a workbook: rows above its header are left out, and a lost zero is offered', async () => {
  const { upload } = await shop(['PL-1', 'BO-2', '0901'])
  const { data } = (await upload(await buffer(xlsx({ sheet: 'List', widths: [], decimals: 2 }, filledList())))).body
  expect(inWords(data)).toBe('3: 24 of PL-1, 5: sku? 901 (3 of 0901)')
  expect([data.leftOut, data.withoutQuantity]).toEqual([[], 1])
})

test('of a workbook the first sheet with rows is read, and the others are told', async () => {
  const { upload } = await shop(['PL-1'])
  const row = '<row><c t="inlineStr"><is><t>PL-1</t></is></c><c><v>4</v></c></row>'
  const { data } = (await upload(await workbook({ sheets: { Order: row, Later: row } }))).body
  expect([inWords(data), data.otherSheets]).toEqual(['1: 4 of PL-1', ['Later']])
})

test('a file that is no list of lines is refused in words', async () => {
  const { upload } = await shop(['PL-1'])
  const messages = async (body: string | Buffer) =>
    (await upload(body)).body.error?.issues?.map(({ message }: any) => message)
  expect(await messages('%PDF-1.7')).toEqual(['The file is neither CSV nor an Excel workbook (.xlsx).'])
  expect(await messages('PL-1,1\n'.repeat(2_500))).toEqual([expect.stringContaining('“Quantity”')])
})

const NUMERIC = [
  ...Array.from({ length: 30 }, (_, i) => String(i * 3 + 1)),
  '0008',
  '0012',
  '0901',
  '12-40',
  '1240',
  'AB 12',
  'AB',
]

/** A line in one of many styles. */
const STYLES: ((code: string, qty: number) => string)[] = [
  (code, qty) => `${code}\t${qty}`,
  (code, qty) => `${qty}\t${code}`,
  (code, qty) => `${code};${qty};each`,
  (code, qty) => `Plate,${qty},${code}`,
  (code, qty) => `${qty} x ${code}`,
  (code, qty) => `- ${code}: ${qty} pcs`,
  (code, qty) => `${code} (${qty})`,
  (code, qty) => `${code} ${qty}`,
  (code, qty) => `${code}   Dinner plate   ${qty}`,
  (code, qty) => `${code},${qty.toLocaleString('en')}`,
  (code, qty) => `${code};${qty},00`,
  (code, qty) => `${code} ${qty} EA @ 1.50`,
  (code, qty) => `${code} ${qty} 2.00`,
  (code, qty) => `${code} qty ${qty} price 3.00`,
  (code, qty) => `${qty} ${code} at 4.00`,
  (code, qty) => `${qty} x ${code} @ 5`,
  (code, qty) => `${code} ${qty} @ 6`,
  (code, qty) => `${code}: ${qty} (7.00 each)`,
]

test('whatever style a paste has, a line is read as it was written, or it is asked about', async () => {
  const { read } = await shop(NUMERIC)
  const line = fc.record({
    code: fc.constantFrom(...NUMERIC),
    qty: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 5_000 })),
    blank: fc.integer({ min: 0, max: 12 }).map((n) => n === 0),
  })
  const paste = fc.record({
    lines: fc.uniqueArray(line, { selector: ({ code }) => code, minLength: 1, maxLength: 12 }),
    style: fc.constantFrom(...STYLES),
    loseZeros: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(paste, async ({ lines, style, loseZeros }) => {
      const rows = lines.map(({ code, qty, blank }) => {
        const written = loseZeros ? code.replace(/^0+/, '') : code
        return blank ? `${written}\t` : style(written, qty)
      })
      const answer = await read(rows.join('\n'))
      const allowed = new Map(lines.map(({ code, qty, blank }) => [code, blank ? null : qty]))
      for (const { sku, qty, problem } of answer.lines)
        if (!problem) expect([sku, qty]).toEqual([sku, allowed.get(sku)])
      if (answer.options.length === 0) expect(answer.lines.length, 'no line is lost').toBe(lines.length)
    }),
    { numRuns: byDepth({ quick: 60, deep: 900 }), endOnFailure: false },
  )
})

import { zip } from '../../server/src/files/export/zip.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byDepth } from '../given/depth.ts'
import { useService } from '../given/service.ts'
import { givenLineReader, inWords } from '../given/line-reader.ts'
import { unzip } from '../given/unzip.ts'

const service = useService()

/** What may stand in the cell of one row, and what becomes of that row: PL-1, which is sold by the bag. */
const CELLS: [cell: string, row: string][] = [
  ['0', 'not ordered'],
  ['-', 'not ordered'],
  ['–', 'not ordered'],
  ['0.00', 'not ordered'],
  ['2.5', "“2.5” isn't a whole number. How many?"],
  ['?', "“?” isn't a whole number. How many?"],
  ['none', "“none” isn't a whole number. How many?"],
  ['-5', "“-5” isn't a whole number. How many?"],
  ['5 or 6', "“5 or 6” isn't a whole number. How many?"],
  ['5 bags', '5'],
  ['5 Bag', '5'],
  ['5 pcs', '5'],
  ['5 x', '5'],
  ['5 boxes', '“5 boxes” is not clear, as this is sold by “bag of 10”. How many? (5)'],
  ['5 Sack', '“5 Sack” is not clear, as this is sold by “bag of 10”. How many? (5)'],
]

const formShop = () => givenLineReader(service, ['BO-2', 'CU-3', 'DI-4', { sku: 'PL-1', unitLabel: 'bag of 10' }])

/** The cell of a workbook in which somebody typed this. */
function typed(text: string): string {
  return /^-?[\d.]+$/.test(text) ? `<c><v>${text}</v></c>` : `<c t="inlineStr"><is><t>${text}</t></is></c>`
}

/** What became of the other rows, and of PL-1. */
function outcome({ lines, withoutQuantity, leftOut, options }: any): [string, string] {
  expect([leftOut, options]).toEqual([[], []])
  const row = lines.find(({ sku }: any) => sku === 'PL-1')
  const others = inWords({ lines: lines.filter((line: any) => line !== row) })
  if (!row) return [others, withoutQuantity === 2 ? 'not ordered' : 'lost']
  expect(withoutQuantity).toBe(1)
  const choices = row.choices.map(({ qty }: any) => ` (${qty})`).join('')
  return [others, row.problem ? row.problem.message + choices : String(row.qty)]
}

test('our order form as CSV: whatever one cell holds is a matter of its row alone', async () => {
  const { buyer, upload, read } = await formShop()
  const form: string = (await buyer.get('/price-list.csv')).body
  for (const [cell, row] of CELLS) {
    const filled = ['BO-2:5', 'CU-3:3', `PL-1:${cell}`]
      .map((line) => line.split(':') as [string, string])
      .reduce((text, [sku, quantity]) => text.replace(new RegExp(`^${sku},.*,$`, 'm'), `$&${quantity}`), form)
    const pasted = filled.replaceAll(',', '\t').replaceAll('"', '')
    for (const answer of [(await upload(filled)).body.data, await read(pasted)])
      expect([cell, outcome(answer)]).toEqual([cell, ['2: 5 of BO-2, 3: 3 of CU-3', row]])
  }
})

test('our order form as a workbook: whatever one cell holds is a matter of its row alone', async () => {
  const { buyer, upload } = await formShop()
  const url = `${service.url}/app-api/portal/${buyer.slug}/price-list.xlsx`
  const response = await fetch(url, { headers: { cookie: `session=${buyer.token}` } })
  const files = unzip(Buffer.from(await response.arrayBuffer()))
  for (const [cell, row] of CELLS) {
    const filled = ['BO-2:5', 'CU-3:3', `PL-1:${cell}`]
      .map((line) => line.split(':') as [string, string])
      .reduce(
        (sheet, [sku, quantity]) =>
          sheet.replace(new RegExp(`>${sku}<.*?(?=</row>)`), (cells) => cells + typed(quantity)),
        files.get('xl/worksheets/sheet1.xml')!.toString(),
      )
    const entries = [...files].map(([name, content]) => ({
      name,
      content: [name === 'xl/worksheets/sheet1.xml' ? filled : content],
    }))
    const { data } = (await upload(Buffer.concat(await Array.fromAsync(zip(entries))))).body
    expect([cell, outcome(data)]).toEqual([cell, ['5: 5 of BO-2, 6: 3 of CU-3', row]])
  }
})

test('a bad cell below a header that names the quantity never changes another row', async () => {
  const skus = ['5', '7', '12', 'PL-1', 'BO-2', 'CU-3']
  const { read } = await givenLineReader(service, skus)
  const row = fc.record({
    SKU: fc.constantFrom(...skus),
    Quantity: fc.oneof(fc.integer({ min: 1, max: 300 }).map(String), fc.constant('')),
    Price: fc.constantFrom('10.00', '2.50', '12', '7'),
    'From quantity': fc.constantFrom('1', '5', '12'),
  })
  const rows = fc.uniqueArray(row, { selector: ({ SKU }) => SKU, minLength: 1 })
  const order = fc.shuffledSubarray(['SKU', 'From quantity', 'Quantity', 'Price'] as const, { minLength: 4 })
  const bad = fc.oneof(
    fc.constantFrom('0', '-', '2.5', '5 bags', '?', 'none', '1 500 000', '12 34'),
    fc.string({ maxLength: 5 }).map((text) => text.replaceAll(/[\t;,\r\n"]/g, '')),
  )
  await fc.assert(
    fc.asyncProperty(rows, order, bad, fc.nat(), async (given, columns, cell, n) => {
      const at = n % given.length
      const others = async (list: typeof given) => {
        const text = [columns, ...list.map((one) => columns.map((name) => one[name]))]
        const { lines, options } = await read(text.map((cells) => cells.join('\t')).join('\n'))
        expect(options).toEqual([])
        return lines.filter((line: any) => line.row !== at + 2)
      }
      const spoilt = given.map((one, i) => (i === at ? { ...one, Quantity: cell } : one))
      expect(await others(spoilt)).toEqual(await others(given))
    }),
    { numRuns: byDepth({ quick: 25, deep: 400 }) },
  )
})

const WARES = [
  'PL-1',
  'BO-2',
  'CU-3',
  '16-07',
  { sku: 'HH-5', name: 'Hard hats yellow' },
  { sku: 'SA-6', unitLabel: 'bag' },
]

let reader: ReturnType<typeof givenLineReader> | undefined
/** One shop for all that only reads. */
const wares = () => (reader ??= givenLineReader(service, WARES))

test.each([
  [
    'a fraction among the quantities does not make the prices quantities',
    'SKU\tQty\tPrice\nPL-1\t5\t10.00\nBO-2\t2.5\t12.00\nCU-3\t3\t8.00',
    '2: 5 of PL-1, 3: qty? BO-2 (), 4: 3 of CU-3',
  ],
  [
    'nor without a header',
    'PL-1\t5\t10.00\nBO-2\t2.5\t12.00\nCU-3\t3\t8.00',
    '1: 5 of PL-1, 2: qty? BO-2 (), 3: 3 of CU-3',
  ],
  [
    'a price is no quantity where a header says so',
    'SKU\tPrice\nPL-1\t10\nBO-2\t12',
    '2: qty? PL-1 (), 3: qty? BO-2 ()',
  ],
  [
    'a price with a currency beside one quantity that is none',
    'PL-1;£10;5\nBO-2;£12;two\nCU-3;£8;3',
    '1: 5 of PL-1, 2: qty? BO-2 (), 3: 3 of CU-3',
  ],
  ['row numbers in front', '1\tPL-1\t5\n2\tBO-2\t3\n3\tCU-3\t4', '1: 5 of PL-1, 2: 3 of BO-2, 3: 4 of CU-3'],
  [
    'row numbers alone are no quantities',
    '1\tPL-1\n2\tBO-2\n3\tCU-3',
    '1: qty? PL-1 (), 2: qty? BO-2 (), 3: qty? CU-3 ()',
  ],
  [
    'a header in German',
    'Pos;Artikelnr.;Bezeichnung;Menge;Preis\n1;PL-1;Teller;5;10,00\n2;BO-2;Schale;2,5;12,00',
    '2: 5 of PL-1, 3: qty? BO-2 ()',
  ],
  [
    'a header in French',
    'Réf.;Désignation;Qté (pcs);PU HT\nPL-1;Assiette;5;10\nBO-2;Bol;3;12',
    '2: 5 of PL-1, 3: 3 of BO-2',
  ],
  [
    'a header with a number in another name',
    'SKU\tPrice 2026\tOrder qty\nPL-1\t10\t5\nBO-2\t12\t3',
    '2: 5 of PL-1, 3: 3 of BO-2',
  ],
  ['a header that comes again', 'SKU,Qty\nPL-1,5\nSKU,Qty\nBO-2,3', '2: 5 of PL-1, 4: 3 of BO-2'],
  ['a line of prose below a table', 'SKU\tQty\nPL-1\t5\n\nalso 3 x BO-2 please', '2: 5 of PL-1, 4: 3 of BO-2'],
  ['what nobody has, with a quantity that is none', 'SKU\tQty\nPL-1\t5\nXY-9\tsome', '2: 5 of PL-1, 3: qty? XY-9 ()'],
  [
    'the unit of the product behind its number',
    'SA-6 – 5 bags\n5 bags of SA-6\n16-07',
    '1: 10 of SA-6, 3: qty? 16-07 ()',
  ],
  [
    'another unit',
    '16-07 – 5 bags\n5 boxes of PL-1\nBO-2: 2 dozen',
    '1: qty? 16-07 (5 of 16-07), 2: qty? PL-1 (5 of PL-1), 3: qty? BO-2 (2 of BO-2)',
  ],
  ['a product by its name', 'Hello Jo,\nHard hats yellow, 4\nThanks, Bo', '2: 4 of Hard hats yellow'],
  ['a quoted mail', '> > PL-1 x 5\n> 3 BO-2', '1: 5 of PL-1, 2: 3 of BO-2'],
])('lines are read as they are meant: %s', async (_, text, words) => {
  const { read } = await wares()
  expect(inWords(await read(text))).toBe(words)
})

test('a line with a number is a line, unless the number is a date, a time or a phone number', async () => {
  const { read } = await wares()
  const mail = [
    'Hi Jo',
    'please send by 12 December 2026, before 10:30',
    'PL-1 x 5',
    'two of the 40 mm clamps, the blue ones',
    'Tel. +44 20 7946 0000, fax (020) 7946-0001',
    '26.11.2026',
    'Best, Bo',
  ].join('\n')
  const { lines, leftOut } = await read(mail)
  expect(lines.map(({ row, sku, problem }: any) => [row, sku, problem?.message ?? null])).toEqual([
    [3, 'PL-1', null],
    [4, 'two of the 40 mm clamps, the blue ones', 'Which product, and how many?'],
  ])
  expect(leftOut.map(({ row }: any) => row)).toEqual([1, 2, 5, 6, 7])
})

const examples = (...quantities: string[]) =>
  ['PL-1', 'BO-2', 'CU-3'].map((sku, i) => ({ sku, quantity: quantities[i] }))

test('where several columns may be the quantity, they are named and shown, and a person chooses', async () => {
  const { read } = await wares()
  const rows = 'PL-1\t1\t5\nBO-2\t6\t12\nCU-3\t1\t3\n16-07\t1\t2.5'
  const bare = await read(rows)
  expect(bare.lines).toEqual([])
  expect(bare.options).toEqual([
    { code: 0, qty: 1, name: 'Column 2', rows: examples('1', '6', '1') },
    { code: 0, qty: 2, name: 'Column 3', rows: examples('5', '12', '3') },
  ])
  const named = await read(`SKU\tFor Bo\tFor Jo\n${rows}`)
  expect(named.options.map(({ name }: any) => name)).toEqual(['Column 2, “For Bo”', 'Column 3, “For Jo”'])
  expect(inWords(await read(rows, { code: 0, qty: 2 }))).toBe(
    '1: 5 of PL-1, 2: 12 of BO-2, 3: 3 of CU-3, 4: qty? 16-07 ()',
  )
  const twice = await read('SKU\tQty\tQty\nPL-1\t1\t5')
  expect(twice.options.map(({ name }: any) => name)).toEqual(['Column 2, “Qty”', 'Column 3, “Qty”'])
})

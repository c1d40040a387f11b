import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readInThread } from '../../server/src/files/spreadsheets/files/take-file.ts'
import { often, relation, workbook } from '../given/workbook.ts'
import { useTemporaryFolder } from '../given/temporary-folder.ts'

const folder = useTemporaryFolder()

/** Several times what each of these takes now, and a tenth of what most took before they were bounded. */
const PROCESSOR_MS = 5_000

async function read(content: string | Uint8Array): Promise<string> {
  const [path, parts] = [join(folder, 'file'), join(folder, 'parts')]
  writeFileSync(path, content)
  return readInThread({ path, parts, processorMs: PROCESSOR_MS }).then(
    ({ file }) => `taken: ${file.sheets.map(({ rows }) => rows).join()}`,
    (error: Error) => error.message,
  )
}

const ROW = '<row><c t="str"><v>SKU</v></c></row>'
const [CELLS, ROW_TOO_LONG, DAMAGED] = ['more than 6,000,000 cells', 'A row of the file has more than', 'is damaged']

/** One row of a number that has its own format. */
const formatted = (code: string, formats = '<xf numFmtId="170"/>') =>
  workbook({
    sheets: { A: '<row><c s="0"><v>1</v></c></row>' },
    styles: `<numFmts><numFmt numFmtId="170" formatCode="${code}"/></numFmts><cellXfs>${formats}</cellXfs>`,
  })
const shared = (text: string, cells: number) =>
  workbook({
    sheets: { A: often(cells / 10, `<row>${'<c t="s"><v>0</v></c>'.repeat(10)}</row>`) },
    strings: `<si><t>${text}</t></si>`,
  })

test.for<[name: string, content: () => Promise<Buffer> | Buffer, answer: string]>([
  [
    'one cell in column 500 of each row',
    () => workbook({ sheets: { A: often(20_000, '<row><c r="SF1"><v>1</v></c></row>') } }),
    CELLS,
  ],
  ['blank cells', () => workbook({ sheets: { A: often(20_000, `<row>${'<c/>'.repeat(400)}</row>`) } }), CELLS],
  ['shared texts of nothing', () => workbook({ sheets: { A: ROW }, strings: often(7_000_000, '<si/>') }), CELLS],
  ['blank lines', () => Buffer.alloc(7_000_000, '\n'), 'more than 100,000 rows'],
  ['lines of delimiters', () => Buffer.alloc(7_000_000, `${','.repeat(300)}\n`), CELLS],
  ['one line of delimiters', () => Buffer.alloc(30_000_000, ','), 'from line 1 on: a quote is not closed'],
  ['quoted line ends', () => Buffer.from(`"${'\n'.repeat(3_900_000)}"`), ROW_TOO_LONG],
  [
    'a long text in each cell of a row',
    () =>
      workbook({
        sheets: { A: `<row>${'<c t="s"><v>0</v></c>'.repeat(500)}</row>` },
        strings: `<si><t>${'b'.repeat(200_000)}</t></si>`,
      }),
    ROW_TOO_LONG,
  ],
  [
    'a text of a million pieces',
    () => workbook({ sheets: { A: ROW }, strings: ['<si>', ...often(2_000_000, '<t>a</t>'), '</si>'] }),
    ROW_TOO_LONG,
  ],
  [
    'a cell of many pieces',
    () =>
      workbook({
        sheets: { A: ['<row><c t="inlineStr">', ...often(100, `<t>${'a'.repeat(90_000)}</t>`), '</c></row>'] },
      }),
    ROW_TOO_LONG,
  ],
  ['blanks that many cells share', () => shared(' '.repeat(250_000), 500_000), 'The file has no rows.'],
  ['codes of blanks that many cells share', () => shared('_x0020_'.repeat(4_600), 500_000), 'The file has no rows.'],
  ['a format of a million brackets', () => formatted('['.repeat(250_000)), 'taken: 1'],
  ['a format of a million zeros', () => formatted('0'.repeat(250_000)), 'taken: 1'],
  [
    'a format that many styles share',
    () => formatted('a'.repeat(200_000), '<xf numFmtId="170"/>'.repeat(50_000)),
    'taken: 1',
  ],
  [
    'tiny numbers',
    () => workbook({ sheets: { A: often(10_000, `<row>${'<c><v>1e-7</v></c>'.repeat(50)}</row>`) } }),
    'taken: 10000',
  ],
  ['a long attribute', () => workbook({ sheets: { A: often(100, `<row x="${'1'.repeat(500_000)}"/>`) } }), DAMAGED],
  ['tags within tags', () => workbook({ sheets: { A: often(5_000_000, '<a>') } }), DAMAGED],
  [
    'a million relations',
    () => workbook({ sheets: { A: ROW }, relations: often(1_000_000, (i) => relation(`${i}`, 'x', 'y')) }),
    DAMAGED,
  ],
  [
    'a thousand sheets',
    () => workbook({ sheets: Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`S${i}`, ROW])) }),
    'The workbook has more than 200 sheets.',
  ],
])('%s cost little, and are answered in a sentence', { timeout: 60_000 }, async ([, content, answer]) => {
  expect(await read(await content())).toContain(answer)
})

/** A sheet of 70 MB in which that stands again and again. */
function inflated(content: string): Promise<Buffer> {
  const sheet = ['<worksheet><sheetData>', ...often(70, content.repeat(1_048_576 / content.length))]
  return workbook({ sheets: { A: '' }, more: { 'xl/worksheets/sheet0.xml': sheet } })
}

test('a bomb is refused before it fills the memory', async () => {
  expect(await read(await inflated('<x/><x/>        '))).toMatch('unpacks to far more than a spreadsheet')
  expect(await read(await inflated(' '))).toMatch('is not valid XML')
})

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { zip } from '../../server/src/files/export/zip.ts'
import { readFile } from '../../server/src/files/spreadsheets/files/read-file.ts'
import type { FilePart } from '../../server/src/files/spreadsheets/files/read-file.ts'
import { readInThread as readByThread } from '../../server/src/files/spreadsheets/files/take-file.ts'
import { relation, workbook } from '../given/workbook.ts'
import { useTemporaryFolder } from '../given/temporary-folder.ts'

const folder = useTemporaryFolder()

type Read = typeof readFile

/** As the service does it: the rows are bytes of another file. */
const readInThread: Read = async (path, keep) => {
  const task = { path, parts: join(folder, 'parts'), processorMs: 20_000 }
  const { file, parts, bytes } = await readByThread(task)
  const kept = readFileSync(task.parts)
  expect(kept.length).toBe(bytes)
  for (const { at, bytes: length, ...place } of parts) {
    await keep({ ...place, lines: kept.toString('utf8', at, at + length) })
  }
  return file
}

async function read(content: string | Uint8Array, by: Read = readFile) {
  const path = join(folder, 'file')
  writeFileSync(path, content)
  const parts: FilePart[] = []
  const file = await by(path, async (part) => void parts.push(part))
  const rows = (sheet = 0) => parts.filter((part) => part.sheet === sheet).flatMap(({ lines }) => JSON.parse(lines))
  return { file, rows }
}

const problem = (content: string | Uint8Array, by?: Read) =>
  read(content, by).then(
    () => 'taken',
    (error: Error) => error.message,
  )

test.for([
  ['UTF-8', Buffer.from('SKU;Name\r\n1;Café €'), { encoding: 'utf-8', isEncodingGuessed: false }],
  ['UTF-8 with a mark', Buffer.from('\ufeffSKU;Name\r\n1;Café €'), { encoding: 'utf-8', isEncodingGuessed: false }],
  [
    'Windows-1252',
    Buffer.from('SKU;Name\r\n1;Caf\xe9 \x80', 'latin1'),
    { encoding: 'windows-1252', isEncodingGuessed: true },
  ],
  ['UTF-16', Buffer.from('\ufeffSKU;Name\r\n1;Café €', 'utf16le'), { encoding: 'utf-16le', isEncodingGuessed: false }],
  ['UTF-16 of big ends', Buffer.from('\ufeffSKU;Name\r\n1;Café €', 'utf16le').swap16(), { encoding: 'utf-16be' }],
  [
    'UTF-16 without a mark',
    Buffer.from('SKU;Name\r\n1;Café €', 'utf16le'),
    { encoding: 'utf-16le', isEncodingGuessed: true },
  ],
] as const)('a file in %s is read', async ([, content, expected]) => {
  const { file, rows } = await read(content)
  expect(file).toMatchObject({ format: 'csv', delimiter: ';', ...expected })
  expect(rows()).toEqual([
    [1, ['SKU', 'Name']],
    [2, ['1', 'Café €']],
  ])
})

test('cells of a workbook are read as people see them', async () => {
  const cells =
    '<c r="A2" s="1"><v>123</v></c><c r="B2" t="s"><v>1</v></c><c r="D2" s="2"><v>46388</v></c>' +
    '<c r="E2"><v>19.989999999999998</v></c><c r="F2" t="b"><v>1</v></c><c r="G2"><v>1.23E+12</v></c>' +
    '<c r="H2" t="inlineStr"><is><t>a &amp; </t><rPh><t>x</t></rPh><t>b_x0041_</t></is></c>'
  const content = await workbook({
    sheets: {
      Hidden: '<row><c><v>9</v></c></row>',
      Stock: `<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2">${cells}</row><row r="9"><c r="A9" s="3"><v>0.5</v></c><c r="B9" s="4"><v>0.07</v></c><c r="C9" s="5"><v>0.125</v></c></row>`,
      Empty: '<row r="1"/>',
    },
    strings: '<si><t>SKU</t></si><si><r><t>Blue </t></r><r><t>plate</t></r></si>',
    styles:
      '<numFmts><numFmt numFmtId="170" formatCode="00000"/><numFmt numFmtId="171" formatCode="[Red]0.0&quot;days&quot;"/><numFmt numFmtId="172" formatCode="0.0%"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="14"/><xf numFmtId="171"/><xf numFmtId="9"/><xf numFmtId="172"/></cellXfs>',
  })
  const { file, rows } = await read(content, readInThread)
  expect(file).toMatchObject({
    format: 'xlsx',
    encoding: null,
    sheets: [
      { name: 'Stock', rows: 3 },
      { name: 'Empty', rows: 0 },
    ],
  })
  expect(rows()).toEqual([
    [1, ['SKU']],
    [2, ['00123', 'Blue plate', '', '2027-01-01', '19.99', 'TRUE', '1230000000000', 'a & bA']],
    [9, ['0.5', '7%', '12.5%']],
  ])
})

const row = '<row><c><v>1</v></c></row>'

test.for([
  ['nothing', '', 'The file is empty.'],
  ['blank lines', '\n\n', 'The file has no rows.'],
  [
    'a quote that is not closed',
    'SKU\n1\n"2\n3',
    'The file cannot be read as CSV from line 3 on: a quote is not closed.',
  ],
  ['16,000 columns', 'a,'.repeat(16_000), 'The file has more than 500 columns. Remove the ones that you do not need.'],
  ['too many rows', 'SKU\n'.repeat(100_021), 'The file has more than 100,000 rows. Split it into several files.'],
  ['a PDF', '%PDF-1.7 …', 'The file is neither CSV nor an Excel workbook (.xlsx).'],
  ['bytes', Buffer.from([1, 0, 0, 2, 3, 0]), 'The file is neither CSV nor an Excel workbook (.xlsx).'],
  [
    'an old workbook',
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    'This is an old workbook (.xls), or one with a password. Save it as .xlsx without a password.',
  ],
  [
    'a broken archive',
    'PK\u0003\u0004 and no more',
    'The workbook is damaged: it cannot be unpacked. Open it in your spreadsheet and save it again.',
  ],
] as const)('%s is refused in a sentence', async ([, content, sentence]) => {
  expect(await problem(content)).toBe(sentence)
})

test('what is no plain workbook is refused in a sentence', async () => {
  const row = '<row r="1"><c r="XFD1"><v>1</v></c></row>'
  expect(await problem(await workbook({ sheets: { Wide: row } }))).toMatch(
    'The sheet "Wide" has more than 500 columns.',
  )
  const broken = { 'xl/worksheets/sheet0.xml': ['<worksheet><sheetData><row'] }
  expect(await problem(await workbook({ sheets: { A: '' }, more: broken }))).toMatch('is not valid XML')
  const whole = await workbook({ sheets: { A: row } })
  expect(await problem(whole.subarray(0, whole.length - 30))).toMatch('The workbook is damaged')
  const archive = Buffer.concat(await Array.fromAsync(zip([{ name: 'a.txt', content: ['a'] }])))
  expect(await problem(archive)).toMatch('not an Excel workbook')
})

test('a workbook with macros is read as any other: nothing runs them', async () => {
  const content = await workbook({ sheets: { A: row }, more: { 'xl/vbaProject.bin': ['macro'] } })
  expect((await read(content)).rows()).toEqual([[1, ['1']]])
})

test.for([
  ['in descending order', '<row r="9"><c><v>1</v></c></row><row r="8"><c><v>1</v></c></row>'],
  ['twice', '<row r="9"><c><v>1</v></c></row><row r="9"><c><v>1</v></c></row>'],
  ['far below all others', '<row r="1e300"><c><v>1</v></c></row>'],
  ['past the end', '<row r="1048576"><c><v>1</v></c></row><row><c><v>1</v></c></row>'],
  ['between others', '<row r="1.5"><c><v>1</v></c></row>'],
] as const)('a workbook with rows %s is refused', async ([, rows]) => {
  expect(await problem(await workbook({ sheets: { A: rows } }))).toMatch(
    'The rows of the sheet "A" are not numbered in their order, up to 1,048,576.',
  )
})

test('two sheets that are one part are refused, by whatever name they have it', async () => {
  const sheets = { Plates: row, Bowls: row }
  for (const target of ['worksheets/sheet0.xml', '/xl/worksheets/sheet0.xml', '../xl/./worksheets//sheet0.xml']) {
    const twice = relation('s0', 'worksheet', '/xl/worksheets/sheet0.xml') + relation('s1', 'worksheet', target)
    const more = { 'xl/_rels/workbook.xml.rels': `<Relationships>${twice}</Relationships>` }
    expect(await problem(await workbook({ sheets, more }))).toBe(
      'The sheets "Plates" and "Bowls" of the workbook are one and the same part of it. ' +
        'Open it in your spreadsheet and save it again, or remove one of them.',
    )
  }
})

test('an archive whose files share a name, or bytes, is refused', async () => {
  const content = await workbook({ sheets: { Plates: row, Bowls: row } })
  const entryOf = (name: string) => content.lastIndexOf(name) - 46
  const [first, second] = [entryOf('xl/worksheets/sheet0.xml'), entryOf('xl/worksheets/sheet1.xml')]
  const sameBytes = Buffer.from(content)
  content.copy(sameBytes, second + 16, first + 16, first + 46)
  const sameName = Buffer.from(content)
  sameName.write('xl/worksheets/sheet0.xml', second + 46)
  for (const made of [sameBytes, sameName]) expect(await problem(made)).toContain('it cannot be unpacked')
})

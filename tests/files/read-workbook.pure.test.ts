import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import zlib from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { readFile } from '../../server/src/files/spreadsheets/files/read-file.ts'
import { relation, workbook } from '../given/workbook.ts'
import { useTemporaryFolder } from '../given/temporary-folder.ts'

const folder = useTemporaryFolder()
const row = '<row><c><v>1</v></c></row>'

async function rowsOf(content: Uint8Array): Promise<[number, string[]][]> {
  const path = join(folder, 'file')
  writeFileSync(path, content)
  const rows: [number, string[]][] = []
  await readFile(path, async ({ lines }) => void rows.push(...JSON.parse(lines)))
  return rows
}

const attributeText = (text: string) => text.replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Formats, each with a number, and what LibreOffice shows of it. */
const SHOWN = [
  ['"ART-"00000', 12340, 'ART-12340'],
  ['00-000', 12341, '12-341'],
  ['000\\.000', 12342, '012.342'],
  ['00000_)', 123, '00123'],
  ['[$-409]00000', 123, '00123'],
  ['00000\\-0000', 123456789, '12345-6789'],
  ['[Blue]00000', 123, '00123'],
  ['000000.0', 12.5, '000012.5'],
  ['0000\\ 0000', 12345678, '1234 5678'],
  ['00000;-00000', 7, '00007'],
  ['[<100]00;000', 7, '07'],
  ['"K"0', 5, 'K5'],
  ['0"-A"', 5, '5-A'],
  ['"SKU"General', 5, 'SKU5'],
  ['# ?/?', 12.5, '12 1/2'],
  ['h:mm', 14 / 24, '14:00'],
  ['h:mm', 0, '0:00'],
  ['[h]:mm:ss', 1.5, '36:00:00'],
  ['hh:mm', 9.5 / 24, '09:30'],
  ['h:mm AM/PM', 9.5 / 24, '9:30 AM'],
  ['mm:ss', 0.01, '14:24'],
  ['0;-0;;@', 0, ''],
] as const

/** Formats whose numbers count as they are: without their unit, not rounded, and not in thousands. */
const VALUES = [
  ['#,##0.00', 1234.567, '1234.567'],
  ['0', 12.5, '12.5'],
  ['0.00E+00', 123456, '123456'],
  ['0,', 12345, '12345'],
  ['0.0" days"', 30, '30'],
  ['0 "pcs"', 6, '6'],
  ['"£"#,##0.00', 12.5, '£12.5'],
  ['"£"#,##0.00', -12.5, '-£12.5'],
  ['#,##0.00\\ [$€-407]', 12.5, '12.5 €'],
  ['_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_)', 0, '$0'],
  ['[$USD] 0.00', 12.5, 'USD12.5'],
  ['0.0%', 0.125, '12.5%'],
  ['d-mmm-yy', 46388, '2027-01-01'],
  ['yyyy-mm-dd hh:mm', 46388.5, '2027-01-01 12:00:00'],
] as const

test('numbers whose look counts are read as the sheet shows them, and others by their value', async () => {
  const all = [...SHOWN, ...VALUES]
  const formats = all.map(([code], i) => `<numFmt numFmtId="${200 + i}" formatCode="${attributeText(code)}"/>`)
  const content = await workbook({
    sheets: { A: all.map(([, value], i) => `<row><c><v>1</v></c><c s="${i}"><v>${value}</v></c></row>`).join('') },
    styles: `${formats.join('')}<cellXfs>${all.map((_, i) => `<xf numFmtId="${200 + i}"/>`).join('')}</cellXfs>`,
  })
  const rows = await rowsOf(content)
  expect(rows.map(([, [, text = '']], i) => [all[i]![0], text])).toEqual(all.map(([code, , text]) => [code, text]))
})

test.for([
  ['a shared text without an index', '<c t="s"/>', ''],
  ['a shared text with a blank index', '<c t="s"><v> </v></c>', ''],
  ['a shared text past the last one', '<c t="s"><v>9</v></c>', ''],
  ['a shared text before the first one', '<c t="s"><v>-1</v></c>', ''],
  ['a shared text', '<c t="s"><v> 0 </v></c>', 'SKU'],
  ['a number', '<c t="n"><v>1.50</v></c>', '1.5'],
  ['a number without a type', '<c><v> 12 </v></c>', '12'],
  ['a number with an exponent', '<c><v>1.5E-3</v></c>', '0.0015'],
  ['a number of no value', '<c t="n"/>', ''],
  ['a text instead of a number', '<c><v>n/a</v></c>', 'n/a'],
  ['a text of its own', '<c t="inlineStr"><is><t xml:space="preserve"> a </t></is></c>', ' a '],
  ['a text of its own in pieces', '<c t="inlineStr"><is><r><t>a</t></r><r><rPr/><t>b</t></r></is></c>', 'ab'],
  ['a text of its own as a value', '<c t="inlineStr"><v>a</v></c>', 'a'],
  ['a blank text of its own', '<c t="inlineStr"><is/></c>', ''],
  ['the text of a formula', '<c t="str"><f>A1</f><v>007</v></c>', '007'],
  ['a text without a formula', '<c t="str"><v>a &amp; b</v></c>', 'a & b'],
  ['a type that there is not', '<c t="x"><v>5</v></c>', '5'],
  ['true', '<c t="b"><v>true</v></c>', 'TRUE'],
  ['TRUE', '<c t="b"><v>TRUE</v></c>', 'TRUE'],
  ['1 between spaces', '<c t="b"><v> 1 </v></c>', 'TRUE'],
  ['false', '<c t="b"><v>false</v></c>', 'FALSE'],
  ['a blank truth', '<c t="b"><v></v></c>', ''],
  ['0', '<c t="b"><v>0</v></c>', 'FALSE'],
  ...['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A', '#GETTING_DATA'].map(
    (error) => ['an error', `<c t="e"><f>B1</f><v>${error}</v></c>`, error] as const,
  ),
  ['an error of no value', '<c t="e"><v/></c>', ''],
  ['a day', '<c t="d"><v>2027-01-05T00:00:00</v></c>', '2027-01-05'],
  ['a day without a time', '<c t="d"><v>2027-01-05</v></c>', '2027-01-05'],
  ['a day and a time', '<c t="d"><v>2027-01-05T09:30:00</v></c>', '2027-01-05 09:30:00'],
  ['a time', '<c t="d"><v>09:30:00</v></c>', '09:30:00'],
  ['a formula with a blank value', '<c><f>B1*2</f><v></v></c>', '#FORMULA!'],
  ['a formula without a value', '<c t="b"><f>B1*2</f></c>', '#FORMULA!'],
  ['a formula without its text', '<c t="str"><f>A1&amp;B1</f></c>', '#FORMULA!'],
  ['lines that end in several ways', '<c t="str"><v>a_x000D_\nb\r\nc_x000d_d</v></c>', 'a\r\nb\nc\rd'],
  ['a formula that gives a blank text', '<c t="str"><f>""</f><v></v></c>', ''],
  ['a formula with its value', '<c><f>B1*2</f><v>5</v></c>', '5'],
] as const)('a cell is read by its type: %s', async ([, cell, text]) => {
  const sheets = { A: `<row><c><v>1</v></c>${cell}</row>` }
  const rows = await rowsOf(await workbook({ sheets, strings: '<si><t>SKU</t></si>' }))
  expect(rows).toEqual([[1, text === '' ? ['1'] : ['1', text]]])
})

test('days of a workbook from an old Mac begin in 1904, whatever extensions it has', async () => {
  const content = await workbook({
    sheets: { A: '<row><c s="1"><v>44926</v></c></row>' },
    styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
    more: {
      'xl/workbook.xml':
        '<workbook><workbookPr date1904="1"/><sheets><sheet name="A" sheetId="1" r:id="s0"/></sheets>' +
        '<extLst><ext><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst></workbook>',
    },
  })
  expect(await rowsOf(content)).toEqual([[1, ['2027-01-01']]])
})

test('cells and rows without a place follow the one before them', async () => {
  const sheets = {
    A: '<row><c r="B1"><v>1</v></c><c><v>2</v></c></row><row r="4"><c><v>3</v></c><c r="d4"><v>4</v></c></row><row><c><v>5</v></c></row>',
  }
  expect(await rowsOf(await workbook({ sheets }))).toEqual([
    [1, ['', '1', '2']],
    [4, ['3', '', '', '4']],
    [5, ['5']],
  ])
})

test('the parts of a workbook are found whatever their case, prefix and percent codes, and texts without a relation', async () => {
  const sheets = { 'Price list': '<row><c t="s"><v>0</v></c></row>' }
  const strings = '<si><t>Plate</t></si>'
  const whole = await workbook({ sheets, strings })
  const renamed = (from: string, to: string) => Buffer.from(whole.toString('latin1').replaceAll(from, to), 'latin1')
  const books = [
    renamed('xl/sharedStrings.xml', 'xl/SHAREDstrings.xml'),
    renamed('[Content_Types].xml', '[content_types].XML'),
    renamed('xl/worksheets/sheet0.xml', 'XL/Worksheets/Sheet0.xml'),
    await workbook({
      sheets,
      strings,
      more: {
        'xl/workbook.xml': '<workbook><sheets><sheet name="Price list" sheetId="1" rel:id="s0"/></sheets></workbook>',
      },
    }),
    await workbook({
      sheets,
      strings,
      more: {
        'xl/_rels/workbook.xml.rels': `<Relationships>${relation('s0', 'worksheet', 'worksheets/my%20sheet.xml')}</Relationships>`,
        'xl/worksheets/my sheet.xml': `<worksheet><sheetData>${sheets['Price list']}</sheetData></worksheet>`,
      },
    }),
  ]
  for (const book of books) expect(await rowsOf(book)).toEqual([[1, ['Plate']]])
})

test('a workbook with a wrong checksum is refused', async () => {
  const content = await workbook({ sheets: { A: row } })
  const entry = content.lastIndexOf('xl/worksheets/sheet0.xml') - 46
  content[entry + 16]! ^= 1
  await expect(rowsOf(content)).rejects.toThrow('it cannot be unpacked')
})

test('no stream of node:zlib is made: ending its thread at that moment would abort the whole service', async () => {
  const makes = vi.spyOn(zlib, 'createInflateRaw')
  zlib.createInflateRaw().destroy()
  expect(makes).toHaveBeenCalledOnce()
  const content = await workbook({ sheets: { A: row }, strings: '<si><t>text</t></si>' })
  makes.mockClear()
  expect(await rowsOf(content)).toEqual([[1, ['1']]])
  expect(makes).not.toHaveBeenCalled()
  makes.mockRestore()
})

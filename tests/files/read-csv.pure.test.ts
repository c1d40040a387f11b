import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { detectDelimiter } from '../../server/src/shared/read-table.ts'
import { readRecords, readStart } from '../../server/src/files/spreadsheets/read-csv.ts'
import { useTemporaryFolder } from '../given/temporary-folder.ts'

const folder = useTemporaryFolder()

/** The rows of a file after its header. */
async function read(content: string | Buffer) {
  const path = join(folder, 'file.csv')
  writeFileSync(path, content)
  const delimiter = detectDelimiter((await readStart(path)).toString().replace(/^\uFEFF/, ''))
  const source = { path, name: path, encoding: 'utf-8', delimiter } as const
  const [header, ...rows] = await Array.fromAsync(readRecords(source))
  return { header: header?.cells, rows }
}

test.for([
  ['sku,name,price', ','],
  ['sku;name;price\n1;"a, b, c, d";2', ';'],
  ['sku\tname\tprice', '\t'],
  ['"a;b;c",d,e', ','],
  ['"a\nb;c;d",e', ','],
  ['\n\nsku;name', ';'],
  ['sku', ','],
  ['sku|name|price\n1|a, b|2', '|'],
  ['Price list 2027\n\nsku;name;price\n1;a;2,50\n2;b;3,50', ';'],
  ['Price list, valid from 1 March, net\nAll prices, in euros\nsku;price\n1;2,50\n2;3,50\n3;4,50', ';'],
  ['sku;price, EUR\n1;2,50\n2;3,50', ';'],
  ['sku,name,only for\n1,a,x;y;z\n2,b,x;y;z', ','],
  ['sku,name,price,note\n1,a\n2,b;c;d,5\n3,c;c;d', ','],
  ['1\ta, b, c', '\t'],
] as const)('the delimiter of %j is found', ([start, delimiter]) => {
  expect(detectDelimiter(start)).toBe(delimiter)
})

test('a byte-order mark is no part of the first column', async () => {
  const file = await read('\uFEFFsku,name\n1,a\n')
  expect(file.header).toEqual(['sku', 'name'])
})

test('rows know the line they start on, over blank lines, line breaks in cells and mixed line ends', async () => {
  const { rows } = await read('a;b\r\n1;"x\r\ny"\r\n\r\n2;z\n;\n"3";4\r5;6')
  expect(rows).toEqual([
    { cells: ['1', 'x\r\ny'], line: 2 },
    { cells: ['2', 'z'], line: 5 },
    { cells: ['3', '4'], line: 7 },
    { cells: ['5', '6'], line: 8 },
  ])
})

test('an inch sign in a cell is a character like any other', async () => {
  const { rows } = await read('sku,name\n1,12" plate\n2,"9"" plate"\n')
  expect(rows.map(({ cells }) => cells[1])).toEqual(['12" plate', '9" plate'])
})

test('characters are whole wherever the file is cut into pieces', async () => {
  const names = Array.from({ length: 40_000 }, (_, i) => `Crème brûlée ☕ ${i}`)
  const { rows } = await read(`name\n${names.join('\n')}\n`)
  expect(rows.map(({ cells }) => cells[0])).toEqual(names)
})

test('a file in another encoding is refused', async () => {
  await expect(read(Buffer.from('sku\ncaf\xE9\n', 'latin1'))).rejects.toThrow('is not UTF-8')
  await expect(read(Buffer.from('\uFEFFsku\n1\n', 'utf16le'))).rejects.toThrow('is not UTF-8')
})

test('a quote that is never closed is refused, with the line', async () => {
  await expect(read('sku,name\n1,a\n2,"b\n3,c\n')).rejects.toThrow('from line 3 on')
})

test('a missing and an unreadable file are refused', async () => {
  await expect(readStart(join(folder, 'missing.csv'))).rejects.toThrow('Cannot read')
  await expect(readStart(folder)).rejects.toThrow('Cannot read')
})

test('a quote that is open until the next one is refused, whatever the delimiter', async () => {
  for (const delimiter of [',', ';', '\t', '|']) {
    const open = ['sku,name,price', '1,"5 pipe,2', '3,"Tee",4'].join('\n').replaceAll(',', delimiter)
    await expect(read(open)).rejects.toThrow('from line 2 on')
    const closed = ['sku,name,price', '1,"5"" pipe\nblue",2', '3,"Tee",4'].join('\n').replaceAll(',', delimiter)
    expect((await read(closed)).rows).toHaveLength(2)
  }
})

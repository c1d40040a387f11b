import { existsSync, linkSync, symlinkSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { givenManyCustomers } from '../http/given.ts'
import { useService } from '../service.ts'
import { allProducts, useImport } from './run-import.ts'

const service = useService()
const { command, run, readRejects, write } = useImport(service)

test('bad rows go to the rejects file with every reason, the others go in', async () => {
  const workspace = await service.workspace()
  const long = 'x'.repeat(501)
  const content = [
    'SKU,Name,Price,Unit,Availability,Notes',
    'GOOD,Plate,1.00,each,,',
    ',,-1,each,,',
    'LONG,Cup,12.345,each,maybe,' + long,
    'SHORT,Jug,1.00',
    '"Q ""1""","Big, ""bad""\nvase",POA,each,,',
    'ALSO GOOD,Bowl,2.00,each,,,',
  ].join('\n')
  const { rejectsFile, ...result } = await run(workspace, { content })
  expect(result).toMatchObject({ rows: 6, created: 2, rejected: 4 })
  expect(readRejects(rejectsFile!).split('\r\n')).toEqual([
    'SKU,Name,Price,Unit,Availability,Notes,Rejected line,Rejected because',
    ',,-1,each,,,3,"sku is blank; name is blank; listPrice ""-1"" is negative"',
    `LONG,Cup,12.345,each,maybe,${long},4,"${[
      'availability ""maybe"" is none of not_tracked, in_stock, low_stock, out_of_stock, made_to_order',
      '""Notes"" has more than 500 characters',
      'listPrice ""12.345"" has three decimals, GBP has two',
    ].join('; ')}"`,
    'SHORT,Jug,1.00,,,,5,has 3 cells where the header has 6',
    '"Q ""1""","Big, ""bad""\nvase",POA,each,,,6,"listPrice ""POA"" is not an amount"',
    '',
  ])
})

test('a row for an e-mail that too many customers share goes to the rejects file with the reason, the others go in', async () => {
  const workspace = await service.workspace()
  await givenManyCustomers(workspace, 201, { name: 'Branch', email: 'head@office.example' })
  const content = 'SKU,Name,Price,Unit,onlyFor\nA,Cup,1,each,CODE-1\nB,Jug,1,each,CODE-2|head@office.example\n'
  const { rejectsFile, ...result } = await run(workspace, { content })
  expect(result).toMatchObject({ rows: 2, created: 1, rejected: 1 })
  expect(readRejects(rejectsFile!)).toContain('onlyFor.1: More than 200 customers have ""head@office.example"": choose')
})

/** A row whose texts are at their limits, or longer. Characters outside the basic plane count once. */
function longRow(price: string, more: number): string {
  return [
    '😀'.repeat(64 + more),
    'n'.repeat(200 + more),
    price,
    'u'.repeat(60 + more),
    'b'.repeat(120 + more),
    'c'.repeat(120 + more),
    'm'.repeat(120 + more),
    'd'.repeat(4000 + more),
    'l'.repeat(200 + more),
  ].join(',')
}

test('each text is refused one character past its limit, and only then', async () => {
  const workspace = await service.workspace()
  const header = 'SKU,Name,Price,Unit,Brand,Category,MPN,Description,Lead time'
  const content = [header, longRow('10000000.00', 0), longRow('10000000.01', 1)].join('\n')
  const { rejectsFile, ...result } = await run(workspace, { content })
  expect(result).toMatchObject({ created: 1, rejected: 1 })
  expect(readRejects(rejectsFile!).match(/\w+ has more than \d+ characters|more than a price can be/g)).toHaveLength(9)
})

function pictured(i: number): string {
  return `S${i},Product ${i},1.00,each,${i % 50 === 7 ? 'http://plain.example/a.png' : ''}\n`
}

test('rows that the service refuses are rejected with its reasons, and the rest of their batch goes in', async () => {
  const workspace = await service.workspace()
  const content = `SKU,Name,Price,Unit,Image URL\n${Array.from({ length: 120 }, (_, i) => pictured(i)).join('')}`
  const { rejectsFile, ...result } = await run(workspace, { content })
  expect(result).toMatchObject({ products: 120, created: 117, rejected: 3 })
  expect(readRejects(rejectsFile!)).toContain(
    'S57,Product 57,1.00,each,http://plain.example/a.png,59,imageUrl: Must be an https URL.',
  )
  expect(await allProducts(workspace)).toHaveLength(117)
})

test('a mended rejects file can be imported as it is', async () => {
  const workspace = await service.workspace()
  const { rejectsFile } = await run(workspace, { content: '\uFEFFSKU;Name;Price;Unit\nA;;1,00;each\n' })
  const mended = readRejects(rejectsFile!).replace('A;;', 'A;Plate;')
  expect(mended.startsWith('\uFEFFSKU;Name;')).toBe(true)
  expect(await run(workspace, { content: mended })).toMatchObject({ created: 1, rejected: 0 })
  expect(await allProducts(workspace)).toMatchObject([{ sku: 'A', details: {} }])
})

const BAD = 'SKU,Name,Price,Unit\nA,Plate,1,each\nB,,1,each\n'

test('no file is written when no row is rejected', async () => {
  const workspace = await service.workspace()
  const file = write('SKU,Name,Price,Unit\nA,Plate,1,each\n')
  await run(workspace, { file, rejects: `${file}.bad` })
  expect(existsSync(`${file}.bad`)).toBe(false)
})

test.for([
  ['itself', (file: string) => file],
  ['another spelling', (file: string) => file.replace(/\/([^/]+)$/, '/./$1')],
  ['a symbolic link', (file: string) => linked(file, symlinkSync)],
  ['a hard link', (file: string) => linked(file, linkSync)],
] as const)('rejects never go over the input, named by %s', async ([, name]) => {
  const workspace = await service.workspace()
  const file = write(BAD)
  await expect(run(workspace, { file, rejects: name(file) })).rejects.toThrow('--rejects is the file to import')
  expect(readRejects(file)).toBe(BAD)
})

function linked(file: string, link: (target: string, path: string) => void): string {
  link(file, `${file}.link`)
  return `${file}.link`
}

test.skipIf(!existsSync('/dev/full'))('a full disk under the rejects file stops the import in one line', async () => {
  const workspace = await service.workspace()
  const good = Array.from({ length: 100 }, (_, i) => `S${i},Product ${i},1,each\n`).join('')
  const file = write(`SKU,Name,Price,Unit\n${good}B,,1,each\n`)
  const access = ['--url', service.url, '--key', workspace.key]
  const { code, stdout, stderr } = await command([file, '--rejects', '/dev/full', ...access])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr.trim().split('\n').slice(-3)).toEqual([
    '100 products created and 0 updated so far, from 101 rows.',
    'No row was rejected so far.',
    'Cannot write the rejects file /dev/full: ENOSPC: no space left on device, write. ' +
      'Stopped after 100 products; import the file again to resume.',
  ])
})

test('a run removes the rejects of the one before, and a dry run does not', async () => {
  const workspace = await service.workspace()
  const file = write(BAD)
  const { rejectsFile } = await run(workspace, { file })
  writeFileSync(file, BAD.replace('B,,', 'B,Cup,'))
  await run(workspace, { file, dryRun: true })
  expect(readRejects(rejectsFile!)).toContain('B,,1,each,3,name is blank')
  expect(await run(workspace, { file })).toMatchObject({ rejected: 0, rejectsFile: null })
  expect(existsSync(rejectsFile!)).toBe(false)
})

test('a link to the rejects of the run before stays, and leads to those of this one', async () => {
  const workspace = await service.workspace()
  const file = write(BAD)
  await run(workspace, { file, rejects: `${file}.real` })
  symlinkSync(`${file}.real`, `${file}.link`)
  writeFileSync(file, BAD.replace('B,,1', 'C,,2'))
  await run(workspace, { file, rejects: `${file}.link` })
  expect(readRejects(`${file}.real`)).toContain('\r\nC,,2,each,3,name is blank\r\n')
  expect(readRejects(`${file}.real`)).not.toContain('B,,1')
})

test.for([false, true])('a file that is not of an import is not taken for rejects (dry run: %s)', async (dryRun) => {
  const workspace = await service.workspace()
  const file = write(BAD)
  const rejects = write('SKU,Rejected line\nmine,1\n')
  await expect(run(workspace, { file, rejects, dryRun })).rejects.toThrow(
    `${rejects} exists, and is not a rejects file of an import: move it, or name another file with --rejects.`,
  )
  expect(readRejects(rejects)).toBe('SKU,Rejected line\nmine,1\n')
  expect(await allProducts(workspace)).toEqual([])
})

test('an empty file is taken for rejects', async () => {
  const file = write(BAD)
  const rejects = write('')
  expect(await run(await service.workspace(), { file, rejects })).toMatchObject({ rejected: 1 })
  expect(readRejects(rejects)).toContain('B,,1,each,3')
})

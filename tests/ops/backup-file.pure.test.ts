import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headerLine } from '../../server/src/ops/backup/backup-format.ts'
import { readBackup } from '../../server/src/ops/backup/read-backup.ts'
import { writeFile } from '../../server/src/ops/backup/write-backup.ts'
import { OperatorError } from '../../server/src/errors.ts'
import { anyCharacter } from '../given/any-character.ts'
import { useTemporaryFolder } from '../given/temporary-folder.ts'

const folder = useTemporaryFolder()
let files = 0
const newFile = () => join(folder, `${++files}.backup`)

const HEADER = {
  schema: 1,
  service: '1.0.0',
  engine: 'postgres',
  takenAt: '2026-03-02T09:30:00.000Z',
  database: '01970000-0000-7000-8000-00000000db01',
} as const
const TABLE = { name: 'product', columns: ['name'] }

async function write(rows: object[], file = newFile(), signal = new AbortController().signal) {
  async function* lines(checksum: () => string) {
    yield `${headerLine(HEADER)}\n`
    yield `${JSON.stringify(['table', TABLE])}\n`
    for (const row of rows) yield `${JSON.stringify(row)}\n`
    yield `${JSON.stringify(['end', { rows: rows.length, sha256: checksum() }])}\n`
  }
  await writeFile(file, lines, signal)
  return file
}

const read = (file: string) => Array.fromAsync(readBackup(file))

const rows = fc.array(fc.record({ name: fc.string({ unit: anyCharacter }), details: fc.jsonValue() }), {
  maxLength: 50,
})
const LINE_ENDS = [{ name: 'a\u2028b\u2029c\u0085d\r\ne\nf' }, { name: '["end"]' }, { name: '🍽️'.repeat(30_000) }]

test('a backup is read as it was written, whatever is in its rows', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (generated) => {
      const written = [...LINE_ENDS, ...generated]
      const [header, table, ...parts] = await read(await write(written))
      expect([header, table]).toEqual([{ header: { version: 3, ...HEADER } }, { table: TABLE }])
      expect(parts.map((part) => 'row' in part && part.row)).toEqual(written.map((row) => JSON.stringify(row)))
    }),
    { numRuns: 30 },
  )
})

test('a backup of which anything is missing or changed is refused', async () => {
  const file = await write(LINE_ENDS)
  const whole = readFileSync(file)
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), async (at, by, cut) => {
      const changed = cut ? whole.subarray(0, at) : Buffer.from(whole)
      if (!cut) changed[at]! ^= by
      const damaged = newFile()
      writeFileSync(damaged, changed)
      const parts = await read(damaged).catch((error: unknown) => error)
      // A bit of the compressed frame that says nothing of its contents may change.
      if (Array.isArray(parts)) expect(parts).toEqual(await read(file))
      else expect(parts).toBeInstanceOf(OperatorError)
    }),
    { numRuns: 200 },
  )
})

const sealed = (...lines: unknown[]) => zstdCompressSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))

test.each([
  ['one that is no backup', Buffer.from('sku,name\n'), /is not a backup of Trade Catalogue/],
  ['an empty one', Buffer.alloc(0), /is not a backup of Trade Catalogue/],
  ['another compressed one', sealed({ sku: 1 }), /is not a backup of Trade Catalogue/],
  ['one of a later format', sealed(['trade-catalogue backup', { version: 4 }]), /was made by a newer version/],
  [
    'one from before the first release',
    sealed(['trade-catalogue backup', { version: 2, schema: 62 }]),
    /is from before the first release: restore it with the version that made it, and export its data there\.$/,
  ],
  [
    'one of a later schema',
    sealed(['trade-catalogue backup', { version: 3, ...HEADER, schema: 999 }]),
    /has schema 999, and this version knows \d+: restore it with the version 1\.0\.0/,
  ],
  ['one without an end', sealed(JSON.parse(headerLine(HEADER))), /is damaged: its end is missing/],
])('%s is refused with what is wrong with it', async (_, contents, message) => {
  const file = newFile()
  writeFileSync(file, contents)
  await expect(read(file)).rejects.toThrow(message)
})

test('something behind the end is refused', async () => {
  const file = await write([])
  writeFileSync(file, Buffer.concat([readFileSync(file), sealed(['table', TABLE])]))
  await expect(read(file)).rejects.toThrow(/is damaged: something follows its end/)
})

test('a file that exists is left as it is', async () => {
  const file = await write([])
  const before = readFileSync(file)
  await expect(write([{ name: 'other' }], file)).rejects.toThrow(/exists already, and is left as it is/)
  expect(readFileSync(file)).toEqual(before)
})

test('only its owner may read it', async () => {
  expect(statSync(await write([])).mode & 0o777).toBe(0o600)
})

test('of a backup that is interrupted nothing is left', async () => {
  const before = readdirSync(folder)
  const interrupted = AbortSignal.abort(new OperatorError('Interrupted.'))
  await expect(write([], newFile(), interrupted)).rejects.toThrow(OperatorError)
  expect(readdirSync(folder)).toEqual(before)
})

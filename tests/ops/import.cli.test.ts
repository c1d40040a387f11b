import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workOnAll } from '../given/import.ts'
import { find, item, send } from '../given/given.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { useTemporaryFolder } from '../given/temporary-folder.ts'
import { runCli, start } from '../given/run-cli.ts'

const service = useService()
const folder = useTemporaryFolder()
const FILE = 'StockCode,Description,UnitPrice,Colour\nA,Plate,1.50,Blue\nB,,1.50,Blue\nC,Cup,2.00,\n'

let files = 0
function write(content: string): string {
  const path = join(folder, `products-${++files}.csv`)
  writeFileSync(path, content)
  return path
}

const access = ({ key }: TestWorkspace) => ({ TRADE_CATALOGUE_URL: `${service.url}/`, TRADE_CATALOGUE_KEY: key })
const importFile = (workspace: TestWorkspace, ...args: string[]) =>
  runCli(['import', ...args, '--set', 'unitLabel=each'], access(workspace))

// What the job of a serving process does.
const ended = new AbortController()
let working: Promise<void>
beforeAll(() => {
  working = (async () => {
    for (; !ended.signal.aborted; await setTimeout(100)) await workOnAll(service)
  })()
})
afterAll(async () => {
  ended.abort()
  await working
})

test('a file is imported and followed, and its rejected rows are beside it', async () => {
  const workspace = await service.workspace()
  await send(workspace, [item({ sku: 'C', name: 'Cup', listPrice: 100 })])
  const file = write(FILE)
  const rejects = file.replace(/csv$/, 'rejects.csv')

  const dry = await importFile(workspace, file, '--dry-run')
  expect(dry).toMatchObject({ code: 2, stdout: expect.stringContaining('Nothing is imported.') })
  expect((await workspace.get('/products')).body.data).toHaveLength(1)

  const { code, stdout, stderr } = await importFile(workspace, file, '--json')
  const result = JSON.parse(stdout)
  expect({ code, result }).toEqual({
    code: 2,
    result: {
      id: expect.any(String),
      name: file.slice(folder.length + 1),
      kind: 'products',
      status: 'done',
      rows: 3,
      created: 1,
      updated: expect.any(Number),
      unchanged: expect.any(Number),
      rejected: 1,
      priceChanges: 1,
      priceChangeId: expect.any(String),
      leftOut: [],
      message: null,
      rejectsFile: rejects,
    },
  })
  expect(stderr).toContain(`The file has arrived: import ${result.id}.`)
  expect(readFileSync(rejects, 'utf8')).toContain('B,,1.50,Blue,3,B is new: it needs a name')
  expect(await find(workspace, 'A')).toMatchObject({ price: { list: 150 }, details: { Colour: 'Blue' } })

  const again = await importFile(workspace, file)
  expect(again).toMatchObject({ code: 2, stdout: expect.stringContaining(result.priceChangeId) })
  // Mended, it takes the place of the old rejected rows.
  writeFileSync(file, readFileSync(rejects, 'utf8').replace('B,,', 'B,Bowl,'))
  expect(await importFile(workspace, file)).toMatchObject({ code: 0, stdout: expect.stringContaining('1 created') })
  expect(existsSync(rejects)).toBe(false)
})

test('columns are mapped, set and ignored, and the rule for repeated rows is told', async () => {
  const workspace = await service.workspace()
  const file = write('Ref,Label,Cost,Buyer\nA,Plate,1.50,Jo\nA,Plate,1.75,Jo\n')
  const mapping = ['--map', 'sku=Ref', '--map', 'name=Label', '--map', 'listPrice=cost', '--ignore', 'Buyer']
  expect(await importFile(workspace, file, ...mapping)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/is failed\. .*first or the last/),
  })
  expect(await importFile(workspace, file, ...mapping, '--on-duplicate', 'last')).toMatchObject({ code: 0 })
  expect(await find(workspace, 'A')).toMatchObject({ name: 'Plate', price: { list: 175 }, details: {} })
  expect(await importFile(workspace, file, '--map', 'sku=Code')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The file has no column "Code". Its columns are "Ref"'),
  })
})

test('what buyers should not see is left out and told, unless it is chosen', async () => {
  const workspace = await service.workspace()
  const file = write('SKU,Name,Colour,EK-Preis\nA,Plate,Blue,1.10\n')
  const { stdout } = await importFile(workspace, file)
  expect(stdout).toContain('Left out: the column "EK-Preis". Its name says “ek”.\nBuyers see details')
  expect(await find(workspace, 'A')).toMatchObject({ details: { Colour: 'Blue' } })
  expect(await importFile(workspace, file, '--details', 'Colour,EK-Preis')).toMatchObject({ code: 0 })
  expect(await find(workspace, 'A')).toMatchObject({ details: { Colour: 'Blue', 'EK-Preis': '1.10' } })
})

test('Ctrl-C ends the command, and tells how to follow the import', async () => {
  const workspace = await service.workspace()
  const child = start(['import', write(FILE), '--set', 'unitLabel=each'], access(workspace))
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += String(chunk)
    if (said.includes('has arrived')) child.kill('SIGINT')
  })
  const [code] = await once(child, 'close')
  const [, id] = /import (\S+)\.\n/.exec(said)!
  expect(code).toBe(130)
  expect(said).toContain(`The service goes on with the import ${id}. Run the same command again to follow it.`)
  await expect.poll(async () => (await workspace.get(`/imports/${id}`)).body.data.status).toBe('done')
})

test.for([
  [[], { TRADE_CATALOGUE_KEY: 'tck_x' }, 'Say where the service is: --url or TRADE_CATALOGUE_URL.'],
  [['--url', 'http://127.0.0.1:1'], {}, 'Give an API key: --key or TRADE_CATALOGUE_KEY.'],
  [
    ['--url', 'localhost', '--key', 'x'],
    {},
    '"localhost" is not the address of a service, such as http://127.0.0.1:3000.',
  ],
  [['--url', 'http://127.0.0.1:1', '--key', 'schlüssel'], {}, 'The API key has characters that no key has.'],
  [['--map', 'sku'], {}, '--map sku: write it as FIELD=COLUMN.'],
  [['--set', 'brand=A', '--set', 'brand=B'], {}, '--set gives brand twice.'],
] as const)('with %j the command fails in one line', async ([args, env, message]) => {
  const { code, stdout, stderr } = await runCli(['import', write('SKU\n'), ...args], { ...env })
  expect({ code, stdout, stderr: stderr.trim() }).toEqual({ code: 1, stdout: '', stderr: message })
})

test('a file that is not there, and rejected rows over another file, are refused before anything is sent', async () => {
  const workspace = await service.workspace()
  const [file, other] = [write(FILE), write('My notes\n')]
  expect(await importFile(workspace, join(folder, 'none.csv'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Cannot read'),
  })
  for (const [path, message] of [
    [other, 'does not hold rejected rows'],
    [file, '--rejects is the file to import'],
  ] as const) {
    const { code, stderr } = await importFile(workspace, file, '--rejects', path)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) })
  }
  expect(readFileSync(other, 'utf8')).toBe('My notes\n')
  expect((await workspace.get('/imports')).body.data).toEqual([])
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runCli } from '../given/run-cli.ts'
import { runs } from '../fuzz/runs.ts'
import { useService } from '../given/service.ts'
import { useTemporaryFolder } from '../given/temporary-folder.ts'
import { importingStaff, workOnAll } from '../given/import.ts'
import { importFile } from '../given/sent-import.ts'
import { items, send } from '../given/given.ts'
import { allProducts, comparable, drafts } from '../given/whole-catalogue.ts'

const service = useService()
const folder = useTemporaryFolder()

const COLUMNS = ['Ref', 'Label', 'Cost', 'Unit', 'Brand', 'Colour', 'Buyer'] as const
/** What each column is used for. */
const USES = ['sku', 'name', 'listPrice', 'unitLabel', 'brand', 'details', 'ignore']
const QUERY = {
  'map.sku': 'Ref',
  'map.name': 'Label',
  'map.listPrice': 'Cost',
  ignore: 'Buyer',
  'set.category': 'Tableware',
  onDuplicate: 'last',
}

const cell = fc.constantFrom('', ' ', 'Plate', 'Bowl, blue', '"quoted"', '=1+1', 'Crème', 'x'.repeat(210), 'two\nlines')
const row = fc.tuple(
  fc.constantFrom('SKU-0000', 'sku-0001', 'NEW-1', 'new-1', 'NEW-2', '', '00042'),
  cell,
  fc.constantFrom('2.50', '25.50', '1,234.50', '1,234', '£3', 'cheap', '', '0'),
  fc.constantFrom('each', 'box of 6', ''),
  fc.constantFrom('Hollin', 'Denby', ''),
  cell,
  cell,
)
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
const file = fc
  .array(row, { minLength: 1, maxLength: 12 })
  .map((rows) => [COLUMNS, ...rows].map((cells) => `${cells.map(quote).join(',')}\r\n`).join(''))

/** A workspace with two products and what staff and scripts do in it. */
async function shop() {
  const shop = await importingStaff(service)
  await send(shop.workspace, items(2))
  return shop
}

/** All that a file has become: the catalogue, and the new prices by SKU. */
async function outcome({ workspace }: Awaited<ReturnType<typeof shop>>) {
  return { products: comparable(await allProducts(workspace)), prices: Object.values(await drafts(workspace)) }
}

async function byConsole(body: string) {
  const there = await shop()
  const { id } = await there.upload('file.csv', body, 'products')
  const reading = { uses: USES, constants: { category: 'Tableware' }, onDuplicate: 'last' }
  const read = await there.staff.put(`/imports/${id}/reading`, reading)
  expect(read.status).toBe(200)
  await there.act(id, 'check')
  const { counts } = await there.act(id, 'start')
  return { ...(await outcome(there)), counts }
}

function countsOf({ created, updated, unchanged, priceChanges, rejected }: Record<string, number>) {
  return { created, updated, unchanged, priceChanges, rejected }
}

async function byApi(body: string) {
  const there = await shop()
  const counts = countsOf(await importFile(service, there.workspace, body, QUERY))
  return { ...(await outcome(there)), counts }
}

async function byCommand(body: string) {
  const there = await shop()
  const path = join(folder, 'file.csv')
  writeFileSync(path, body)
  const { ignore, onDuplicate, ...mapping } = QUERY
  const options = Object.entries(mapping).flatMap(([name, value]) => {
    const [option, field] = name.split('.')
    return [`--${option}`, `${field}=${value}`]
  })
  const access = ['--url', service.url, '--key', there.workspace.key, '--json']
  const args = ['import', path, ...access, '--ignore', ignore, '--on-duplicate', onDuplicate, ...options]
  const working = new AbortController()
  const ended = runCli([...args, '--rejects', join(folder, 'rejects.csv')], {}).finally(() => working.abort())
  for (; !working.signal.aborted; await setTimeout(50)) await workOnAll(service)
  const { stdout, stderr } = await ended
  if (stdout === '') throw new Error(stderr)
  return { ...(await outcome(there)), counts: countsOf(JSON.parse(stdout)) }
}

test(
  'a file becomes the same catalogue, with the same counts, from the browser and by the API',
  { timeout: 120_000 },
  () =>
    fc.assert(
      fc.asyncProperty(file, async (body) => {
        expect(await byApi(body)).toEqual(await byConsole(body))
      }),
      runs(20),
    ),
)

test('a file becomes the same catalogue, with the same counts, by the command line', { timeout: 120_000 }, () =>
  fc.assert(
    fc.asyncProperty(file, async (body) => {
      expect(await byCommand(body)).toEqual(await byApi(body))
    }),
    runs(4),
  ),
)

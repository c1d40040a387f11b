import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useService } from '../service.ts'
import { allProducts, useImport } from './run-import.ts'

const service = useService()
const { command, write } = useImport(service)

test('the command prints one JSON object on stdout, everything else on stderr, and exits with 0', async () => {
  const workspace = await service.workspace()
  const file = write('StockCode,Description,UnitPrice,Colour\nA,Plate,1.50,Blue\n')
  const { code, stdout, stderr } = await command([file, '--set', 'unitLabel=each', '--json'], {
    TRADE_CATALOGUE_URL: `${service.url}/`,
    TRADE_CATALOGUE_KEY: workspace.key,
  })
  expect({ code, lines: stdout.trim().split('\n').length }).toEqual({ code: 0, lines: 1 })
  expect(JSON.parse(stdout)).toEqual({
    dryRun: false,
    interrupted: false,
    rows: 1,
    products: 1,
    created: 1,
    updated: 0,
    duplicates: 0,
    priceChanges: 0,
    priceChangeId: null,
    unknownCustomers: [],
    rejected: 0,
    rejectsFile: null,
    warnings: [],
    mapping: {
      columns: { sku: 'StockCode', name: 'Description', listPrice: 'UnitPrice' },
      constants: { unitLabel: 'each' },
      details: ['Colour'],
      ignored: [],
    },
  })
  expect(stderr).toContain('1 of 1 products sent.')
  expect(await allProducts(workspace)).toHaveLength(1)
})

test('the command exits with another code when rows were rejected, and says where they are', async () => {
  const workspace = await service.workspace()
  const file = write('Code,Label,Cost,Unit\nA,Plate,1.50,each\nB,,1.50,each\n')
  const access = ['--url', service.url, '--key', workspace.key]
  const mapping = ['--map', 'name=Label', '--map', 'listPrice=Cost']
  const rejects = file.replace(/\.csv$/, '.rejects.csv')

  const dry = await command([file, ...access, ...mapping, '--dry-run'])
  expect(dry.code).toBe(2)
  expect(dry.stdout).toContain('Nothing was sent. An import would send 1 product from 2 rows.')
  expect(existsSync(rejects)).toBe(false)

  const real = await command([file, ...access, ...mapping])
  expect(real.code).toBe(2)
  expect(real.stdout).toContain(`1 row rejected: see ${rejects}.`)
  expect(existsSync(rejects)).toBe(true)
})

test.for([
  [[], { TRADE_CATALOGUE_KEY: 'tck_x' }, 'Say where the service is: --url or TRADE_CATALOGUE_URL.'],
  [['--url', 'http://127.0.0.1:1'], {}, 'Give an API key: --key or TRADE_CATALOGUE_KEY.'],
  [['--url', 'localhost', '--key', 'x'], {}, '"localhost" is no address of a service, such as http://127.0.0.1:3000.'],
  [['--url', 'http://127.0.0.1:1', '--key', 'schlüssel'], {}, 'The API key has characters that no key has.'],
] as const)('with %j the command fails in one line', async ([args, env, message]) => {
  const { code, stdout, stderr } = await command([write('SKU\n'), ...args], { ...env })
  expect({ code, stdout, stderr: stderr.trim() }).toEqual({ code: 1, stdout: '', stderr: message })
})

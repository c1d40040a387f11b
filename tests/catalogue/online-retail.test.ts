import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { importFile } from '../given/sent-import.ts'
import { allProducts, drafts } from '../given/whole-catalogue.ts'
import { useService } from '../given/service.ts'

const FILE = fileURLToPath(new URL('../../../shared/data/online-retail.csv', import.meta.url))
const missing = !existsSync(FILE)

const service = useService()

const QUERY = {
  'map.sku': 'StockCode',
  'map.name': 'Description',
  'map.listPrice': 'UnitPrice',
  'set.unitLabel': 'each',
  // What belongs to the sale rather than to the product.
  ignore: ['InvoiceNo', 'Quantity', 'InvoiceDate', 'CustomerID', 'Country'],
}

/**
 * The price in pence of every stock code that has a described line, by its first or last; read apart from the import.
 */
function expectedPrices(which: 'first' | 'last'): Map<string, number> {
  const rows: Record<string, string>[] = parse(readFileSync(FILE), { bom: true, columns: true })
  const described = rows.filter((row) => row['Description']!.trim() !== '')
  const inOrder = which === 'last' ? described : described.toReversed()
  return new Map(inOrder.map((row) => [row['StockCode']!.toLowerCase(), Math.round(Number(row['UnitPrice']) * 100)]))
}

test.skipIf(missing)(
  `a wholesaler's own file goes in, is found again, and its other prices become one draft${missing ? ` (skipped: ${FILE} is not there)` : ''}`,
  { timeout: 300_000 },
  async () => {
    const workspace = await service.workspace({ currency: 'GBP' })
    const file = readFileSync(FILE)
    const [first, last] = [expectedPrices('first'), expectedPrices('last')]

    const dry = await importFile(service, workspace, file, { ...QUERY, onDuplicate: 'last', dryRun: 'true' })
    expect(dry).toMatchObject({ status: 'checked', rows: 9999, created: last.size, rejected: 14 })
    expect(await allProducts(workspace)).toEqual([])

    const imported = await importFile(service, workspace, file, { ...QUERY, onDuplicate: 'last' })
    expect(imported).toMatchObject({ id: dry.id, created: last.size, updated: 0, priceChanges: 0, rejected: 14 })
    const rejected: Record<string, string>[] = parse((await workspace.get(`/imports/${imported.id}/rejects`)).body, {
      columns: true,
    })
    expect(rejected).toHaveLength(14)
    for (const { StockCode, reason } of rejected) expect(reason).toBe(`${StockCode} is new: it needs a name`)

    const bySku = await workspace.get('/products?q=85123a')
    expect(bySku.body.data[0].sku).toBe('85123A')
    const products = await allProducts(workspace)
    expect(new Set(products.map(({ id }) => id)).size).toBe(products.length)
    expect(new Map(products.map(({ sku, price }) => [sku.toLowerCase(), price.list]))).toEqual(last)

    const lights = products.filter(({ name }) => name.includes('T-LIGHT')).map(({ sku }) => sku)
    const found = (await allProducts(workspace, 't-light')).map(({ sku }) => sku)
    expect(lights).toContain('85123A')
    expect(new Set(found)).toEqual(new Set(lights))

    const changed = new Map([...first].filter(([sku, price]) => last.get(sku) !== price))
    const second = await importFile(service, workspace, file, { ...QUERY, onDuplicate: 'first' })
    expect(second).toMatchObject({ created: 0, priceChanges: changed.size })
    const [[id, lines], ...others] = Object.entries(await drafts(workspace)) as [[string, Record<string, number>]]
    expect({ id, others }).toEqual({ id: second.priceChangeId, others: [] })
    expect(new Map(Object.entries(lines).map(([sku, price]) => [sku.toLowerCase(), price]))).toEqual(changed)
  },
)

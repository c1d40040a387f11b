import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { uploadImport, workOnAll } from '../http/given-import.ts'
import { givenMember } from '../http/given-member.ts'
import { expectDone } from '../http/given.ts'
import { useService } from '../service.ts'
import { allProducts, drafts, useImport } from './run-import.ts'

const FILE = fileURLToPath(new URL('../../../shared/data/online-retail.csv', import.meta.url))
const missing = !existsSync(FILE)

const service = useService()
const { folder, readRejects, run, write } = useImport(service)

const OPTIONS = {
  // A copy: an import keeps notes beside its file.
  file: missing ? '' : write(readFileSync(FILE)),
  map: ['sku=StockCode', 'name=Description', 'listPrice=UnitPrice'],
  set: ['unitLabel=each'],
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

/** The same file, imported in the browser, into its own workspace. */
async function importByBrowser() {
  const workspace = await service.workspace({ currency: 'GBP' })
  const staff = await givenMember(service, workspace, 'staff')
  const { id, reading } = (await uploadImport(service, staff, 'online-retail.csv', readFileSync(FILE))).body.data
  const given: Record<string, string> = { StockCode: 'sku', Description: 'name', UnitPrice: 'listPrice' }
  const uses = reading.columns.map(({ name }: { name: string }) => given[name] ?? 'ignore')
  const body = { uses, constants: { unitLabel: 'each' }, onDuplicate: 'last' }
  expectDone(await staff.put(`/imports/${id}/reading`, body))
  for (const verb of ['check', 'start']) {
    expectDone(await staff.post(`/imports/${id}/${verb}`))
    await workOnAll(service)
  }
  const { counts } = (await staff.get(`/imports/${id}`)).body.data
  return { counts, products: comparable(await allProducts(workspace)) }
}

/** Products without what no two workspaces share: ids, times, and the order of those with one name. */
function comparable(products: readonly Record<string, any>[]) {
  return products
    .map((product) => ({ ...product, id: null, createdAt: null, updatedAt: null }))
    .toSorted((a: Record<string, any>, b) => (a['sku'] < (b as Record<string, any>)['sku'] ? -1 : 1))
}

test.skipIf(missing)(
  `a wholesaler's own file goes in, is found again, and its other prices become one draft${missing ? ` (skipped: ${FILE} is not there)` : ''}`,
  { timeout: 300_000 },
  async () => {
    const workspace = await service.workspace({ currency: 'GBP' })
    const [first, last] = [expectedPrices('first'), expectedPrices('last')]
    const rejects = `${folder}/online-retail.rejects.csv`

    const dry = await run(workspace, { ...OPTIONS, rejects, onDuplicate: 'last', dryRun: true })
    expect(dry).toMatchObject({ rows: 9999, products: last.size, created: 0, rejected: 42, rejectsFile: null })
    expect(await allProducts(workspace)).toEqual([])

    const imported = await run(workspace, { ...OPTIONS, rejects, onDuplicate: 'last' })
    expect(imported).toMatchObject({
      created: last.size,
      updated: 0,
      priceChanges: 0,
      rejected: 42,
      rejectsFile: rejects,
    })
    const rejected: Record<string, string>[] = parse(readRejects(rejects), { bom: true, columns: true })
    expect(rejected).toHaveLength(42)
    expect(rejected[0]).toMatchObject({
      StockCode: '22139',
      InvoiceNo: '536414',
      'Rejected line': '624',
      'Rejected because': 'name is blank',
    })

    const byBrowser = await importByBrowser()
    expect(byBrowser.counts).toMatchObject({ created: last.size, updated: 0, priceChanges: 0, rejected: 42 })
    expect(byBrowser.products).toEqual(comparable(await allProducts(workspace)))

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
    const second = await run(workspace, { ...OPTIONS, rejects, onDuplicate: 'first' })
    expect(second).toMatchObject({ created: 0, updated: last.size, priceChanges: changed.size })
    const [[id, lines], ...others] = Object.entries(await drafts(workspace)) as [[string, Record<string, number>]]
    expect({ id, others }).toEqual({ id: second.priceChangeId, others: [] })
    expect(new Map(Object.entries(lines).map(([sku, price]) => [sku.toLowerCase(), price]))).toEqual(changed)
  },
)

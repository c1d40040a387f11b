import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rowset } from '../../server/src/database/rowset.ts'
import { matchingKey } from '../../server/src/lib/matching-key.ts'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { done, expectDone } from '../given/given.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'

const FILE = fileURLToPath(new URL('../../../shared/data/online-retail.csv', import.meta.url))
const missing = !existsSync(FILE)
const BATCH = 100

const service = useService()

/** A line that is a sale: of a product with a name, to a customer, some of it, for something. */
type Sale = { invoice: string; customer: string; sku: string; name: string; qty: number; pence: number }
/** What one order can hold: a SKU stands in it once, so a second price for it in an invoice is a second order. */
type Sheet = { invoice: string; customer: string; lines: Map<string, Sale> }

function readSales(): Sale[] {
  const rows: Record<string, string>[] = parse(readFileSync(FILE), { bom: true, columns: true })
  const names = new Map(
    rows.flatMap((row) => {
      const name = row['Description']!.trim()
      return name === '' ? [] : [[matchingKey(row['StockCode']!), name]]
    }),
  )
  return rows
    .map((row) => ({
      invoice: row['InvoiceNo']!,
      customer: row['CustomerID']!.trim(),
      sku: row['StockCode']!,
      name: names.get(matchingKey(row['StockCode']!)) ?? '',
      qty: Number(row['Quantity']),
      pence: readPence(row['UnitPrice']!),
    }))
    .filter(({ customer, name, qty, pence }) => customer !== '' && name !== '' && qty > 0 && pence > 0)
}

/** Digit by digit: 2.5 is 250. A negative price is no sale. */
function readPence(price: string): number {
  const digits = /^(\d+)(?:\.(\d{1,2}))?$/.exec(price)
  return digits ? Number(digits[1]! + (digits[2] ?? '').padEnd(2, '0')) : 0
}

function sheets(sales: readonly Sale[]): Sheet[] {
  return [...Map.groupBy(sales, ({ invoice }) => invoice).values()].flatMap((invoiced) => {
    const found: Sheet[] = []
    for (const sale of invoiced) {
      const { invoice, customer, pence } = sale
      const key = matchingKey(sale.sku)
      let sheet = found.find(({ lines }) => (lines.get(key)?.pence ?? pence) === pence)
      if (!sheet) found.push((sheet = { invoice, customer, lines: new Map() }))
      sheet.lines.set(key, { ...sale, qty: sale.qty + (sheet.lines.get(key)?.qty ?? 0) })
    }
    return found
  })
}

async function putAll(workspace: TestWorkspace, path: string, field: string, rows: readonly unknown[]): Promise<void> {
  for (let i = 0; i < rows.length; i += BATCH) {
    expectDone(await workspace.put(path, { [field]: rows.slice(i, i + BATCH) }))
  }
}

/** Agrees on the prices of one order with its customer, in place of those of the order before. */
async function agree({ id, context }: TestWorkspace, { customer, lines }: Sheet): Promise<void> {
  const known = sql`select id from customer where workspace_id = ${id} and account_code_key = ${matchingKey(customer)}`
  await sql`delete from agreed_price where workspace_id = ${id} and customer_id = (${known})`.execute(context.db)
  await sql`
    insert into agreed_price (workspace_id, id, customer_id, product_id, unit, min_qty, created_at, updated_at)
    select ${id}, gen_random_uuid(), known.id, p.id, row.pence, 1, ${service.time.now}, ${service.time.now}
    from (${known}) as known, product p, ${rowset(
      [...lines].map(([sku_key, { pence }]) => ({ sku_key, pence })),
      'sku_key text, pence bigint',
    )}
    where p.workspace_id = ${id} and p.sku_key = row.sku_key and p.list_price <> row.pence`.execute(context.db)
}

function totals(parts: readonly { invoice: string; amount: number }[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { invoice, amount } of parts) sums.set(invoice, (sums.get(invoice) ?? 0) + amount)
  return sums
}

test.skipIf(missing)(
  `a wholesaler's invoices, placed as orders, come to the same totals to the penny${missing ? ` (skipped: ${FILE} is not there)` : ''}`,
  { timeout: 240_000 },
  async () => {
    const sales = readSales()
    expect(sales).toHaveLength(7607)
    const workspace = await service.workspace({ currency: 'GBP' })
    const products = new Map(sales.toReversed().map((sale) => [matchingKey(sale.sku), sale]))
    const customers = [...new Set(sales.map(({ customer }) => customer))]
    await putAll(
      workspace,
      '/products',
      'products',
      [...products.values()].map(({ sku, name, pence }) => ({ sku, name, listPrice: pence, unitLabel: 'each' })),
    )
    await putAll(
      workspace,
      '/customers',
      'customers',
      customers.map((code) => ({ accountCode: code, name: `Customer ${code}` })),
    )

    const orders: any[] = []
    for (const sheet of sheets(sales)) {
      await agree(workspace, sheet)
      const { id } = await placeOrder(workspace.context, {
        customer: sheet.customer,
        lines: [...sheet.lines.values()].map(({ sku, qty }) => ({ sku, qty })),
        poNumber: sheet.invoice,
      })
      const answer = await done(workspace.get(`/orders/${id}`))
      orders.push(answer)
    }

    const ordered = totals(orders.map(({ poNumber, subtotal }) => ({ invoice: poNumber, amount: subtotal })))
    expect(ordered).toEqual(totals(sales.map(({ invoice, qty, pence }) => ({ invoice, amount: qty * pence }))))
    expect(ordered.size).toBe(401)
    expect([...ordered.values()].reduce((sum, amount) => sum + amount, 0)).toBe(14_819_833)
    for (const { customer, poNumber } of orders) {
      expect(customer.accountCode).toBe(sales.find(({ invoice }) => invoice === poNumber)!.customer)
    }
    const sources = new Set(orders.flatMap(({ lines }) => lines.map(({ price }: any) => price.source)))
    expect(sources).toEqual(new Set(['list', 'agreed']))
  },
)

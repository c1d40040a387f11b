import { deep, filled, LETTERS, of, one, PLAIN } from './case.ts'
import type { Cases } from './case.ts'
import { CSV } from '../large-history.ts'

const ROWS = 100

/** Of the public API. */
export const PUBLIC_CASES: Cases = {
  readOpenApi: PLAIN,
  readWorkspace: PLAIN,
  listProducts: deep(50_000, { q: LETTERS, limit: 50, customer: 'C-1' }),
  upsertProducts: ({ skus }, number) => ({
    body: {
      products: Array.from({ length: ROWS }, (_, i) => ({
        sku: one(skus, number * ROWS + i),
        name: filled(200, number),
        listPrice: number,
        unitLabel: 'each',
        description: Array.from({ length: 600 }, (_word, word) => `w${number + word}`)
          .join(' ')
          .slice(0, 4_000),
      })),
    },
  }),
  readProduct: ({ ids }, number) => ({
    params: { id: one(ids['product'], number) },
    query: { customer: 'C-1', qty: 10 },
  }),
  listBrands: PLAIN,
  listCategories: PLAIN,
  explainPrice: ({ skus }, number) => ({ query: { customer: 'C-1', sku: one(skus, number), qty: 10 } }),
  readPriceFeed: (_stock, number) => ({ query: { customer: 'C-1', cursor: 'start', limit: 500 - (number % 100) } }),
  listPromises: (_stock, number) => ({ query: { limit: 100, offset: number % 900 } }),
  putPromises: ({ skus }, number) => ({ body: { promises: promises(skus, number) } }),
  listCustomers: deep(2_500, { q: 'c', limit: 50 }),
  upsertCustomers: (_stock, number) => ({
    body: {
      customers: Array.from({ length: ROWS }, (_, i) => ({
        name: `Customer ${number}`,
        accountCode: `C-${1 + ((number * ROWS + i) % 3_000)}`,
        notes: filled(4_000, number),
        addresses: Array.from({ length: 20 }, (__, at) => ({
          id: `A-${at}`,
          name: filled(100, number),
          lines: Array.from({ length: 4 }, () => filled(80, number)),
          postcode: filled(20, number),
          city: filled(80, number),
          country: filled(60, number),
        })),
      })),
    },
  }),
  readCustomer: ({ customerId }) => ({ params: { id: customerId } }),
  listOrders: deep(2_900, { limit: 50 }),
  readOrder: of('sales_order'),
  moveOrder: of('sales_order', { body: { status: 'confirmed' } }),
  listPriceChanges: deep(0),
  previewPriceChange: ({ drafts }, number) => ({
    params: { id: one(drafts, number) },
    query: { customer: 'C-1', offset: 50_000 + number },
  }),
  listImports: PLAIN,
  sendImport: (_stock, number) => ({
    query: { kind: 'products', 'set.unitLabel': 'each' },
    // The same bytes would be the same import.
    file: Buffer.from(`${CSV}X-${number},New,1.00\n`),
  }),
  readImport: of('sent_import'),
  listRejects: of('sent_import'),
  runImport: of('sent_import'),
  listActivity: deep(19_000, { limit: 50 }),
}

/** As many rows as a call takes, each in place of one that has as many lines. */
function promises(skus: string[], number: number) {
  return Array.from({ length: ROWS }, (_promise, i) => ({
    reference: `P-${1 + i}`,
    customer: 'C-1',
    lines: Array.from({ length: 5 }, (_, line) => ({
      sku: one(skus, number * ROWS + 5 * i + line),
      qty: 1 + line,
      unit: 1_000_000_000,
    })),
    until: '2099-01-01T00:00:00Z',
    note: filled(2_000, number),
  }))
}

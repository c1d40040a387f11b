import { deep, filled, LETTERS, NOTHING, of, one, PLAIN, WORDY } from './case.ts'
import type { Cases, Read } from './case.ts'
import { largestPicture } from './largest-picture.ts'

let counting: Promise<number> | undefined

/** Counts once for all callers who ask meanwhile: they would come no further else. */
async function countProducts(read: Read): Promise<number> {
  counting ??= read('/products/count')
    .then(({ count }) => count)
    .finally(() => (counting = undefined))
  return counting
}

/** Of its products. */
export const PRODUCT_CASES: Cases = {
  listProducts: (_stock, number) => ({
    query: { q: WORDY, sort: number % 2 ? 'brand' : 'listPrice', direction: 'desc', offset: 90_000 + (number % 100) },
  }),
  createProduct: (_stock, number) => ({
    body: { sku: `NEW-${number}`, name: filled(200, number), unitLabel: 'each', listPrice: 100 },
  }),
  countProducts: (_stock, number) => ({ query: { q: number % 2 ? WORDY : LETTERS } }),
  readProduct: of('product'),
  editProduct: async ({ ids, customerId }, number, read) => {
    const id = one(ids['product'], number)
    const { version } = await read(`/products/${id}`)
    const customers = [customerId, ...ids['customer']!.slice(0, 199)]
    const details = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`Detail ${i}`, filled(500, number)]))
    const description = filled(4_000, number)
    return {
      params: { id },
      body: { version, visibility: 'selected', customers, description, details },
    }
  },
  readListPrices: of('product'),
  readPriceSteps: ({ customerId, ids }, number) => ({
    params: { id: one(ids['product'], number) },
    query: { customer: customerId },
  }),
  listCustomerPrices: of('product', { query: { offset: 2_900 } }),
  readProductHistory: of('product'),
  editProducts: async (_stock, number, read) => ({
    body: {
      products: { filter: {}, expected: await countProducts(read) },
      change: { field: 'category', value: `Category ${number % 40}` },
    },
  }),
  previewPriceMoves: async (_stock, number, read) => ({
    body: {
      products: { filter: {}, expected: await countProducts(read) },
      change: { brand: `Brand ${number % 100}`, customers: null },
    },
  }),
  forecastUndoProductEdit: of('product_edit'),
  undoProductEdit: of('product_edit'),
  exportProducts: (_stock, number) => ({ query: { format: number % 2 ? 'csv' : 'xlsx' } }),
  readProductPictures: of('product'),
  uploadProductPicture: async ({ ids }, number) => ({
    params: { id: one(ids['product'], number) },
    file: await largestPicture(number),
  }),
  setProductPictures: async ({ ids }, number, read) => {
    const id = one(ids['product'], number)
    const { pictures } = await read(`/products/${id}/pictures`)
    const seen = pictures.map(({ digest }: { digest: string }) => digest)
    return { params: { id }, body: { pictures: seen.toReversed(), seen } }
  },
  matchPictures: ({ skus }, number) => ({
    body: {
      fileNames: skus.slice((number % 70) * 7, (number % 70) * 7 + 500).map((sku) => `${sku}-2.jpg`),
    },
  }),
  listFailedImages: deep(0),
  retryImages: ({ ids }) => ({ body: { productIds: ids['product']!.slice(0, 500) } }),
}

/** Of its price changes. */
export const PRICE_CHANGE_CASES: Cases = {
  listPriceChanges: PLAIN,
  createPriceChange: async (_stock, number, read) => ({
    body: {
      name: `Change ${number}`,
      newPrices: { products: {}, repricing: { changeBp: 100 + (number % 100) }, expected: await countProducts(read) },
    },
  }),
  forecastNewPrices: (_stock, number) => ({
    body: { products: { q: LETTERS }, repricing: { changeBp: 100 + number, round: { step: 100, ending: 95 } } },
  }),
  readPriceChange: ofDraft(),
  renamePriceChange: ofDraft((number) => ({ body: { name: filled(200, number) } })),
  listPriceChangeHistory: ofDraft(),
  listPriceChangeLines: ofDraft((number) => ({
    query: { q: LETTERS, sort: 'sku', descending: true, customer: 'C-1', limit: 500, offset: 50_000 + number },
  })),
  editPriceCells: ({ drafts, ids }, number) => ({
    params: { id: one(drafts, number) },
    body: { cells: ids['product']!.map((productId, i) => ({ productId, to: 100 + number + i })) },
  }),
  repriceLines: async ({ drafts }, number, read) => {
    const id = one(drafts, number)
    const { lineCount: expected } = await read(`/price-changes/${id}`)
    const repricing = { changeBy: 1 + (number % 5) }
    return { params: { id }, body: { lines: { filter: {}, expected }, from: 'new', repricing } }
  },
  removeLines: ({ drafts, ids }, number) => ({
    params: { id: one(drafts, number) },
    body: { lines: { productIds: ids['product']!.slice(number % 100) } },
  }),
  addNewPrices: async ({ drafts }, number, read) => ({
    params: { id: one(drafts, number) },
    body: { products: {}, repricing: { changeBp: 200 + (number % 100) }, expected: await countProducts(read) },
  }),
  forecastUndoPriceEdit: ({ drafts }, number) => ({ params: { id: one(drafts, number), edit: NOTHING } }),
  undoPriceEdit: ({ drafts }, number) => ({ params: { id: one(drafts, number), edit: NOTHING } }),
  reviewPriceChange: ofDraft(),
  weighPriceChange: ofDraft(),
  schedulePriceChange: ofDraft(() => ({
    body: { fingerprint: 'x', seenAt: new Date().toISOString(), date: '2030-01-01', time: '09:00' },
  })),
  cancelPriceChange: ofDraft(),
  publishPriceChange: async ({ drafts }, number, read) => {
    const id = one(drafts, number)
    const { fingerprint, seenAt } = await read(`/price-changes/${id}/review`)
    return { params: { id }, body: { fingerprint, seenAt } }
  },
  // Of what is published by now.
  forecastWayBack: ofDraft(),
  draftWayBack: ofDraft(),
}

function ofDraft(call: (number: number) => object = () => ({})): Cases[string] {
  return ({ drafts }, number) => ({ ...call(number), params: { id: one(drafts, number) } })
}

/** What takes away what the other cases need: it comes last. */
export const LAST_CASES: Cases = {
  discardPriceChange: ofDraft(),
  copyPriceChange: ofDraft(),
  removeImport: of('data_import'),
  deleteProduct: of('product'),
  deleteProducts: async (_stock, _number, read) => ({
    body: { products: { filter: {}, expected: await countProducts(read) } },
  }),
  deleteCustomer: of('customer'),
}

import { deep, filled, LETTERS, NOTHING, of, ofCustomer, one, PLAIN, WORDY } from './case.ts'
import type { Cases, Read } from './case.ts'
import { picture } from '../../images/pictures.ts'
import { CSV } from '../large-history.ts'

/** Of as many pixels as there may be, and another one each time. */
async function largestPicture(number: number): Promise<Buffer> {
  largest ??= picture('png', { width: 10_000, height: 5_000 })
  // Readers leave out what is behind its end.
  return Buffer.concat([await largest, Buffer.from(`${number}`)])
}

let largest: Promise<Buffer> | undefined

const email = (number: number) => `staff-${number}@nobody.example`
const text = 'x'.repeat(2_000)

/** Of the console, but for products, customers and price changes. */
export const CONSOLE_CASES: Cases = {
  readMembership: PLAIN,
  readSettings: PLAIN,
  updateSettings: async (stock, number, read) => {
    const { version } = await read('/settings')
    const { slug } = stock.attacker
    return { body: { name: `Depot ${number}`, taxLabel: 'ex VAT', timezone: 'Europe/London', slug, version } }
  },
  readPortalSettings: PLAIN,
  updatePortalSettings: async (_stock, number, read) => {
    const { logo: _logo, ...settings } = await read('/portal')
    return { body: { ...settings, message: filled(500, number) } }
  },
  removePortalLogo: PLAIN,
  uploadPortalLogo: async (_stock, number) => ({ file: await largestPicture(number) }),
  listPeople: PLAIN,
  invitePerson: (_stock, number) => ({ body: { email: email(number), role: 'owner' } }),
  resendInvitation: () => ({ params: { id: NOTHING } }),
  showInvitationLink: () => ({ params: { id: NOTHING } }),
  revokeInvitation: () => ({ params: { id: NOTHING } }),
  setRole: () => ({ params: { id: NOTHING }, body: { role: 'owner' } }),
  setNeedPasskeys: () => ({ body: { areNeeded: false } }),
  removePerson: () => ({ params: { id: NOTHING } }),
  createKey: (_stock, number) => ({ body: { name: filled(200, number), scope: 'read' } }),
  listKeys: PLAIN,
  revokeKey: () => ({ params: { id: NOTHING } }),
  readHome: PLAIN,
  listImports: PLAIN,
  uploadImport: (_stock, number) => ({
    query: { name: `${number}.csv`, kind: 'products' },
    file: Buffer.from(CSV),
  }),
  readImport: of('data_import'),
  setImportReading: of('data_import', { body: { headerLine: 2 } }),
  checkImport: of('data_import'),
  startImport: of('data_import'),
  stopImport: of('data_import'),
  undoImport: of('data_import'),
  listRejectedRows: of('data_import', { query: { offset: 49_000, limit: 50 } }),
  listImportedChanges: of('data_import', { query: { offset: 49_000, limit: 50 } }),
  rejectedRowsCsv: of('data_import'),
  searchOrders: deep(2_900, { q: 'customer', limit: 100 }),
  placeOrder: ({ skus }, number) => ({
    body: {
      customer: 'C-1',
      lines: skus.slice(0, 1_000).map((sku) => ({ sku, qty: 1, unit: 90 })),
      token: `s${number}`,
      note: text,
    },
  }),
  countOrders: () => ({ query: { q: 'customer' } }),
  readOrder: of('sales_order'),
  moveOrder: of('sales_order', { body: { status: 'confirmed', seen: 'new' } }),
  moveOrders: ({ ids }, number) => ({
    body: {
      orders: ids['sales_order']!.slice(1_000 * (number % 3))
        .slice(0, 1_000)
        .map((id) => ({ id, seen: 'new' })),
      status: 'confirmed',
    },
  }),
  addOrderNote: of('sales_order', { body: { text } }),
  removeOrderNote: ({ ids }, number) => ({ params: { id: one(ids['sales_order'], number), noteId: NOTHING } }),
  suggestProducts: (_stock, number) => ({ query: { customer: 'C-1', q: `${LETTERS} ${number % 10}` } }),
  quoteOrder: ({ skus }, number) => ({
    body: { customer: 'C-1', lines: skus.slice(0, 1_000).map((sku) => ({ sku, qty: 1 + number })) },
  }),
  searchActivity: (_stock, number) => ({
    query: { who: 'key', what: 'order', from: '2020-01-01', limit: 100 - (number % 50) },
  }),
  listActors: PLAIN,
  previewPortal: ofCustomer(),
  previewProducts: ofCustomer((_stock, number) => ({ query: { q: LETTERS, offset: 40_000 + (number % 100) } })),
  previewProduct: ({ customerId, ids }, number) => ({
    params: { id: customerId, productId: one(ids['product'], number) },
  }),
  previewGroups: ofCustomer(),
  searchBrands: () => ({ query: { q: 'r' } }),
  searchCategories: () => ({ query: { q: 'i' } }),
  explainPrice: ({ customerId, ids }, number) => ({
    query: { customer: customerId, product: one(ids['product'], number), qty: 10 },
  }),
  readScheduleTime: () => ({ query: { date: '2030-01-01', time: '09:00' } }),
  leaveWorkspace: ({ spares }, number) => ({ session: one(spares.toReversed(), number) }),
}

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
    return { params: { id }, body: { version, visibility: 'selected', customers, description: filled(4_000, number) } }
  },
  readListPrices: of('product'),
  listCustomerPrices: of('product', { query: { offset: 2_900 } }),
  readProductHistory: of('product'),
  editProducts: async (_stock, number, read) => ({
    body: {
      products: { filter: {}, expected: await countProducts(read) },
      change: { field: 'category', value: `Category ${number % 40}` },
    },
  }),
  undoProductEdit: of('product_edit'),
  exportProducts: (_stock, number) => ({ query: { format: number % 2 ? 'csv' : 'xlsx' } }),
  readProductImage: of('product'),
  removeProductImage: of('product'),
  uploadProductImage: async ({ ids }, number) => ({
    params: { id: one(ids['product'], number) },
    file: await largestPicture(number),
  }),
  restoreProductImage: of('product', { body: { digest: 'x'.repeat(43) } }),
  listFailedImages: deep(0),
  retryImages: ({ ids }) => ({ body: { productIds: ids['product']!.slice(0, 500) } }),
}

/** Of its customers. */
export const CUSTOMER_CASES: Cases = {
  browseCustomers: deep(2_500, { q: 'customer', sort: 'name', limit: 100 }),
  addCustomer: (_stock, number) => ({ body: { name: filled(200, number), accountCode: `N-${number}` } }),
  readCustomerForStaff: ofCustomer(),
  editCustomer: async ({ customerId }, number, read) => {
    const { version } = await read(`/customers/${customerId}`)
    return { params: { id: customerId }, body: { version, notes: filled(4_000, number) } }
  },
  readCustomerHistory: ofCustomer(),
  exportCustomers: (_stock, number) => ({ query: { format: number % 2 ? 'csv' : 'xlsx' } }),
  exportDiscounts: (_stock, number) => ({ query: { format: number % 2 ? 'csv' : 'xlsx' } }),
  exportAgreedPrices: ofCustomer(() => ({ query: { format: 'xlsx' } })),
  exportPriceList: ofCustomer((_stock, number) => ({ query: { format: one(['csv', 'xlsx', 'pdf'], number) } })),
  setDiscount: ofCustomer((_stock, number) => ({
    body: {
      on: { appliesTo: 'brand', name: `Brand ${number % 100}` },
      discountBp: 100 + (number % 1_000),
      seenBp: 500,
    },
  })),
  previewDiscount: ofCustomer((_stock, number) => ({ body: { on: { appliesTo: 'all' }, discountBp: 1 + number } })),
  removeDiscount: of('discount_rule', { query: { seenBp: 300 } }),
  browseAgreedPrices: ofCustomer((_stock, number) => ({ query: { q: LETTERS, offset: 4_800 + (number % 100) } })),
  addAgreedPrice: ofCustomer(({ skus }, number) => ({
    body: { sku: one(skus, number), unit: 80, minQty: 2 + number, startsOn: null, endsOn: null, endPrevious: true },
  })),
  previewAgreedPrice: ofCustomer(({ skus }, number) => ({
    body: { sku: one(skus, number), unit: 80, minQty: 2 + number, startsOn: null, endsOn: null },
  })),
  changeAgreedPrice: of('agreed_price', { body: { unit: 85, minQty: 1, startsOn: null, endsOn: null, version: '1' } }),
  removeAgreedPrice: of('agreed_price', { query: { version: '1' } }),
  checkPastedPrices: ofCustomer(({ skus }, number) => ({ body: pasted(skus, number) })),
  pasteAgreedPrices: async ({ skus, customerId }, number, read) => {
    const body = pasted(skus, number)
    const { version } = await read(`/customers/${customerId}/agreed-prices/paste/check`, body)
    return { params: { id: customerId }, body: { ...body, version } }
  },
  inviteBuyer: ofCustomer((_stock, number) => ({ body: { name: 'Bo', email: email(number), mayOrder: true } })),
  inviteBuyerAgain: of('buyer', { body: { show: true } }),
  setBuyerRole: of('buyer', { body: { mayOrder: true } }),
  disableBuyer: () => ({ params: { id: NOTHING } }),
  enableBuyer: of('buyer'),
}

function pasted(skus: string[], number: number) {
  const text = skus
    .slice(0, 1_000)
    .map((sku, i) => `${sku}\t${(100 + number + i) / 100}`)
    .join('\n')
  return { text, columns: ['sku', 'price'] }
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
  undoPriceEdit: ({ drafts }, number) => ({ params: { id: one(drafts, number), edit: NOTHING } }),
  reviewPriceChange: ofDraft(),
  schedulePriceChange: ofDraft(() => ({
    body: { fingerprint: 'x', seenAt: new Date().toISOString(), date: '2030-01-01', time: '09:00' },
  })),
  cancelPriceChange: ofDraft(),
  publishPriceChange: async ({ drafts }, number, read) => {
    const id = one(drafts, number)
    const { fingerprint, seenAt } = await read(`/price-changes/${id}/review`)
    return { params: { id }, body: { fingerprint, seenAt } }
  },
}

function ofDraft(call: (number: number) => object = () => ({})): Cases[string] {
  return ({ drafts }, number) => ({ ...call(number), params: { id: one(drafts, number) } })
}

/** What takes away what the other cases need: it comes last. */
export const LAST_CASES: Cases = {
  discardPriceChange: ofDraft(),
  removeImport: of('data_import'),
  deleteProduct: of('product'),
  deleteProducts: async (_stock, _number, read) => ({
    body: { products: { filter: {}, expected: await countProducts(read) } },
  }),
  deleteCustomer: of('customer'),
}

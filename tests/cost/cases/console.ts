import { deep, filled, LETTERS, misspelled, NOTHING, of, ofCustomer, one, PLAIN } from './case.ts'
import type { Cases, Read } from './case.ts'
import { largestPicture } from './largest-picture.ts'
import { CSV } from '../large-history.ts'

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
  readOrderSettings: PLAIN,
  updateOrderSettings: async (_stock, number, read) => ({
    body: { ...(await read('/ordering')), taxRateBp: number % 10_000, terms: 'x'.repeat(500) },
  }),
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
  listMails: () => ({ query: { status: 'sent', limit: '100' } }),
  readFailedMails: PLAIN,
  readMail: () => ({ params: { id: NOTHING } }),
  sendMailAgain: () => ({ params: { id: NOTHING } }),
  readStaffMails: PLAIN,
  setOwnStaffMails: (_stock, number) => ({ body: { mailMe: number % 2 === 0 } }),
  setOrderInbox: (_stock, number) => ({ body: { inbox: `${number}@example.com` } }),
  listViews: () => ({ query: { list: 'products' } }),
  saveView: (_stock, number) => ({
    body: { list: 'products', name: filled(80, number), isShared: true, query: filled(1_000, number) },
  }),
  changeView: (_stock, number) => ({
    params: { id: NOTHING },
    body: { name: filled(80, number), isShared: true, query: '' },
  }),
  removeView: () => ({ params: { id: NOTHING } }),
  findExactly: () => ({ query: { code: '1' } }),
  listImports: PLAIN,
  readImportsByDay: PLAIN,
  uploadImport: (_stock, number) => ({
    query: { name: `${number}.csv`, kind: 'products' },
    file: Buffer.from(CSV),
  }),
  readImport: of('data_import'),
  setImportReading: of('data_import', { body: { headerLine: 2 } }),
  checkImport: of('data_import'),
  startImport: of('data_import'),
  stopImport: of('data_import'),
  forecastUndoImport: of('data_import'),
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
  readTurnover: (_stock, number) => ({ query: { by: number % 2 ? 'week' : 'month' } }),
  // Nothing matches, so that all orders are looked through.
  countOrders: (_stock, number) => ({ query: { q: `customer ${number} ${LETTERS}`, buyer: 'x' } }),
  countViews: (_stock, number) => ({
    query: { views: Array.from({ length: 12 }, (_, i) => `q=customer+${number}+${i}+x&least=1`) },
  }),
  exportOrders: (_stock, number) => ({ query: { format: number % 2 ? 'csv' : 'xlsx', rows: 'lines' } }),
  printOrders: ({ ids }) => ({ query: { ids: ids['sales_order']!.slice(0, 100).join(',') } }),
  pickingList: ({ ids }) => ({ query: { ids: ids['sales_order']!.slice(0, 100).join(','), by: 'location' } }),
  readOrder: of('sales_order'),
  moveOrder: of('sales_order', { body: { status: 'confirmed', seen: 'new' } }),
  previewLines: async (_stock, number, read) => changedLines(await largestOrder(read), number),
  changeLines: async (_stock, number, read) => changedLines(await largestOrder(read), number),
  setTracking: of('sales_order', { body: { tracking: filled(500, 1) } }),
  moveOrders: ({ ids }, number) => ({
    body: {
      orders: ids['sales_order']!.slice(1_000 * (number % 3))
        .slice(0, 1_000)
        .map((id) => ({ id, seen: 'new' })),
      status: 'confirmed',
    },
  }),
  forecastBackToConfirmed: of('sales_order'),
  takeOrderBack: of('sales_order'),
  addOrderNote: of('sales_order', { body: { text } }),
  removeOrderNote: ({ ids }, number) => ({ params: { id: one(ids['sales_order'], number), noteId: NOTHING } }),
  suggestSearch: misspelled,
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
  previewSuggestion: ofCustomer(misspelled),
  previewProduct: ({ customerId, ids }, number) => ({
    params: { id: customerId, productId: one(ids['product'], number) },
  }),
  previewRelatedProducts: ({ customerId, ids }, number) => ({
    params: { id: customerId, productId: one(ids['product'], number) },
  }),
  previewGroups: ofCustomer(),
  previewPriceListSize: ofCustomer(),
  searchBrands: () => ({ query: { q: 'r' } }),
  searchCategories: () => ({ query: { q: 'i' } }),
  explainPrice: ({ customerId, ids }, number) => ({
    query: { customer: customerId, product: one(ids['product'], number), qty: 10 },
  }),
  readScheduleTime: () => ({ query: { date: '2030-01-01', time: '09:00' } }),
  leaveWorkspace: ({ spares }, number) => ({ session: one(spares.toReversed(), number) }),
}

const IN_A_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

async function largestOrder(read: Read) {
  const [{ id }] = await read('/find?code=1')
  return read(`/orders/${id}`)
}

function changedLines({ id, lines, history }: any, number: number) {
  const changes = lines.map((line: { id: string }) => ({ id: line.id, qty: 2 + (number % 1_000), price: 'today' }))
  return { params: { id }, body: { seen: history.length, lines: changes } }
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
  readCustomerStory: ofCustomer(),
  readCustomerUsual: ofCustomer(() => ({ query: { limit: 100 } })),
  readCustomerStopped: ofCustomer(() => ({ query: { limit: 100 } })),
  exportCustomers: (_stock, number) => ({ query: { format: number % 2 ? 'csv' : 'xlsx' } }),
  exportDiscounts: (_stock, number) => ({ query: { format: number % 2 ? 'csv' : 'xlsx' } }),
  exportAgreedPrices: ofCustomer(() => ({ query: { format: 'xlsx' } })),
  exportPriceLists: ({ customerId }, number) => ({
    query: { customers: customerId, format: one(['csv', 'xlsx', 'pdf'], number), date: IN_A_MONTH },
    // Other attacks add products, and there are too many then.
    refused: 'customers',
  }),
  readPriceListsSize: ({ customerId }) => ({ query: { customers: customerId, format: 'csv' } }),
  exportPriceList: ofCustomer((_stock, number) => ({ query: { format: one(['csv', 'xlsx', 'pdf'], number) } })),
  setDiscount: ofCustomer((_stock, number) => ({
    body: {
      on: { appliesTo: 'brand', name: `Brand ${number % 100}` },
      discountBp: 100 + (number % 1_000),
      seenBp: 500,
    },
  })),
  previewDiscount: ofCustomer((_stock, number) => ({
    body: { on: { appliesTo: 'all' }, discountBp: 1 + (number % 10_000) },
  })),
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
  browsePromises: (_stock, number) => ({ query: { limit: 100, offset: number % 900 } }),
  addPromise: ({ customerId, skus }, number) => ({ body: promised(customerId, skus, number) }),
  changePromise: ({ customerId, skus, ids }, number) => ({
    params: { id: one(ids['promise'], number) },
    body: { ...promised(customerId, skus, number), version: '1' },
  }),
  removePromise: of('promise', { query: { version: '1' } }),
  inviteBuyer: ofCustomer((_stock, number) => ({ body: { name: 'Bo', email: email(number), orderLimit: null } })),
  inviteBuyerAgain: of('buyer', { body: { show: true } }),
  editBuyer: of('buyer', { body: { orderLimit: 0, costCentre: 'KITCHEN' } }),
  disableBuyer: () => ({ params: { id: NOTHING } }),
  enableBuyer: of('buyer'),
}

function promised(customer: string, skus: string[], number: number) {
  const lines = skus.slice(0, 100).map((sku) => ({ sku, qty: 1, unit: 1_000_000_000 }))
  return { customer, lines: number % 2 ? lines : lines.slice(0, 5), untilOn: '2099-01-01', note: filled(2_000, number) }
}

export function pasted(skus: string[], number: number) {
  const text = skus
    .slice(0, 1_000)
    .map((sku, i) => `${sku}\t${(100 + number + i) / 100}`)
    .join('\n')
  return { text, columns: ['sku', 'price'] }
}

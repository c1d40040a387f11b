import { AVAILABILITY } from '../../../server/src/database/column-values.ts'
import { COMMON } from '../large-stock.ts'
import { deep, LETTERS, misspelled, of, one, PLAIN } from './case.ts'
import type { Call, Cases } from './case.ts'
import type { LargeStock } from '../large-stock.ts'

const LINES = 1_000

const lines = ({ skus }: LargeStock) => skus.slice(0, LINES).map((sku) => ({ sku, qty: 1 }))
const ordered = ({ ids }: LargeStock) =>
  ids['product']!.slice(0, LINES).map((productId) => ({ productId, qty: 1, unit: 1 }))
const colleague = ({ buyers }: LargeStock, number: number) => buyers[(number + 1) % buyers.length]!.id

/** As many lines as there may be that no product has, each of words that most products have. */
const unknown = (number: number) =>
  Array.from({ length: LINES }, (_, i) => {
    const words = Array.from({ length: 7 }, (_word, word) => COMMON[(i + word * (1 + (number % 7))) % COMMON.length]!)
    return { sku: `${words.join(' ').slice(0, 55)} ${number}x${i}`, qty: 1 }
  })

const unknownText = (number: number) =>
  Array.from(
    { length: LINES },
    (_, i) => `A${number}x${i}\tPS-${number}-${i}\t0${number}${i}\tB/${number}y${i}\t${1 + i}`,
  ).join('\n')

/** Of the trade portal. */
export const PORTAL_CASES: Cases = {
  readPortal: PLAIN,
  setOwnMails: (_stock, number) => ({ body: { orderMails: number % 2 ? 'own' : 'all', priceMails: true } }),
  chooseCustomer: ({ buyers }, number) => ({
    body: {
      buyerId: one(
        buyers.map(({ id }) => id),
        number,
      ),
    },
  }),
  // By relevance far down, and by price: that order is found anew for each text.
  listBuyersProducts: (stock, number, read) =>
    number % 2 === 0
      ? deep(50_000, { q: LETTERS, limit: 50 })(stock, number, read)
      : { query: { q: `${one(COMMON, number)} p`, sort: 'price', limit: 50 } },
  suggestBuyersSearch: misspelled,
  listUsualProducts: deep(0, { limit: 100 }),
  readBuyersProduct: of('product'),
  readRelatedProducts: of('product'),
  listBuyersGroups: (_stock, number) => ({ query: { availability: one(AVAILABILITY, number) } }),
  readBasket: PLAIN,
  describeBasket: (_stock, number) => ({ body: { poNumber: `${number}`, note: 'x'.repeat(2_000) } }),
  addToBasket: (stock) => ({ body: { lines: lines(stock) } }),
  addAddress: (_stock, number) => ({ body: { name: `Dock ${number}`, lines: ['1', '2', '3', '4'] } }),
  changeAddress: (_stock, number) => ({
    params: { id: `${number}` },
    body: { name: 'x'.repeat(100), lines: ['1', '2', '3', '4'] },
  }),
  removeAddress: (_stock, number) => ({ params: { id: `${number}` } }),
  emptyBasket: PLAIN,
  refillBasket: PLAIN,
  setBasketLine: ({ ids }, number) => ({
    params: { productId: one(ids['product'], number) },
    body: { qty: 1 + number },
  }),
  removeBasketLine: ({ ids }, number) => ({ params: { productId: one(ids['product'], number) } }),
  placeBasket: (stock, number) => ({ body: { token: `t${number}`, lines: ordered(stock) } }),
  // Each word is a code that nobody has, and as many as may be.
  readLines: (_stock, number) => ({ body: { text: unknownText(number) } }),
  readLinesFile: (_stock, number) => ({ file: Buffer.from(unknownText(number)) }),
  checkLines: (_stock, number) => ({ body: { lines: unknown(number) } }),
  askToOrder: PLAIN,
  takeBasketBack: PLAIN,
  listPreparedBaskets: PLAIN,
  readPreparedBasket: (stock, number) => ({ params: { buyerId: colleague(stock, number) } }),
  orderPreparedBasket: (stock, number) => ({
    params: { buyerId: colleague(stock, number) },
    body: { token: `t${number}`, lines: ordered(stock) },
  }),
  sendBasketBack: (stock, number) => ({ params: { buyerId: colleague(stock, number) }, body: { note: null } }),
  listColleagues: PLAIN,
  inviteColleague: (_stock, number) => ({
    body: { name: 'Bo', email: `bo-${number}@nobody.example`, orderLimit: null },
  }),
  inviteColleagueAgain: of('buyer'),
  editColleague: of('buyer', { body: { orderLimit: 0, costCentre: 'KITCHEN' } }),
  setColleagueEnabled: of('buyer', { body: { enabled: true } }),
  listSavedLists: PLAIN,
  createList: (stock, number) => ({ body: { name: `List ${number}`, lines: lines(stock) } }),
  changeList: async ({ ids }, number, read) => {
    const id = one(ids['saved_list'], number)
    const { revision, lines: there } = await read(`/lists/${id}`)
    const changed = there.map(({ productId }: { productId: string }) => ({ productId, qty: 1 + number, par: 5 }))
    return { params: { id }, body: { revision, name: 'Weekly', shared: true, lines: changed.toReversed() } }
  },
  addToList: (stock, number) => ({
    params: { id: one(stock.ids['saved_list'], number) },
    body: { lines: lines(stock) },
  }),
  readSavedList: of('saved_list'),
  removeSavedList: (_stock, number): Call => ({ params: { id: `${number}` } }),
  addListToBasket: of('saved_list'),
  listBuyersOrders: deep(2_900, { limit: 50 }),
  readBuyersOrder: of('sales_order'),
  orderAgain: of('sales_order'),
  readPriceListSize: PLAIN,
  priceListCsv: PLAIN,
  priceListXlsx: PLAIN,
  priceListPdf: PLAIN,
  orderPdf: of('sales_order'),
}

/** The largest quantity that is priced or ordered, and the largest minimum order quantity. */
export const MAX_QTY = 1_000_000

/**
 * The most lines of an order, units of a line, changed lines in the history of an order, dispatches in it before
 * one cannot be taken back, and notes of staff; and the longest texts, in characters.
 */
export const ORDER_LIMITS = {
  lines: 1_000,
  qty: MAX_QTY,
  changedLines: 2_000,
  dispatches: 50,
  notes: 200,
  poNumber: 60,
  costCentre: 60,
  reference: 64,
  note: 2_000,
  priceReason: 200,
  tracking: 500,
  token: 200,
}

/** The longest text about freight and tax, in characters. */
export const ORDER_TERMS = 500

/** How many days ahead buyers can be told a price. */
export const MAX_COMING_DAYS = 365

/** The longest names, in characters. */
export const PRICE_CHANGE_NAME = 200
export const SAVED_LIST_NAME = 120
export const VIEW_NAME = 80
/** The longest query of an address that a view keeps. */
export const VIEW_QUERY = 1_000

/** Lists that the buyers of a customer share, and those that a buyer has alone. A list has as many lines as an order. */
export const SAVED_LISTS = { shared: 200, own: 50 }

/** The most lines of a price change that one call sets, removes or changes by a share. */
export const MAX_CELLS = 5_000

/** The most details of a product, and the longest name and value of one, in characters. */
export const MAX_DETAILS = 30
export const DETAIL_NAME = 60
export const DETAIL_VALUE = 500

/** The highest price that can be stored, in minor units. */
export const MAX_PRICE = 1_000_000_000

/** The highest credit limit of a customer, in minor units. */
export const MAX_CREDIT_LIMIT = 1_000_000_000_000

/** The most delivery addresses of a customer, lines of one, and the longest texts in it, in characters. */
export const MAX_ADDRESSES = 20
export const ADDRESS_LIMITS = { id: 64, name: 100, lines: 4, line: 80, postcode: 20, city: 80, country: 60 }

/** The most order days between an order and its delivery. */
export const MAX_LEAD_DAYS = 60

/** The most pictures of a product, and the most files that are matched with products at once. */
export const MAX_PICTURES = 12
export const MAX_PICTURE_FILES = 500

/** Orders are counted up to this number; then it says "999+". */
export const ORDERS_COUNTED = 1_000

/** The most views of a list that are counted at once, and the most orders that are printed at once. */
export const COUNTED_VIEWS = 12
export const PRINTED_ORDERS = 100

/** What a catalogue is sorted by: name, the customer's own price, the newest first, or what the customer orders most. */
export const CATALOGUE_SORTS = ['name', 'price', 'newest', 'usual'] as const
export type CatalogueSort = (typeof CATALOGUE_SORTS)[number]

/** Lists of the console of which views are saved. */
export const LISTS_WITH_VIEWS = ['products', 'customers', 'orders'] as const
export type ListWithViews = (typeof LISTS_WITH_VIEWS)[number]

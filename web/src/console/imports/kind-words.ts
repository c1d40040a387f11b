import type { Import } from './import-queries.ts'

export type Kind = Import['kind']

type KindWords = {
  /** In a list of kinds. */
  title: string
  one: string
  many: string
  /** What tells rows apart. */
  key: string
  keys: string
  /** Over the column of names. */
  name: string
  /** What its amounts of money are called; null where there are none. */
  amount: 'price' | 'amount' | null
  /** The page that shows what was changed. */
  page: 'product' | 'customer'
  /** Whether prices go into a draft. */
  hasDraft: boolean
}

const PRODUCTS: KindWords = {
  title: 'Products',
  one: 'product',
  many: 'products',
  key: 'SKU',
  keys: 'SKUs',
  name: 'Name',
  amount: 'price',
  page: 'product',
  hasDraft: true,
}

/** What belongs to customers: nothing of it goes into a draft. */
const OF_CUSTOMERS = { name: 'Customer', amount: null, page: 'customer', hasDraft: false } as const

/** How the pages speak of what a file holds. */
export const KIND_WORDS: Record<Kind, KindWords> = {
  products: PRODUCTS,
  customers: {
    ...OF_CUSTOMERS,
    title: 'Customers',
    one: 'customer',
    many: 'customers',
    key: 'Customer',
    keys: 'customers',
    amount: 'amount',
    name: 'Name',
  },
  discounts: {
    ...OF_CUSTOMERS,
    title: 'Discounts',
    one: 'discount',
    many: 'discounts',
    key: 'On',
    keys: 'discounts',
  },
  agreed_prices: {
    ...OF_CUSTOMERS,
    title: 'Agreed prices',
    one: 'agreed price',
    many: 'agreed prices',
    key: 'SKU',
    keys: 'agreed prices',
    amount: 'price',
  },
  minimum_quantities: { ...PRODUCTS, title: 'Minimum quantities', amount: null, hasDraft: false },
  customer_codes: {
    ...OF_CUSTOMERS,
    title: 'Customer part numbers',
    one: 'part number',
    many: 'part numbers',
    key: 'SKU',
    keys: 'part numbers',
  },
}

export const KIND_CHOICES = (Object.keys(KIND_WORDS) as Kind[]).map((value) => ({
  value,
  label: KIND_WORDS[value].title,
}))

/** "Agreed prices" for "agreed prices". */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

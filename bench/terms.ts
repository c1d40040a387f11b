/** Generated customers: what they pay and what they see, the same for the same numbers. */
import type { CustomerItem } from '../server/src/customers/plan-customers.ts'
import type { CustomerTerms } from '../server/src/pricing/kinds-of-term.ts'
import { BRANDS, CATEGORIES, sequence } from './catalogue.ts'

/** As many customers, the first ones, have agreed prices. */
export const WITH_AGREED_PRICES = 100
const AGREED_PRICES = 500
/** This customer has as many agreed prices as there may be, and a discount on each brand and category. */
export const AT_LIMITS = 999
const MAX_AGREED_PRICES = 5_000
const [BRAND_RULES, CATEGORY_RULES] = [12, 7]
/** The products that only chosen customers see are seen by so many. */
const CHOSEN = 20
const LONG_AGO = '2024-06-30T00:00:00.000Z'

export type Discount = { brand: string | null; category: string | null; discountBp: number }
export type AgreedPrice = CustomerTerms['agreedPrices'][number] & { number: number }

export function accountCode(customer: number): string {
  return `C${String(customer).padStart(4, '0')}`
}

export function customer(number: number): CustomerItem {
  return { accountCode: accountCode(number), name: `Customer ${number}`, email: `buying@customer-${number}.example` }
}

/** One discount on everything, and some on brands and categories. */
export function discountsOf(customer: number): Discount[] {
  const random = sequence(customer + 31)
  const discountBp = () => 100 + 25 * Math.floor(random() * 140)
  const onAll = { brand: null, category: null, discountBp: discountBp() }
  if (customer === AT_LIMITS) {
    return [
      onAll,
      ...BRANDS.map((brand) => ({ brand, category: null, discountBp: discountBp() })),
      ...CATEGORIES.map((category) => ({ brand: null, category, discountBp: discountBp() })),
    ]
  }
  return [
    onAll,
    ...Array.from({ length: BRAND_RULES }, (_, i) => {
      const brand = BRANDS[(customer * 13 + i * 17) % BRANDS.length]!
      return { brand, category: null, discountBp: discountBp() }
    }),
    ...Array.from({ length: CATEGORY_RULES }, (_, i) => {
      const category = CATEGORIES[(customer + i) % CATEGORIES.length]!
      return { brand: null, category, discountBp: discountBp() }
    }),
  ]
}

/**
 * Each on another product; some from a quantity on, some that have ended. Few customers have one on more than a tenth.
 */
export function agreedPricesOf(customer: number, products: number): AgreedPrice[] {
  if (customer >= WITH_AGREED_PRICES && customer !== AT_LIMITS) return []
  const count = customer === AT_LIMITS ? Math.min(MAX_AGREED_PRICES, products) : Math.min(AGREED_PRICES, products / 10)
  return Array.from({ length: count }, (_, i) => ({
    number: (customer * 101 + i * 197) % products,
    unit: 50 + 5 * ((customer * i) % 2_000),
    minQty: i % 10 === 0 ? 10 : 1,
    startsAt: null,
    endsAt: i % 20 === 1 ? LONG_AGO : null,
  }))
}

/** What a customer's terms say of one product. */
export function termsOf(
  customer: number,
  product: { number: number; brand: string; category: string },
  products: number,
): CustomerTerms {
  return {
    group: null,
    discounts: discountsOf(customer)
      .filter(
        ({ brand, category }) =>
          (brand ?? product.brand) === product.brand && (category ?? product.category) === product.category,
      )
      .map(({ brand, category, discountBp }) => ({
        appliesTo: brand ? 'brand' : category ? 'category' : 'all',
        on: brand ?? category ?? null,
        discountBp,
      })),
    agreedPrices: agreedPricesOf(customer, products).filter(({ number }) => number === product.number),
  }
}

/** One product in fifty is out of use. */
export function isActive(product: number): boolean {
  return product % 50 !== 7
}

/** The customers that a product is for, where it is not for all of them. */
export function chosenFor(product: number, customers: number): number[] | null {
  if (product % 100 !== 11) return null
  return Array.from({ length: CHOSEN }, (_, i) => (product * 7 + i * 53) % customers)
}

export function sees(customer: number, product: number, customers: number): boolean {
  return isActive(product) && (chosenFor(product, customers)?.includes(customer) ?? true)
}

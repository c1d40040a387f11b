import { api } from '../../shared/api.ts'
import { withSimilar } from '../../shared/similar.ts'
import { firstProducts, suggestSearch } from '../choices.ts'

/** How many of each kind are offered. */
const LIMIT = 5

const PAGES = {
  product: '/w/$slug/products/$id',
  customer: '/w/$slug/customers/$id',
  order: '/w/$slug/orders/$id',
} as const

type Found = { kind: keyof typeof PAGES; id: string; code: string; name: string; isSimilar?: true }

/**
 * Finds products, customers and orders by name, code or number, those with exactly this code first. Products that are
 * only similar say so.
 */
export async function find(slug: string, q: string, signal: AbortSignal) {
  const path = { slug }
  const init = { params: { path, query: { q, limit: LIMIT } }, signal }
  const [exact, products, customers, orders] = await Promise.all([
    api.GET('/app-api/console/{slug}/find', { params: { path, query: { code: q } }, signal }),
    withSimilar(
      q,
      () => suggestSearch(slug, { q }, signal),
      (written) => firstProducts(slug, { q: written, limit: LIMIT }, signal),
    ),
    api.GET('/app-api/console/{slug}/customers', init),
    api.GET('/app-api/console/{slug}/orders', init),
  ])
  const found: Found[] = [
    ...exact.data,
    ...products.map(({ sku, ...product }) => ({ ...product, kind: 'product' as const, code: sku })),
    ...customers.data.map(({ id, accountCode, name }) => ({
      kind: 'customer' as const,
      id,
      code: accountCode ?? '',
      name,
    })),
    ...orders.data.map(({ id, number, customer }) => ({
      kind: 'order' as const,
      id,
      code: String(number),
      name: customer.name,
    })),
  ]
  // Once each.
  return [...new Map(found.map((one) => [one.id, one])).values()].map(({ kind, id, code, name, isSimilar }) => ({
    id,
    to: PAGES[kind],
    code,
    label: kind === 'order' ? `Order ${code}` : name,
    group: kind === 'order' ? name : isSimilar ? `Similar: ${code}` : code || 'Customer',
  }))
}

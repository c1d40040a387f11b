import { api } from '../../shared/api.ts'

/** How many of each kind are offered. */
const LIMIT = 5

const PAGES = {
  product: '/w/$slug/products/$id',
  customer: '/w/$slug/customers/$id',
  order: '/w/$slug/orders/$id',
} as const

type Found = { kind: keyof typeof PAGES; id: string; code: string; name: string }

/** Finds products, customers and orders by name, code or number, those with exactly this code first. */
export async function find(slug: string, q: string, signal: AbortSignal) {
  const path = { slug }
  const init = { params: { path, query: { q, limit: LIMIT } }, signal }
  const [exact, products, customers, orders] = await Promise.all([
    api.GET('/app-api/console/{slug}/find', { params: { path, query: { code: q } }, signal }),
    api.GET('/app-api/console/{slug}/products', init),
    api.GET('/app-api/console/{slug}/customers', init),
    api.GET('/app-api/console/{slug}/orders', init),
  ])
  const found: Found[] = [
    ...exact.data,
    ...products.data.map(({ id, sku, name }) => ({ kind: 'product' as const, id, code: sku, name })),
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
  return [...new Map(found.map((one) => [one.id, one])).values()].map(({ kind, id, code, name }) => ({
    id,
    to: PAGES[kind],
    code,
    label: kind === 'order' ? `Order ${code}` : name,
    group: kind === 'order' ? name : code || 'Customer',
  }))
}

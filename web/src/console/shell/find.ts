import { api } from '../../shared/api.ts'

/** How many of each kind are offered. */
const LIMIT = 5

/** Finds products, customers and orders by name, code or number. */
export async function find(slug: string, q: string, signal: AbortSignal) {
  const init = { params: { path: { slug }, query: { q, limit: LIMIT } }, signal }
  const [products, customers, orders] = await Promise.all([
    api.GET('/app-api/console/{slug}/products', init),
    api.GET('/app-api/console/{slug}/customers', init),
    api.GET('/app-api/console/{slug}/orders', init),
  ])
  return [
    ...products.data.map(({ id, sku, name }) => ({
      id,
      to: '/w/$slug/products/$id' as const,
      label: name,
      keywords: sku,
      group: sku,
    })),
    ...customers.data.map(({ id, name, accountCode }) => ({
      id,
      to: '/w/$slug/customers/$id' as const,
      label: name,
      keywords: accountCode ?? '',
      group: accountCode ?? 'Customer',
    })),
    ...orders.data.map(({ id, number, customer }) => ({
      id,
      to: '/w/$slug/orders/$id' as const,
      label: `Order ${number}`,
      keywords: customer.name,
      group: customer.name,
    })),
  ]
}

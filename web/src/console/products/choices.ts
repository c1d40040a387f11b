import { api } from '../../shared/api.ts'
import type { Choice } from '../../shared/search-select.tsx'

/** What a combobox offers of customers and products. */

const OFFERED = 20

export async function searchCustomers(slug: string, q: string, signal: AbortSignal): Promise<Choice[]> {
  const { data } = await api.GET('/app-api/console/{slug}/customers', {
    params: { path: { slug }, query: { ...(q && { q }), limit: OFFERED } },
    signal,
  })
  return data.map((customer) => choiceOf(customer.id, customer.name, customer.accountCode))
}

export async function searchProducts(slug: string, q: string, signal: AbortSignal): Promise<Choice[]> {
  const { data } = await api.GET('/app-api/console/{slug}/products', {
    params: { path: { slug }, query: { ...(q && { q }), limit: OFFERED } },
    signal,
  })
  return data.map((product) => choiceOf(product.id, product.name, product.sku))
}

export async function searchGroups(
  slug: string,
  path: 'brands' | 'categories',
  query: { q?: string; id?: string },
  signal: AbortSignal,
): Promise<{ id: string; name: string }[]> {
  const init = { params: { path: { slug }, query }, signal }
  const { data } =
    path === 'brands'
      ? await api.GET('/app-api/console/{slug}/brands', init)
      : await api.GET('/app-api/console/{slug}/categories', init)
  return data
}

export function choiceOf(value: string, label: string, description: string | null): Choice {
  return { value, label, ...(description && { description }) }
}

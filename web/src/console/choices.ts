import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../shared/api.ts'
import { formatMoney } from '../shared/money.tsx'
import type { Choice } from '../shared/search-select.tsx'
import { withSimilar } from '../shared/similar.ts'
import { useWorkspace } from './workspace-context.tsx'

/** How many customers or products are offered at once. */
const OFFERED = 20

export type Grouping = 'brand' | 'category'

type CustomerFilter = { active?: boolean; limit?: number }

/** Customers for a combobox, by name, account code or e-mail. */
export async function searchCustomers(slug: string, q: string, signal: AbortSignal, filter: CustomerFilter = {}) {
  const query = { ...(q && { q }), limit: OFFERED, ...filter }
  const { data } = await api.GET('/app-api/console/{slug}/customers', { params: { path: { slug }, query }, signal })
  return data.map(({ id, name, accountCode }) => choiceOf(id, name, accountCode))
}

/** Products by SKU and words, and then what another way to write them finds, marked as similar. */
export function searchProducts(slug: string, q: string, signal: AbortSignal) {
  return withSimilar(
    q,
    () => suggestSearch(slug, { q }, signal),
    (written) => firstProducts(slug, { ...(written && { q: written }), limit: OFFERED }, signal),
  )
}

export async function firstProducts(slug: string, query: { q?: string; limit: number }, signal: AbortSignal) {
  return (await api.GET('/app-api/console/{slug}/products', { params: { path: { slug }, query }, signal })).data
}

/** Another way to write a search of products, or null. */
export async function suggestSearch(slug: string, query: { q: string }, signal: AbortSignal): Promise<string | null> {
  const params = { path: { slug }, query }
  return (await api.GET('/app-api/console/{slug}/products/suggestion', { params, signal })).data.q
}

/** Brands or categories, by a part of their name or by their id. */
export async function findGroups(
  slug: string,
  grouping: Grouping,
  query: { q?: string; id?: string },
  signal: AbortSignal,
) {
  const path = grouping === 'brand' ? 'brands' : 'categories'
  return (await api.GET(`/app-api/console/{slug}/${path}`, { params: { path: { slug }, query }, signal })).data
}

export function groupsQuery(slug: string, grouping: Grouping, q: string) {
  return queryOptions({
    queryKey: ['console', slug, grouping, 'search', q],
    queryFn: ({ signal }) => findGroups(slug, grouping, q ? { q } : {}, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

/** Brands or categories for a combobox. */
export async function searchGroups(slug: string, grouping: Grouping, q: string, signal: AbortSignal) {
  const groups = await findGroups(slug, grouping, q ? { q } : {}, signal)
  return groups.map(({ id, name }) => choiceOf(id, name))
}

export function choiceOf(value: string, label: string, description?: string | null): Choice {
  return { value, label, ...(description && { description }) }
}

/** The same for a product, which says if it is only similar. */
export function productChoice({ isSimilar }: { isSimilar?: true }, value: string, label: string, description: string) {
  const choice = choiceOf(value, label, isSimilar ? `Similar: ${description}` : description)
  return { ...choice, ...(isSimilar && { isSimilar }) }
}

/** Looks for products by SKU and words. The value of a choice is the SKU, or the id. */
export function useProductSearch(value: 'sku' | 'id' = 'sku') {
  const { slug, currency } = useWorkspace()
  return async (text: string, signal: AbortSignal) =>
    (await searchProducts(slug, text, signal)).map((product) =>
      productChoice(
        product,
        product[value],
        `${product.sku} ${product.name}`,
        `List price ${formatMoney(product.listPrice, currency)}`,
      ),
    )
}

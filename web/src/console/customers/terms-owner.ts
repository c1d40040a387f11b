import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { pageWindow } from '../../shared/search-params.ts'
import { customersKey } from './customer-queries.ts'
import type { Customer } from './customer-queries.ts'

/** Whose terms a page shows: a customer's own, or those of a price group. `kind` is a part of the path of its calls. */
export type TermsOwner = {
  kind: 'customers' | 'price-groups'
  id: string
  name: string
  discountRules: DiscountRule[]
  agreedPriceCount: number
}

/** The customer with its own terms, without those of its price group. */
export function customerAsOwner({ id, name, discountRules, agreedPriceCount }: Customer): TermsOwner {
  return { kind: 'customers', id, name, discountRules: discountRules.filter(isOwn), agreedPriceCount }
}

function isOwn({ group }: DiscountRule): boolean {
  return group === null
}

/** Everything about price groups begins with this key. */
export function priceGroupsKey(slug: string) {
  return ['console', slug, 'price-groups'] as const
}

export function ownerKey(slug: string, { kind, id }: Pick<TermsOwner, 'kind' | 'id'>) {
  return ['console', slug, kind, id] as const
}

/** What happened to the customer or price group, and to its terms. */
export function historyQuery(slug: string, owner: Pick<TermsOwner, 'kind' | 'id'>, page: string | undefined) {
  const query = pageWindow(page)
  return queryOptions({
    queryKey: [...ownerKey(slug, owner), 'history', query],
    queryFn: ({ signal }) =>
      api.GET(`/app-api/console/{slug}/${owner.kind}/{id}/history`, {
        params: { path: { slug, id: owner.id }, query },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

/** After a change of terms or of who is in a price group: customers and groups show each other's terms. */
export function refreshTerms(queryClient: QueryClient, slug: string): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: customersKey(slug) }),
    queryClient.invalidateQueries({ queryKey: priceGroupsKey(slug) }),
  ])
}

export type DiscountRule = Customer['discountRules'][number]

/** What a discount applies to, as the service takes it. */
export type DiscountScope = { appliesTo: 'all' } | { appliesTo: 'brand' | 'category'; name: string }

export function scopeOf({ brand, category }: Pick<DiscountRule, 'brand' | 'category'>): DiscountScope {
  if (brand !== null) return { appliesTo: 'brand', name: brand }
  return category === null ? { appliesTo: 'all' } : { appliesTo: 'category', name: category }
}

export function isSameScope(a: DiscountScope, b: DiscountScope): boolean {
  return a.appliesTo === b.appliesTo && (a.appliesTo === 'all' || b.appliesTo === 'all' || a.name === b.name)
}

/** What a discount applies to, in words. */
export function scopeWords({ brand, category }: Pick<DiscountRule, 'brand' | 'category'>): string {
  if (brand !== null) return `Brand ${brand}`
  return category === null ? 'Everything' : `Category ${category}`
}

const PERIODS = ['current', 'future', 'past'] as const

type AgreedPricesSearch = { q?: string; period?: string; page?: string }

/** A page of the agreed prices of a customer or price group. */
export function agreedPricesQuery(
  slug: string,
  owner: Pick<TermsOwner, 'kind' | 'id'>,
  { q, period, page }: AgreedPricesSearch,
) {
  const chosen = PERIODS.find((one) => one === period)
  const query = { ...(q && { q }), ...(chosen && { period: chosen }), ...pageWindow(page) }
  return queryOptions({
    queryKey: [...ownerKey(slug, owner), 'agreed-prices', query],
    queryFn: ({ signal }) =>
      api.GET(`/app-api/console/{slug}/${owner.kind}/{id}/agreed-prices`, {
        params: { path: { slug, id: owner.id }, query },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

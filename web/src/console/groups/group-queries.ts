import { queryOptions } from '@tanstack/react-query'
import { api, LIVE_MS } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { priceGroupsKey } from '../customers/terms-owner.ts'
import type { TermsOwner } from '../customers/terms-owner.ts'

/** All price groups, with the numbers of their customers and terms. */
export function groupsQuery(slug: string) {
  return queryOptions({
    queryKey: [...priceGroupsKey(slug), 'list'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/price-groups', { params: { path: { slug } }, signal })).data,
    refetchInterval: LIVE_MS,
  })
}

/** One price group with its discounts. */
export function groupQuery(slug: string, id: string) {
  return queryOptions({
    queryKey: [...priceGroupsKey(slug), id],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/price-groups/{id}', { params: { path: { slug, id } }, signal })).data,
    refetchInterval: LIVE_MS,
  })
}

export type PriceGroup = components['schemas']['PriceGroupForStaff']

export function groupAsOwner({ id, name, discountRules, agreedPriceCount }: PriceGroup): TermsOwner {
  // On the group's own page its name is not said with each discount.
  const rules = discountRules.map((rule) => ({ ...rule, label: rule.label.slice(name.length + 2) }))
  return { kind: 'price-groups', id, name, discountRules: rules, agreedPriceCount }
}

import { LIVE_MS, dataQuery } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { priceGroupsKey } from '../customers/terms-owner.ts'
import type { TermsOwner } from '../customers/terms-owner.ts'

/** All price groups, with the numbers of their customers and terms. */
export function groupsQuery(slug: string) {
  return dataQuery(
    [...priceGroupsKey(slug), 'list'],
    '/app-api/console/{slug}/price-groups',
    { path: { slug } },
    { refetchInterval: LIVE_MS },
  )
}

/** One price group with its discounts. */
export function groupQuery(slug: string, id: string) {
  return dataQuery(
    [...priceGroupsKey(slug), id],
    '/app-api/console/{slug}/price-groups/{id}',
    { path: { slug, id } },
    { refetchInterval: LIVE_MS },
  )
}

export type PriceGroup = components['schemas']['PriceGroupForStaff']

export function groupAsOwner({ id, name, discountRules, agreedPriceCount }: PriceGroup): TermsOwner {
  // On the group's own page its name is not said with each discount.
  const rules = discountRules.map((rule) => ({ ...rule, label: rule.label.slice(name.length + 2) }))
  return { kind: 'price-groups', id, name, discountRules: rules, agreedPriceCount }
}

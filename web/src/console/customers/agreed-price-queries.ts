import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { pageWindow } from '../../shared/search-params.ts'
import { ownerKey } from './terms-owner.ts'
import type { TermsOwner } from './terms-owner.ts'

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

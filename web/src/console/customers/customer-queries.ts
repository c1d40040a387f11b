import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, LIVE_MS, dataQuery } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { parseSort } from '../../shared/list.ts'
import type { Sort } from '../../shared/list.ts'
import { pageWindow } from '../../shared/search-params.ts'

export const BY_NAME: Sort = { key: 'name', descending: false }

const ORDERS = ['name', 'accountCode', 'email', 'changed'] as const

type CustomersSearch = { q?: string; active?: string; group?: string; contact?: string; sort?: string; page?: string }

export type CustomersFilter = { q?: string; active?: 'true' | 'false'; group?: string; contact?: string }

/** Everything about customers begins with this key. */
export function customersKey(slug: string) {
  return ['console', slug, 'customers'] as const
}

/** The filter of an address, for the service. */
export function filterOf({ q, active, group, contact }: CustomersSearch): CustomersFilter {
  return {
    ...(q && { q }),
    ...((active === 'true' || active === 'false') && { active }),
    ...(group && { group }),
    ...(contact && { contact }),
  }
}

/** A page of the list. */
export function customersQuery(slug: string, search: CustomersSearch) {
  const { sort, page } = search
  const { active, ...texts } = filterOf(search)
  const { key, descending } = parseSort(sort, BY_NAME)
  const query = {
    ...texts,
    ...(active && { active: active === 'true' }),
    sort: ORDERS.find((order) => order === key) ?? 'name',
    descending,
    ...pageWindow(page),
  }
  return queryOptions({
    queryKey: [...customersKey(slug), 'list', query],
    queryFn: ({ signal }) =>
      api.GET('/app-api/console/{slug}/customers', { params: { path: { slug }, query }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  })
}

/** How many customers match. */
export async function countCustomers(slug: string, search: CustomersSearch): Promise<number> {
  const { active, ...texts } = filterOf(search)
  const query = { ...texts, ...(active && { active: active === 'true' }), limit: 1 }
  return (await api.GET('/app-api/console/{slug}/customers', { params: { path: { slug }, query } })).total
}

/** One customer with its discounts and buyers. */
export function customerQuery(slug: string, id: string) {
  return dataQuery(
    [...customersKey(slug), id],
    '/app-api/console/{slug}/customers/{id}',
    { path: { slug, id } },
    { refetchInterval: LIVE_MS },
  )
}

export type Customer = components['schemas']['CustomerForStaff']

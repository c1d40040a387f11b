import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, LIVE_MS, dataQuery } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { pageWindow } from '../../shared/search-params.ts'
import type { OrderQuery } from './order-filter.ts'
import type { Choice } from '../../shared/search-select.tsx'
import { withSimilar } from '../../shared/similar.ts'
import { customerQuery } from '../customers/customer-queries.ts'
import type { Begun, DraftLine, DraftOrder } from './draft-order.ts'

export type Order = components['schemas']['Order']
export type OrderForStaff = components['schemas']['OrderForStaff']
export type OrderLine = OrderForStaff['lines'][number]

export type OrderCounts = components['schemas']['OrderCounts']

export function ordersQuery(slug: string, filter: OrderQuery, page: string | undefined) {
  const query = { ...filter, ...pageWindow(page) }
  return queryOptions({
    queryKey: ['console', slug, 'orders', 'list', query],
    queryFn: ({ signal }) => api.GET('/app-api/console/{slug}/orders', { params: { path: { slug }, query }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  })
}

/** How many orders of each status match. */
export function orderCountsQuery(slug: string, { status: _status, ...query }: OrderQuery) {
  return dataQuery(
    ['console', slug, 'orders', 'counts', query],
    '/app-api/console/{slug}/orders/counts',
    { path: { slug }, query },
    { placeholderData: keepPreviousData, refetchInterval: LIVE_MS },
  )
}

export function orderQuery(slug: string, id: string) {
  return dataQuery(
    ['console', slug, 'orders', 'one', id],
    '/app-api/console/{slug}/orders/{id}',
    { path: { slug, id } },
    { refetchInterval: LIVE_MS },
  )
}

/** What the address of "Place an order" names: an order whose lines are ordered again, or a customer. */
export async function begunBy(
  queryClient: QueryClient,
  slug: string,
  { order, customer }: { order?: string; customer?: string },
): Promise<Begun | null> {
  if (order !== undefined) {
    const { customer: by, lines } = await queryClient.ensureQueryData(orderQuery(slug, order))
    const again = lines.map(({ sku, qty, price }) => ({ sku, qty, was: price.unit }))
    return { customer: { value: by.id, label: by.name }, lines: again }
  }
  if (customer === undefined) return null
  const { id, name } = await queryClient.ensureQueryData(customerQuery(slug, customer))
  return { customer: { value: id, label: name } }
}

/** Asks again for all that shows orders. */
export function refreshOrders(queryClient: QueryClient, slug: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['console', slug, 'orders'] })
}

export type PricedOrder = components['schemas']['PricedOrder']
export type PricedOrderLine = components['schemas']['PricedOrderLine']
export type Product = components['schemas']['Product']

/** What these lines would cost the customer now. */
export function priceQuery(slug: string, customer: Choice | null, lines: DraftLine[]) {
  const body = { customer: customer?.value ?? '', lines: lines.map(({ sku, qty, manual }) => ({ sku, qty, manual })) }
  return queryOptions({
    queryKey: ['console', slug, 'orders', 'price', body],
    queryFn: async ({ signal }) =>
      (await api.POST('/app-api/console/{slug}/orders/price', { params: { path: { slug } }, body, signal })).data,
    enabled: customer !== null,
    placeholderData: keepPreviousData,
  })
}

/** Where and when a draft is wanted: what was chosen, else what is usual. */
export function wanted(
  { deliverTo, wantedOn }: Pick<DraftOrder, 'deliverTo' | 'wantedOn'>,
  delivery: PricedOrder['delivery'] | undefined,
) {
  return {
    deliverTo: deliverTo ?? delivery?.usual.deliverTo ?? null,
    wantedOn: (wantedOn ?? delivery?.usual.wantedOn)?.trim() || null,
  }
}

/** Products that a customer can order, for what was typed: SKU or words, or what they may mean. */
export function findProducts(slug: string, customer: Choice, q: string, signal: AbortSignal) {
  return withSimilar(
    q,
    async () => {
      const params = { path: { slug, id: customer.value }, query: { q } }
      const path = '/app-api/console/{slug}/customers/{id}/preview/products/suggestion'
      return (await api.GET(path, { params, signal })).data.q
    },
    async (written): Promise<Product[]> => {
      const query = { customer: customer.value, ...(written && { q: written }) }
      const params = { path: { slug }, query }
      return (await api.GET('/app-api/console/{slug}/orders/products', { params, signal })).data
    },
  )
}

/** Orders and their value by week or month: of one customer, or of all. */
export function turnoverQuery(slug: string, by: 'week' | 'month', customer?: string) {
  return queryOptions({
    queryKey: ['console', slug, 'turnover', by, customer],
    queryFn: async ({ signal }) => {
      const query = { by, ...(customer !== undefined && { customer }) }
      return (await api.GET('/app-api/console/{slug}/orders/turnover', { params: { path: { slug }, query }, signal }))
        .data
    },
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  })
}

/** How many usual products are offered. */
const OFFERED = 20

export type UsualProduct = components['schemas']['UsualProduct']

/** What a customer usually orders: what is due first. */
export function usualQuery(slug: string, customer: string | undefined, limit = OFFERED) {
  return dataQuery(
    ['console', slug, 'orders', 'usual', customer, limit],
    '/app-api/console/{slug}/customers/{id}/usual',
    { path: { slug, id: customer! }, query: { limit } },
    { enabled: customer !== undefined, staleTime: 30_000 },
  )
}

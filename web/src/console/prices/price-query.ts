import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { parseQuantity } from '../../shared/quantity.ts'

export type PriceForStaff = components['schemas']['PriceForStaff']

/** What a price is asked for. `date` is empty for today. */
type PriceQuestion = { customer: string; product: string; quantity: string; date: string }

export function priceQuery(slug: string, { customer, product, quantity, date }: PriceQuestion) {
  const qty = parseQuantity(quantity).value
  return queryOptions({
    queryKey: ['console', slug, 'prices', customer, product, qty, date],
    queryFn: async ({ signal }) => {
      const params = { path: { slug }, query: { customer, product, qty: qty!, ...(date && { date }) } }
      return (await api.GET('/app-api/console/{slug}/prices', { params, signal })).data
    },
    enabled: customer !== '' && product !== '' && qty !== undefined,
    placeholderData: keepPreviousData,
  })
}

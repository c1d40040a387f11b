import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { MAX_QTY } from '../../../../server/src/rules/limits.ts'

export type PriceForStaff = components['schemas']['PriceForStaff']

/** What a price is asked for. `date` is empty for today. */
export type PriceQuestion = { customer: string; product: string; quantity: string; date: string }

const QUANTITY = /^[1-9]\d{0,6}$/

export function isQuantity(text: string): boolean {
  return QUANTITY.test(text.trim()) && Number(text) <= MAX_QTY
}

export function priceQuery(slug: string, { customer, product, quantity, date }: PriceQuestion) {
  return queryOptions({
    queryKey: ['console', slug, 'prices', customer, product, quantity, date],
    queryFn: async ({ signal }) => {
      const params = { path: { slug }, query: { customer, product, qty: Number(quantity), ...(date && { date }) } }
      return (await api.GET('/app-api/console/{slug}/prices', { params, signal })).data
    },
    enabled: customer !== '' && product !== '' && isQuantity(quantity),
    placeholderData: keepPreviousData,
  })
}

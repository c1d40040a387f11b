import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, errorText } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { useRested } from '../use-rested.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { customersKey } from './customer-queries.ts'
import type { Customer } from './customer-queries.ts'

export type PasteCheck = components['schemas']['PasteCheck']
export type PasteColumn = PasteCheck['columns'][number]

type Pasted = { text: string; columns: PasteColumn[] | null; rounds: boolean }

/** Checks pasted rows while they are typed or mended. */
export function usePasteCheck(customer: Customer, pasted: Pasted) {
  const { slug } = useWorkspace()
  const { rested, isRested } = useRested(pasted)
  const { text, columns, rounds } = rested
  const isBlank = pasted.text.trim() === ''
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...customersKey(slug), customer.id, 'paste', rested],
    queryFn: async ({ signal }) => {
      const params = { path: { slug, id: customer.id } }
      const body = { text, rounds, ...(columns && { columns }) }
      const path = '/app-api/console/{slug}/customers/{id}/agreed-prices/paste/check'
      return (await api.POST(path, { params, body, signal })).data
    },
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  })
  return {
    check: isBlank || error ? undefined : data,
    error: isBlank || !error ? undefined : errorText(error).replace(/^text: /, ''),
    isChecking: isFetching || !isRested,
    checkAgain: refetch,
  }
}

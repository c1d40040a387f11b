import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, errorText } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { customersKey } from './customer-queries.ts'
import type { Customer } from './customer-queries.ts'

export type PasteCheck = components['schemas']['PasteCheck']
export type PasteColumn = PasteCheck['columns'][number]

/** How long typing rests before the rows are checked, in milliseconds. */
const REST_MS = 300

type Pasted = { text: string; columns: PasteColumn[] | null }

/** Checks pasted rows while they are typed or mended. */
export function usePasteCheck(customer: Customer, pasted: Pasted) {
  const { slug } = useWorkspace()
  const wanted = JSON.stringify(pasted)
  const [asked] = useDebouncedValue(wanted, REST_MS)
  const { text, columns } = JSON.parse(asked) as Pasted
  const isBlank = pasted.text.trim() === ''
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...customersKey(slug), customer.id, 'paste', asked],
    queryFn: async ({ signal }) =>
      (
        await api.POST('/app-api/console/{slug}/customers/{id}/agreed-prices/paste/check', {
          params: { path: { slug, id: customer.id } },
          body: { text, ...(columns && { columns }) },
          signal,
        })
      ).data,
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  })
  return {
    check: isBlank || error ? undefined : data,
    error: isBlank || !error ? undefined : errorText(error).replace(/^text: /, ''),
    isChecking: isFetching || asked !== wanted,
    checkAgain: refetch,
  }
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, errorText } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { useRested } from '../use-rested.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { ownerKey } from './terms-owner.ts'
import type { TermsOwner } from './terms-owner.ts'

export type PasteCheck = components['schemas']['PasteCheck']
export type PasteColumn = PasteCheck['columns'][number]

type Pasted = { text: string; columns: PasteColumn[] | null; rounds: boolean }

/** Checks pasted rows while they are typed or mended. */
export function usePasteCheck(owner: TermsOwner, pasted: Pasted) {
  const { slug } = useWorkspace()
  const { rested, isRested } = useRested(pasted)
  const { text, columns, rounds } = rested
  const isBlank = pasted.text.trim() === ''
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...ownerKey(slug, owner), 'paste', rested],
    queryFn: async ({ signal }) => {
      const params = { path: { slug, id: owner.id } }
      const body = { text, rounds, ...(columns && { columns }) }
      const call = { params, body, signal }
      return (await api.POST(`/app-api/console/{slug}/${owner.kind}/{id}/agreed-prices/paste/check`, call)).data
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

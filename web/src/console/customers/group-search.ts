import { useCallback } from 'react'
import { api } from '../../shared/api.ts'
import type { Choice } from '../../shared/search-select.tsx'
import { useWorkspace } from '../workspace-context.tsx'

/** Looks for brands or categories by a part of their name. */
export function useGroupSearch(grouping: 'brand' | 'category') {
  const { slug } = useWorkspace()
  return useCallback(
    async (text: string, signal: AbortSignal): Promise<Choice[]> => {
      const init = { params: { path: { slug }, query: { ...(text && { q: text }), limit: 50 } }, signal }
      const { data } =
        grouping === 'brand'
          ? await api.GET('/app-api/console/{slug}/brands', init)
          : await api.GET('/app-api/console/{slug}/categories', init)
      return data.map(({ id, name }) => ({ value: id, label: name }))
    },
    [slug, grouping],
  )
}

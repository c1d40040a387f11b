import { useCallback } from 'react'
import { api } from '../../shared/api.ts'
import { formatMoney } from '../../shared/money.tsx'
import type { Choice } from '../../shared/search-select.tsx'
import { useWorkspace } from '../workspace-context.tsx'

/** Looks for products by SKU and words. The value of a choice is the SKU, or the id. */
export function useProductSearch(value: 'sku' | 'id' = 'sku') {
  const { slug, currency } = useWorkspace()
  return useCallback(
    async (text: string, signal: AbortSignal): Promise<Choice[]> => {
      const query = { ...(text && { q: text }), limit: 20 }
      const { data } = await api.GET('/app-api/console/{slug}/products', { params: { path: { slug }, query }, signal })
      return data.map(({ id, sku, name, listPrice }) => ({
        value: value === 'sku' ? sku : id,
        label: `${sku} ${name}`,
        description: `List price ${formatMoney(listPrice, currency)}`,
      }))
    },
    [slug, currency, value],
  )
}

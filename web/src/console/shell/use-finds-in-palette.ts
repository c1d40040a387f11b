import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { api } from '../../shared/api.ts'
import { usePaletteSearch } from '../../shared/palette.tsx'
import type { PaletteSearch } from '../../shared/palette.tsx'

/** As many of each kind are offered. */
const MOST = 5

/** Lets the palette find customers, products and orders of the workspace, and open them. */
export function useFindsInPalette(slug: string): void {
  const navigate = useNavigate()
  usePaletteSearch(
    'customers',
    useCallback<PaletteSearch>(
      async (q, signal) => {
        const query = { q, limit: MOST }
        const { data } = await api.GET('/app-api/console/{slug}/customers', {
          params: { path: { slug }, query },
          signal,
        })
        return data!.data.map(({ id, name }) => ({
          id,
          label: name,
          group: 'Customer',
          run: () => void navigate({ to: '/w/$slug/customers/$id', params: { slug, id } }),
        }))
      },
      [slug, navigate],
    ),
  )
  usePaletteSearch(
    'products',
    useCallback<PaletteSearch>(
      async (q, signal) => {
        const query = { q, limit: MOST }
        const { data } = await api.GET('/app-api/console/{slug}/products', {
          params: { path: { slug }, query },
          signal,
        })
        return data!.data.map(({ id, sku, name }) => ({
          id,
          label: `${sku} ${name}`,
          group: 'Product',
          run: () => void navigate({ to: '/w/$slug/products/$id', params: { slug, id } }),
        }))
      },
      [slug, navigate],
    ),
  )
  usePaletteSearch(
    'orders',
    useCallback<PaletteSearch>(
      async (q, signal) => {
        const query = { q, limit: MOST }
        const { data } = await api.GET('/app-api/console/{slug}/orders', { params: { path: { slug }, query }, signal })
        return data!.data.map(({ id, number, customer }) => ({
          id,
          label: `Order ${number} of ${customer.name}`,
          group: 'Order',
          run: () => void navigate({ to: '/w/$slug/orders/$id', params: { slug, id } }),
        }))
      },
      [slug, navigate],
    ),
  )
}

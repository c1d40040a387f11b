import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, fileBody } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { LIVE_MS } from '../../shared/query-client.ts'
import { pageWindow } from '../../shared/search-params.ts'

export type ProductImage = components['schemas']['ProductImage']
export type FailedImage = components['schemas']['FailedImage']

/** How often an image is asked for that is being copied, in milliseconds. */
const COPYING_MS = 3_000

const PATH = '/app-api/console/{slug}/products/{id}/image'

export function productImageQuery(slug: string, id: string) {
  return queryOptions({
    queryKey: ['console', slug, 'images', id],
    queryFn: async ({ signal }) => (await api.GET(PATH, { params: { path: { slug, id } }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.status === 'queued' ? COPYING_MS : LIVE_MS),
  })
}

export function failedImagesQuery(slug: string, search: { page?: string | undefined }) {
  const query = pageWindow(search.page)
  return queryOptions({
    queryKey: ['console', slug, 'images', 'failed', query],
    queryFn: ({ signal }) =>
      api.GET('/app-api/console/{slug}/failed-images', { params: { path: { slug }, query }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  })
}

export async function uploadImage(slug: string, id: string, file: File): Promise<ProductImage> {
  return (await api.PUT(PATH, { params: { path: { slug, id } }, ...fileBody(file) })).data
}

export async function removeImage(slug: string, id: string): Promise<ProductImage> {
  return (await api.DELETE(PATH, { params: { path: { slug, id } } })).data
}

export async function restoreImage(slug: string, id: string, digest: string): Promise<ProductImage> {
  return (await api.POST(`${PATH}/restore`, { params: { path: { slug, id } }, body: { digest } })).data
}

/** Copies failed images once more: of these products, or all of them. Resolves to how many there are. */
export async function retryImages(slug: string, productIds?: string[]): Promise<number> {
  const { data } = await api.POST('/app-api/console/{slug}/failed-images/retry', {
    params: { path: { slug } },
    body: { ...(productIds && { productIds }) },
  })
  return data.queued
}

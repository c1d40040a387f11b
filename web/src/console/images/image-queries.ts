import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, fileBody, LIVE_MS, dataQuery } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { pageWindow } from '../../shared/search-params.ts'

export type ProductPictures = components['schemas']['ProductPictures']
export type Picture = components['schemas']['ShownImage']
export type MatchedPicture = components['schemas']['MatchedPicture']
export type FailedImage = components['schemas']['FailedImage']

/** How often an image is asked for that is being copied, in milliseconds. */
const COPYING_MS = 3_000

const PATH = '/app-api/console/{slug}/products/{id}/pictures'

export function productPicturesQuery(slug: string, id: string) {
  return dataQuery(
    ['console', slug, 'images', id],
    PATH,
    { path: { slug, id } },
    { refetchInterval: ({ state }) => (state.data?.status === 'queued' ? COPYING_MS : LIVE_MS) },
  )
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

/** Adds a picture behind the others, or in place of one. */
export async function uploadPicture(slug: string, id: string, file: File, replaces?: Picture | null) {
  const params = { path: { slug, id }, query: { ...(replaces && { replaces: replaces.digest }) } }
  return (await api.POST(PATH, { params, ...fileBody(file) })).data
}

/** Gives a product these pictures, in this order, unless it has others than those that were seen. */
export async function setPictures(
  slug: string,
  id: string,
  { pictures, seen }: { pictures: readonly Picture[]; seen: readonly Picture[] },
) {
  const digests = (of: readonly Picture[]) => of.map(({ digest }) => digest)
  const body = { pictures: digests(pictures), seen: digests(seen) }
  return (await api.PUT(PATH, { params: { path: { slug, id } }, body })).data
}

/** What files mean by their names. */
export async function matchPictures(slug: string, fileNames: string[]): Promise<MatchedPicture[]> {
  const path = '/app-api/console/{slug}/pictures/match'
  return (await api.POST(path, { params: { path: { slug } }, body: { fileNames } })).data
}

/** Copies failed images once more: of these products, or all of them. Resolves to how many there are. */
export async function retryImages(slug: string, productIds?: string[]): Promise<number> {
  const { data } = await api.POST('/app-api/console/{slug}/failed-images/retry', {
    params: { path: { slug } },
    body: { ...(productIds && { productIds }) },
  })
  return data.queued
}

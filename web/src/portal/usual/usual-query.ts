import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'

export type UsualProduct = components['schemas']['UsualProduct']

/** What the customer orders, a page after the other. */
export function usualQuery(slug: string) {
  return infiniteQueryOptions({
    queryKey: ['portal', slug, 'usual'],
    queryFn: ({ signal, pageParam: offset }) =>
      api.GET('/app-api/portal/{slug}/usual', { params: { path: { slug }, query: { offset } }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ nextOffset }) => nextOffset,
  })
}

import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'

/** The settings and the plan of the workspace. */
export function settingsQuery(slug: string) {
  return queryOptions({
    queryKey: ['console', slug, 'settings'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/settings', { params: { path: { slug } }, signal })).data,
  })
}

/** Members and open invitations; owners only. */
export function peopleQuery(slug: string) {
  return queryOptions({
    queryKey: ['console', slug, 'people'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/people', { params: { path: { slug } }, signal })).data,
  })
}

/** The API keys, oldest first; owners only. */
export function keysQuery(slug: string) {
  return queryOptions({
    queryKey: ['console', slug, 'keys'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/keys', { params: { path: { slug } }, signal })).data,
  })
}

/** How orders are taken. */
export function orderSettingsQuery(slug: string) {
  return queryOptions({
    queryKey: ['console', slug, 'settings', 'ordering'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/ordering', { params: { path: { slug } }, signal })).data,
  })
}

/** How the trade portal is set up. */
export function portalSettingsQuery(slug: string) {
  return queryOptions({
    queryKey: ['console', slug, 'settings', 'portal'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/portal', { params: { path: { slug } }, signal })).data,
  })
}

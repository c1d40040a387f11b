import { dataQuery } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import type { ListWithViews } from '../../../../server/src/shared/limits.ts'

export type SavedView = components['schemas']['SavedView']

export function viewsQuery(slug: string, list: ListWithViews) {
  return dataQuery(['console', slug, 'views', list], '/app-api/console/{slug}/views', {
    path: { slug },
    query: { list },
  })
}

/** The view "Mine", for who is the contact of a customer: what is of the customers whose contact they are. */
export function mine(me: {
  id: string
  isContact: boolean
}): { key: string; name: string; search: { contact: string } }[] {
  return me.isContact ? [{ key: 'mine', name: 'Mine', search: { contact: me.id } }] : []
}

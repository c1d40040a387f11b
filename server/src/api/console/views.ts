import { z } from 'zod'
import { envelope } from '../../http/envelope.ts'
import { operationsOf } from './operation.ts'
import type { RoutePlugin } from './operation.ts'
import { changeView, listViews, removeView, saveView } from '../../people/saved-views.ts'
import { LISTS_WITH_VIEWS, VIEW_NAME, VIEW_QUERY } from '../../shared/limits.ts'
import { anyText, text } from '../../lib/text-input.ts'
import { may } from '../../shared/rights.ts'
import type { Caller } from '../../workspaces/caller.ts'

const operation = operationsOf('Views')
const params = z.object({ id: z.uuid('Must be an id: a UUID.') })
const Id = envelope(z.object({ id: z.uuid() }))
const list = z.enum(LISTS_WITH_VIEWS, `Must be one of: ${LISTS_WITH_VIEWS.join(', ')}.`)

const View = z
  .object({
    id: z.uuid(),
    name: z.string(),
    query: z.string().meta({ description: 'Of the address of the list: filters, order and columns.' }),
    isShared: z.boolean(),
    by: z.string().meta({ description: 'Who saved it.' }),
    isOwn: z.boolean(),
    canRemove: z.boolean(),
  })
  .meta({ id: 'SavedView', description: 'A view of a list that was saved by name.' })

const ViewBody = z.object({
  name: text(VIEW_NAME),
  isShared: z.boolean('Must be true or false.').describe('Whether all of the staff see it.'),
  query: anyText(VIEW_QUERY),
})

/** Views of the console's lists: one's own, and those that colleagues share. */
export const viewRoutes: RoutePlugin = async (app) => {
  app.get(
    '/views',
    operation('listViews', 'Saved views of a list: own ones, then those of colleagues, by name', {
      right: 'read',
      own: 'open',
      // They are no part of the workspace's revision.
      config: { uncached: true },
      querystring: z.object({ list }),
      answer: envelope(z.array(View)),
    }),
    async ({ workspace, caller, query }) => ({ data: await listViews(workspace, query.list, viewerOf(caller)) }),
  )

  app.post(
    '/views',
    operation('saveView', 'Save a view of a list', {
      right: 'read',
      own: 'open',
      body: ViewBody.extend({ list }),
      answer: Id,
    }),
    async ({ workspace, caller, body }) => ({ data: await saveView(workspace, body, viewerOf(caller)) }),
  )

  app.put(
    '/views/:id',
    operation('changeView', 'Change an own view', { right: 'read', own: 'open', params, body: ViewBody, answer: Id }),
    async ({ workspace, caller, params: { id }, body }) => {
      await changeView(workspace, { ...body, id }, viewerOf(caller))
      return { data: { id } }
    },
  )

  app.delete(
    '/views/:id',
    operation('removeView', 'Delete an own view; an owner, also a shared one', {
      right: 'read',
      own: 'open',
      params,
      answer: Id,
    }),
    async ({ workspace, caller, params: { id } }) => {
      await removeView(workspace, id, viewerOf(caller))
      return { data: { id } }
    },
  )
}

function viewerOf(caller: Caller) {
  return { personId: caller.id, mayRemoveShared: caller.type === 'member' && may(caller.role, 'people') }
}

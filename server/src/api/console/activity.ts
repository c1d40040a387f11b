import { z } from 'zod'
import { listActors, searchActivity } from '../../workspaces/activity/search-activity.ts'
import { Actor } from '../v1/activity.ts'
import { envelope } from '../../http/envelope.ts'
import { integerParameter, optionalDay } from '../../http/input.ts'
import { operationsBeyondOwn } from './operation.ts'
import type { RoutePlugin } from './operation.ts'
import { forecastUndoEdit, undoEdit } from '../../workspaces/undo/undo-edit.ts'
import { leftOutWhenBlank, optionalReference } from '../../lib/text-input.ts'
import { UndoableEntry, UndoForecast, UndoneEdit } from './undo-schema.ts'

const MAX_PAGE = 100

const operation = operationsBeyondOwn('Activity')
/** What edits are of. Which one it takes follows from the edit. */
const EDITS = ['products', 'customers', 'terms', 'priceChanges'] as const
const params = z.object({ slug: z.string(), id: z.string() })

export const activityRoutes: RoutePlugin = async (app) => {
  app.get(
    '/activity',
    operation('searchActivity', 'Who changed what', {
      right: 'read',
      querystring: z.object({
        who: optionalReference().describe('A type of actor, such as key, or the id of one.'),
        what: optionalReference().describe('A type of subject, an action, or the id of a subject.'),
        from: optionalDay().describe('The first day, in the time zone of the workspace.'),
        to: optionalDay().describe('The last day.'),
        before: leftOutWhenBlank(z.uuid('Must be the id of an entry.')).describe('Only entries older than this one.'),
        limit: integerParameter(1, MAX_PAGE, MAX_PAGE),
      }),
      answer: envelope(z.array(UndoableEntry)).extend({
        before: z.uuid().nullable().meta({ description: 'For the next page. Null on the last one.' }),
      }),
    }),
    async ({ workspace, query }) => {
      const data = await searchActivity(workspace, query)
      return { data, before: data.length === query.limit ? data.at(-1)!.id : null }
    },
  )

  app.get(
    '/activity/actors',
    operation('listActors', 'All people and keys that have changed something', {
      right: 'read',
      answer: envelope(z.array(Actor)),
    }),
    async ({ workspace }) => ({ data: await listActors(workspace) }),
  )

  app.get(
    '/edits/:id([^/]+)/undo',
    operation('forecastUndoEdit', 'What undoing a change of many records would do', {
      right: EDITS,
      config: { kind: 'heavy' },
      params,
      answer: envelope(UndoForecast),
    }),
    async ({ workspace, params }) => ({ data: await forecastUndoEdit(workspace, params) }),
  )

  app.post(
    '/edits/:id([^/]+)/undo',
    operation('undoEdit', 'Undo a change of many products or customers, pasted prices, or an edit of a draft', {
      right: EDITS,
      config: { kind: 'heavy' },
      params,
      answer: envelope(UndoneEdit),
    }),
    async ({ workspace, params }) => ({ data: await undoEdit(workspace, { id: params.id }) }),
  )
}

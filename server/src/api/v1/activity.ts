import { z } from 'zod'
import { listActivity } from '../../workspaces/activity/list-activity.ts'
import { page, pageOf, pageParameters } from '../../http/envelope.ts'
import { optionalReference } from '../../lib/text-input.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import { ACTOR_TYPES } from '../../database/column-values.ts'

/** The person, key or system that made a change. */
export const Actor = z
  .object({
    type: z.enum(ACTOR_TYPES),
    id: z
      .string()
      .nullable()
      .meta({ description: 'Null if the actor has no record of its own.', examples: [null] }),
    name: z.string().meta({ description: 'The name at that time.', examples: ['ERP sync'] }),
  })
  .meta({ id: 'Actor', description: 'The person, key or system that made a change.' })

export const ActivityEntry = z
  .object({
    id: z.uuid(),
    at: z.iso.datetime(),
    actor: Actor,
    action: z.string().meta({ description: 'The action, as noun.verb.', examples: ['product.upsert'] }),
    subject: z.object({
      type: z.string().meta({ examples: ['product'] }),
      id: z.uuid().nullable().meta({ description: 'Null if the action changed several things.' }),
      label: z.string().meta({ description: 'The name at that time.', examples: ['98 products'] }),
    }),
    changes: z.record(z.string(), z.unknown()).meta({
      description: 'Details of the change. The shape depends on the action.',
      examples: [{ created: 2, updated: 96 }],
    }),
  })
  .meta({ id: 'ActivityEntry', description: 'One change: who made it, when, and to what.' })

export const activityRoutes: RoutePlugin = async (app) => {
  app.get(
    '/activity',
    operation('listActivity', 'Who changed what', {
      description: 'Newest first. A call that changes many things makes one entry, with counts.',
      tags: ['Activity'],
      querystring: z.object({
        subject: optionalReference().describe(
          'Only changes to this type of thing, such as product, or to the thing with this id.',
        ),
        actor: optionalReference().describe(
          'Only changes by this type of actor, such as key, or by the actor with this id.',
        ),
        ...pageParameters(100),
      }),
      answer: pageOf(ActivityEntry).meta({ id: 'ActivityList' }),
    }),
    async ({ workspace, query }) => page(await listActivity(workspace, query), query),
  )
}

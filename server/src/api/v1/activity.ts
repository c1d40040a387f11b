import { z } from 'zod'
import { Actor } from './actor-schema.ts'
import { listActivity } from '../../activity/list-activity.ts'
import { envelope, nextOffset, nextOffsetField, pageParameters } from '../../http/envelope.ts'
import { optionalReference } from '../../text-input.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'

const ActivityEntry = z
  .object({
    id: z.uuid(),
    at: z.iso.datetime(),
    actor: Actor,
    action: z.string().meta({ description: 'What was done: noun.verb.', examples: ['product.upsert'] }),
    subject: z.object({
      type: z.string().meta({ examples: ['product'] }),
      id: z.uuid().nullable().meta({ description: 'Null where it was done to several.' }),
      label: z.string().meta({ description: 'As it was called then.', examples: ['98 products'] }),
    }),
    changes: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Free in shape.', examples: [{ created: 2, updated: 96 }] }),
  })
  .meta({ id: 'ActivityEntry', description: 'Something that was changed, and by whom.' })

export const activityRoutes: RoutePlugin = async (app) => {
  app.get(
    '/activity',
    {
      schema: {
        operationId: 'listActivity',
        summary: 'Who changed what',
        description: 'Newest first. A call that changed many things is one entry, with counts.',
        tags: ['Activity'],
        querystring: z.object({
          subject: optionalReference().describe(
            'Only of this type of thing, such as product, or of the one of this id.',
          ),
          actor: optionalReference().describe('Only by this type of actor, such as key, or by the one of this id.'),
          ...pageParameters(100),
        }),
        response: { 200: envelope(z.array(ActivityEntry)).extend(nextOffsetField) },
      },
    },
    async ({ workspace, query }) => {
      const data = await listActivity(workspace, query)
      return { data, nextOffset: nextOffset(data, query) }
    },
  )
}

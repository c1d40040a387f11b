import { z } from 'zod'
import { listGroups } from '../../catalogue/groups/list-groups.ts'
import { envelope, sendRawJson } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'

const Category = z.object({ id: z.uuid(), name: z.string().meta({ examples: ['Tableware'] }) }).meta({
  id: 'Category',
  description: 'A category. The service creates it when a product names it for the first time.',
})

export const categoryRoutes: RoutePlugin = async (app) => {
  app.get(
    '/categories',
    operation('listCategories', 'All categories', {
      description: 'Every category of the workspace, sorted by name.',
      tags: ['Brands and categories'],
      answer: envelope(z.array(Category)),
    }),
    async ({ workspace }, reply) => sendRawJson(reply, await listGroups(workspace, 'category')),
  )
}

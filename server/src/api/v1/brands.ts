import { z } from 'zod'
import { listGroups } from '../../catalogue/groups/list-groups.ts'
import { envelope, sendRawJson } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'

const Brand = z
  .object({ id: z.uuid(), name: z.string().meta({ examples: ['Hollin'] }) })
  .meta({ id: 'Brand', description: 'A brand. The service creates it when a product names it for the first time.' })

export const brandRoutes: RoutePlugin = async (app) => {
  app.get(
    '/brands',
    operation('listBrands', 'All brands', {
      description: 'Every brand of the workspace, sorted by name.',
      tags: ['Brands and categories'],
      answer: envelope(z.array(Brand)),
    }),
    async ({ workspace }, reply) => sendRawJson(reply, await listGroups(workspace, 'brand')),
  )
}

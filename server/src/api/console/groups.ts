import { z } from 'zod'
import { searchGroups } from '../../catalogue/groups/search-groups.ts'
import { envelope } from '../../http/envelope.ts'
import { integerParameter } from '../../http/input.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { optionalReference, optionalText } from '../../lib/text-input.ts'

const Group = z.object({ id: z.uuid(), name: z.string() }).meta({ id: 'Group' })
const GROUPINGS = [
  { path: '/brands', grouping: 'brand', operationId: 'searchBrands' },
  { path: '/categories', grouping: 'category', operationId: 'searchCategories' },
] as const

export const groupRoutes: RoutePlugin = async (app) => {
  for (const { path, grouping, operationId } of GROUPINGS) {
    app.get(
      path,
      operation(operationId, 'Names to choose from', {
        tags: ['Brands and categories'],
        querystring: z.object({
          q: optionalText(120).describe('A part of the name.'),
          id: optionalReference().describe('Only the one with this id.'),
          limit: integerParameter(1, 100, 50),
        }),
        answer: envelope(z.array(Group)),
      }),
      async ({ workspace, query }) => ({ data: await searchGroups(workspace, grouping, query) }),
    )
  }
}

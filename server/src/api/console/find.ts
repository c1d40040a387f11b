import { z } from 'zod'
import { envelope } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { findExactly } from '../../orders/find-exactly.ts'
import { text } from '../../lib/text-input.ts'

const ExactMatch = z.object({
  kind: z.enum(['order', 'product', 'customer']),
  id: z.uuid(),
  code: z.string().describe('The number, the SKU or the account code.'),
  name: z.string().describe('Of an order, the name of its customer.'),
})

export const findRoutes: RoutePlugin = async (app) => {
  app.get(
    '/find',
    operation('findExactly', 'What has exactly this number, SKU or account code', {
      tags: ['Home'],
      querystring: z.object({ code: text(200) }),
      answer: envelope(z.array(ExactMatch)),
    }),
    async ({ workspace, query }) => ({ data: await findExactly(workspace, query.code) }),
  )
}

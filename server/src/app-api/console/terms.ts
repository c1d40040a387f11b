import { z } from 'zod'
import { previewDiscount } from '../../discounts/preview-discount.ts'
import { envelope } from '../../http/envelope.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { DONE, Done } from '../done.ts'
import { removeDiscount } from '../../discounts/remove-discount.ts'
import { setDiscount } from '../../discounts/set-discount.ts'
import { DiscountEffect, DiscountToPreview, SetDiscount } from './terms-schema.ts'

const operation = operationsOf('Customers')
const params = z.object({ id: z.uuid() })

export const termRoutes: RoutePlugin = async (app) => {
  app.put(
    '/customers/:id/discounts',
    operation('setDiscount', 'Give a customer a discount, in place of one with the same scope', {
      params,
      body: SetDiscount,
      answer: envelope(z.object({ id: z.uuid() })),
    }),
    async ({ workspace, params, body }) => ({ data: await setDiscount(workspace, { ...body, customer: params.id }) }),
  )

  app.post(
    '/customers/:id/discounts/preview',
    operation('previewDiscount', 'What a discount would change, or its removal', {
      config: { scope: 'read' },
      params,
      body: DiscountToPreview,
      answer: envelope(DiscountEffect),
    }),
    async ({ workspace, params, body }) => ({
      data: await previewDiscount(workspace, { ...body, customer: params.id }),
    }),
  )

  app.delete(
    '/discounts/:id',
    operation('removeDiscount', 'Remove a discount', {
      params,
      querystring: z.object({ seenBp: z.coerce.number().int().describe('The figure that the editor saw.') }),
      answer: Done,
    }),
    async ({ workspace, params, query }) => {
      await removeDiscount(workspace, { ...params, ...query })
      return DONE
    },
  )
}

import { z } from 'zod'
import { previewDiscount } from '../../discounts/preview-discount.ts'
import { envelope } from '../../http/envelope.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { removeDiscount } from '../../discounts/remove-discount.ts'
import { setDiscount } from '../../discounts/set-discount.ts'
import { DiscountEffect, DiscountToPreview, SetDiscount } from './terms-schema.ts'

const tags = ['Customers']
const params = z.object({ id: z.uuid() })

export const termRoutes: RoutePlugin = async (app) => {
  app.put(
    '/customers/:id/discounts',
    {
      schema: {
        operationId: 'setDiscount',
        summary: 'Give a customer a discount, in place of one with the same scope',
        tags,
        params,
        body: SetDiscount,
        response: { 200: envelope(z.object({ id: z.uuid() })) },
      },
    },
    async ({ workspace, params, body }) => ({ data: await setDiscount(workspace, { ...body, customer: params.id }) }),
  )

  app.post(
    '/customers/:id/discounts/preview',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'previewDiscount',
        summary: 'What a discount would change, or its removal',
        tags,
        params,
        body: DiscountToPreview,
        response: { 200: envelope(DiscountEffect) },
      },
    },
    async ({ workspace, params, body }) => ({
      data: await previewDiscount(workspace, { ...body, customer: params.id }),
    }),
  )

  app.delete(
    '/discounts/:id',
    {
      schema: {
        operationId: 'removeDiscount',
        summary: 'Remove a discount',
        tags,
        params,
        querystring: z.object({ seenBp: z.coerce.number().int().describe('The figure that the editor saw.') }),
        response: { 200: envelope(z.object({ ok: z.literal(true) })) },
      },
    },
    async ({ workspace, params, query }) => {
      await removeDiscount(workspace, { ...params, ...query })
      return { data: { ok: true as const } }
    },
  )
}

import { z } from 'zod'
import {
  previewAgreedPrice,
  previewGroupPrice,
  previewGroupPriceRemoval,
} from '../../pricing/terms/preview-agreed-price.ts'
import { previewDiscount, previewGroupDiscount } from '../../pricing/terms/preview-discount.ts'
import { envelope } from '../../http/envelope.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { text } from '../../lib/text-input.ts'
import { PriceMoves } from './price-moves-schema.ts'
import {
  AgreedPriceEffect,
  AgreedPriceToPreview,
  DiscountEffect,
  DiscountToPreview,
  GroupDiscountEffect,
  GroupPriceEffect,
} from './terms-schema.ts'

const ofCustomer = operationsOf('Customers')
const ofGroup = operationsOf('Price groups')
const params = z.object({ id: z.uuid() })
const config = { scope: 'read' } as const

/** What discounts and agreed prices would change, for one customer or for all of a price group. */
export const termPreviewRoutes: RoutePlugin = async (app) => {
  app.post(
    '/customers/:id/discounts/preview',
    ofCustomer('previewDiscount', 'What a discount would change, or its removal', {
      config,
      params,
      body: DiscountToPreview,
      answer: envelope(DiscountEffect),
    }),
    async ({ workspace, params, body }) => ({
      data: await previewDiscount(workspace, { ...body, customer: params.id }),
    }),
  )

  app.post(
    '/price-groups/:id/discounts/preview',
    ofGroup('previewGroupDiscount', 'What a discount would change for a price group, or its removal', {
      config,
      params,
      body: DiscountToPreview,
      answer: envelope(GroupDiscountEffect),
    }),
    async ({ workspace, params, body }) => ({
      data: await previewGroupDiscount(workspace, { ...body, group: params.id }),
    }),
  )

  app.post(
    '/customers/:id/agreed-prices/preview',
    ofCustomer('previewAgreedPrice', 'What an agreed price would change', {
      config,
      params,
      body: AgreedPriceToPreview,
      answer: envelope(AgreedPriceEffect),
    }),
    async ({ workspace, params, body }) => ({
      data: await previewAgreedPrice(workspace, { ...body, customer: params.id }),
    }),
  )

  app.post(
    '/price-groups/:id/agreed-prices/preview',
    ofGroup('previewGroupPrice', 'What an agreed price would change for a price group', {
      config,
      params,
      body: AgreedPriceToPreview,
      answer: envelope(GroupPriceEffect),
    }),
    async ({ workspace, params, body }) => ({
      data: await previewGroupPrice(workspace, { ...body, group: params.id }),
    }),
  )

  app.get(
    '/price-groups/:id/agreed-prices/removal',
    ofGroup('previewGroupPriceRemoval', 'What the removal of an agreed price would change for a price group', {
      params,
      querystring: z.object({ sku: text(64), price: z.uuid().describe('Id of the agreed price.') }),
      answer: envelope(PriceMoves),
    }),
    async ({ workspace, params, query }) => ({
      data: await previewGroupPriceRemoval(workspace, { group: params.id, sku: query.sku, id: query.price }),
    }),
  )
}

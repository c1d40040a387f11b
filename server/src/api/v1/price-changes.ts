import { z } from 'zod'
import { envelope, nextOffset, nextOffsetField, pageParameters, pricedEnvelope } from '../../http/envelope.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { listPriceChanges } from '../../pricing/list-price-changes.ts'
import { previewPriceChange } from '../../pricing/preview-price-change.ts'
import { PriceChange, PriceChangePreview } from './price-change-schema.ts'
import { customerParameter } from './price-schema.ts'

const MAX_PAGE = 100

const tags = ['Price changes']

export const priceChangeRoutes: RoutePlugin = async (app) => {
  app.get(
    '/price-changes',
    {
      schema: {
        operationId: 'listPriceChanges',
        summary: 'Price changes, newest first',
        description: 'The 100 newest. They are published, scheduled and called off in the application.',
        tags,
        querystring: z.object(pageParameters(MAX_PAGE)),
        response: { 200: envelope(z.array(PriceChange)).extend(nextOffsetField) },
      },
    },
    async ({ workspace, query }) => {
      const data = await listPriceChanges(workspace, query)
      return { data, nextOffset: nextOffset(data, query) }
    },
  )

  app.get(
    '/price-changes/:id([^/]+)',
    {
      schema: {
        operationId: 'previewPriceChange',
        summary: 'What a price change does',
        description:
          'Its lines beside the prices that they replace, and what it means for customers; with a customer, also what ' +
          'that one pays before and after. Everything at a quantity of 1, and with the terms of today; of a scheduled ' +
          'change, with those of its time. The lines page; the rest is of all of them.',
        tags,
        params: z.object({ id: z.string().meta({ format: 'uuid', description: 'A price change id.' }) }),
        querystring: z.object({ customer: customerParameter, ...pageParameters(MAX_PAGE) }),
        response: { 200: pricedEnvelope(PriceChangePreview).extend(nextOffsetField) },
      },
    },
    async ({ workspace, currency, params, query }) => {
      const data = await previewPriceChange(workspace, { ...params, ...query })
      return { data, nextOffset: nextOffset(data.lines, query), currency }
    },
  )
}

import { z } from 'zod'
import { nextOffset, nextOffsetField, page, pageOf, pageParameters, pricedEnvelope } from '../../http/envelope.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { listPriceChanges, PRICE_CHANGE_WINDOW } from '../../pricing/price-changes/list-price-changes.ts'
import { previewPriceChange } from '../../pricing/price-changes/preview-price-change.ts'
import { PriceChange, PriceChangePreview } from './price-change-schema.ts'
import { customerParameter } from './price-schema.ts'

const MAX_PAGE = 100

const operation = operationsOf('Price changes')

export const priceChangeRoutes: RoutePlugin = async (app) => {
  app.get(
    '/price-changes',
    operation('listPriceChanges', 'Price changes, newest first', {
      description: 'The 100 newest price changes. To publish, schedule or cancel one, use the application.',
      querystring: z.object(pageParameters(MAX_PAGE)),
      answer: pageOf(PriceChange),
    }),
    async ({ workspace, query }) =>
      page(await listPriceChanges(workspace, { ...query, window: PRICE_CHANGE_WINDOW }), query),
  )

  app.get(
    '/price-changes/:id([^/]+)',
    operation('previewPriceChange', 'Preview of a price change', {
      description:
        'The lines with the present and the new list prices, and a summary of the affected customers. With a ' +
        'customer, also the prices of this customer before and after. All prices are for a quantity of 1, with the ' +
        'terms that apply now; for a scheduled change, with the terms that apply at its time. `limit` and `offset` ' +
        'select a page of the lines. The summary covers all lines.',
      params: z.object({ id: z.string().meta({ format: 'uuid', description: 'A price change id.' }) }),
      querystring: z.object({ customer: customerParameter, ...pageParameters(MAX_PAGE) }),
      answer: pricedEnvelope(PriceChangePreview).extend(nextOffsetField),
    }),
    async ({ workspace, currency, params, query }) => {
      const data = await previewPriceChange(workspace, { ...params, ...query })
      return { data, nextOffset: nextOffset(data.lines, query), currency }
    },
  )
}

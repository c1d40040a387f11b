import { z } from 'zod'
import { listActivity } from '../../workspaces/activity/list-activity.ts'
import { ActivityEntry } from '../v1/activity.ts'
import { PriceChange } from '../v1/price-change-schema.ts'
import { draftNewPrices } from '../../catalogue/bulk/draft-new-prices.ts'
import { forecastNewPrices } from '../../catalogue/bulk/forecast-new-prices.ts'
import { PRICE_CHANGE_STATUSES } from '../../database/column-values.ts'
import { envelope, page, pageOf, pageParameters } from '../../http/envelope.ts'
import { optionalWord } from '../../http/input.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { createPriceChange, renamePriceChange } from '../../pricing/price-changes/create-price-change.ts'
import { countPriceChanges, listPriceChanges, readListed } from '../../pricing/price-changes/list-price-changes.ts'
import { expected, Forecast, name, PricedFilter, Repricing } from './price-change-schema.ts'

export const params = z.object({ id: z.string() })

const VersionedPriceChange = PriceChange.extend({
  version: z.string().meta({ description: 'Another one whenever the price change or its lines have changed.' }),
}).meta({ id: 'VersionedPriceChange' })

const NewPrices = z.object({ products: PricedFilter, repricing: Repricing })

const counts = z.object(
  Object.fromEntries(PRICE_CHANGE_STATUSES.map((status) => [status, z.int()])) as Record<
    (typeof PRICE_CHANGE_STATUSES)[number],
    z.ZodInt
  >,
)

/** Price changes, as staff list, start and name them. */
export const priceChangeRoutes: RoutePlugin = async (app) => {
  app.get(
    '/price-changes',
    operation('listPriceChanges', 'Price changes, newest first, and how many have each status', {
      querystring: z.object({ status: optionalWord(PRICE_CHANGE_STATUSES), ...pageParameters(50) }),
      answer: pageOf(PriceChange).extend({ counts }),
    }),
    async ({ workspace, query }) => ({
      ...page(await listPriceChanges(workspace, query), query),
      counts: await countPriceChanges(workspace),
    }),
  )

  app.post(
    '/price-changes',
    operation('createPriceChange', 'Start a draft, empty or with new prices for all products that match a filter', {
      config: { kind: 'heavy' },
      body: z.object({ name, newPrices: NewPrices.extend({ expected }).optional() }),
      answer: envelope(z.object({ id: z.uuid() })),
    }),
    async ({ workspace, body }) => {
      const { name, newPrices } = body
      if (!newPrices) return { data: await createPriceChange(workspace, { name }) }
      const { id } = await draftNewPrices(workspace, { draft: { name }, ...newPrices })
      return { data: { id } }
    },
  )

  app.post(
    '/price-changes/forecast',
    operation('forecastNewPrices', 'What new prices for a filter would be', {
      config: { scope: 'read', kind: 'heavy' },
      body: NewPrices,
      answer: envelope(Forecast),
    }),
    async ({ workspace, body }) => ({ data: await forecastNewPrices(workspace, body) }),
  )

  app.get(
    '/price-changes/:id',
    operation('readPriceChange', 'A price change', { params, answer: envelope(VersionedPriceChange) }),
    async ({ workspace, params }) => ({ data: await readListed(workspace, params) }),
  )

  app.patch(
    '/price-changes/:id',
    operation('renamePriceChange', 'Rename a price change that is not over', {
      params,
      body: z.object({ name }),
      answer: envelope(z.object({ id: z.uuid(), name: z.string() })),
    }),
    async ({ workspace, params, body }) => ({ data: await renamePriceChange(workspace, { ...params, ...body }) }),
  )

  app.get(
    '/price-changes/:id/history',
    operation('listPriceChangeHistory', 'Who did what to a price change, newest first', {
      params,
      querystring: z.object(pageParameters(100)),
      answer: pageOf(ActivityEntry),
    }),
    async ({ workspace, params, query }) => {
      const { id } = await readListed(workspace, params)
      return page(await listActivity(workspace, { subject: id, ...query }), query)
    },
  )
}

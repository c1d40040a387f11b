import { z } from 'zod'
import { currencyField, envelope, pricedEnvelope } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { copyToDraft, draftWayBack } from '../../pricing/price-changes/draft-again.ts'
import { weighPriceChange } from '../../orders/weigh-price-change.ts'
import { reviewPriceChange } from '../../pricing/price-changes/preview-price-change.ts'
import { chosenTime, OCCURRENCES, readScheduleTime } from '../../pricing/price-changes/schedule-time.ts'
import {
  cancelPriceChange,
  discardPriceChange,
  publishReviewed,
  scheduleReviewed,
} from '../../pricing/price-changes/settle-price-change.ts'
import { forecastWayBack } from '../../pricing/price-changes/way-back.ts'
import { text } from '../../lib/text-input.ts'
import { PriceChangeWeight, Review, ScheduleTime, WayBack } from './price-change-schema.ts'
import { params } from './price-changes.ts'

const Reviewed = z.object({
  fingerprint: text(200),
  seenAt: z.iso
    .datetime()
    .transform((time) => new Date(time))
    .meta({ type: 'string', format: 'date-time' }),
})

const LocalMoment = z.object({
  date: text(10).describe('2027-01-05, in the time zone of the workspace.'),
  time: text(5).describe('06:00'),
})

const Publication = z.object({
  id: z.uuid(),
  status: z.literal('published'),
  lineCount: z.int(),
  skipped: z.int().meta({ description: 'Lines of deleted products.' }),
})

const NewDraft = z.object({ id: z.uuid(), lineCount: z.int() })

function moved<const S extends string>(status: S) {
  return envelope(z.object({ id: z.uuid(), status: z.literal(status) }))
}

/** What staff decide about a price change, and what they see before. */
export const priceChangeDecisionRoutes: RoutePlugin = async (app) => {
  app.get(
    '/price-changes/:id/review',
    operation('reviewPriceChange', 'All that a price change does to customers', {
      params,
      answer: envelope(Review).extend(currencyField),
    }),
    async ({ workspace, currency, params }) => ({ data: await reviewPriceChange(workspace, params), currency }),
  )

  app.get(
    '/price-changes/:id/weight',
    operation('weighPriceChange', 'A price change in money, by what customers bought in the last 90 days', {
      params,
      answer: pricedEnvelope(PriceChangeWeight),
    }),
    async ({ workspace, currency, params }) => ({ data: await weighPriceChange(workspace, params), currency }),
  )

  app.post(
    '/price-changes/:id/publish',
    operation('publishPriceChange', 'Publish a price change as it was reviewed', {
      config: { kind: 'heavy' },
      description: 'Where it is not as it was, it is a conflict, and the issues say what has changed since.',
      params,
      body: Reviewed,
      answer: envelope(Publication),
    }),
    async ({ workspace, params, body }) => ({ data: await publishReviewed(workspace, { ...params, ...body }) }),
  )

  app.get(
    '/schedule-time',
    operation('readScheduleTime', 'What a local time means in the time zone of the workspace', {
      querystring: LocalMoment,
      answer: envelope(ScheduleTime),
    }),
    async ({ workspace, query }) => ({ data: await readScheduleTime(workspace, query) }),
  )

  app.post(
    '/price-changes/:id/schedule',
    operation('schedulePriceChange', 'Schedule a draft as it was reviewed, at a local time', {
      config: { kind: 'heavy' },
      params,
      body: Reviewed.extend({ ...LocalMoment.shape, occurrence: z.enum(OCCURRENCES).optional() }),
      answer: moved('scheduled'),
    }),
    async ({ workspace, params, body }) => {
      const at = await chosenTime(workspace, body)
      return {
        data: await scheduleReviewed(workspace, { ...params, ...body, at }),
      }
    },
  )

  app.post(
    '/price-changes/:id/cancel',
    operation('cancelPriceChange', 'Cancel a scheduled price change', { params, answer: moved('cancelled') }),
    async ({ workspace, params }) => ({ data: await cancelPriceChange(workspace, params) }),
  )

  app.post(
    '/price-changes/:id/discard',
    operation('discardPriceChange', 'Discard a draft', { params, answer: moved('discarded') }),
    async ({ workspace, params }) => ({ data: await discardPriceChange(workspace, params) }),
  )

  app.get(
    '/price-changes/:id/way-back',
    operation('forecastWayBack', 'What a draft with the prices from before a publication would hold', {
      config: { kind: 'heavy' },
      params,
      answer: envelope(WayBack),
    }),
    async ({ workspace, params }) => ({ data: await forecastWayBack(workspace, params) }),
  )

  app.post(
    '/price-changes/:id/way-back',
    operation('draftWayBack', 'Start a draft with the prices from before a publication', {
      config: { kind: 'heavy' },
      params,
      answer: envelope(NewDraft),
    }),
    async ({ workspace, params }) => ({ data: await draftWayBack(workspace, params) }),
  )

  app.post(
    '/price-changes/:id/copy',
    operation('copyPriceChange', 'Start a draft with the lines of a cancelled or discarded price change', {
      config: { kind: 'heavy' },
      params,
      answer: envelope(NewDraft),
    }),
    async ({ workspace, params }) => ({ data: await copyToDraft(workspace, params) }),
  )
}

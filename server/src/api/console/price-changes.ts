import { z } from 'zod'
import { listActivity } from '../../workspaces/activity/list-activity.ts'
import { ActivityEntry } from '../v1/activity.ts'
import { PriceChange } from '../v1/price-changes.ts'
import { draftNewPrices, forecastNewPrices } from '../../catalogue/bulk/new-prices.ts'
import { PRICE_CHANGE_STATUSES } from '../../database/column-values.ts'
import { envelope, page, pageOf, pageParameters, currencyField, pricedEnvelope } from '../../http/envelope.ts'
import { optionalWord, list, optionalFlag, optionalInteger } from '../../http/input.ts'
import { operationsBeyondOwn } from './operation.ts'
import type { RoutePlugin } from './operation.ts'
import {
  createPriceChange,
  renamePriceChange,
  copyToDraft,
  draftWayBack,
  chosenTime,
  OCCURRENCES,
  readScheduleTime,
} from '../../pricing/price-changes/create-price-change.ts'
import { readOwnDraft } from '../../pricing/price-changes/price-change-drafts.ts'
import { countPriceChanges, listPriceChanges, readListed } from '../../pricing/price-changes/list-price-changes.ts'
import { ChosenProducts } from './product-schema.ts'
import * as schema from './price-change-schema.ts'
import {
  expected,
  Forecast,
  name,
  PricedFilter,
  Repricing,
  PriceChangeWeight,
  Review,
  ScheduleTime,
  WayBack,
} from './price-change-schema.ts'
import { weighPriceChange } from '../../orders/weigh-price-change.ts'
import { reviewPriceChange } from '../../pricing/price-changes/preview-price-change.ts'
import {
  cancelPriceChange,
  discardPriceChange,
  publishReviewed,
  scheduleReviewed,
  unschedulePriceChange,
} from '../../pricing/price-changes/settle-price-change.ts'
import { forecastWayBack } from '../../pricing/price-changes/way-back.ts'
import { text, optionalReference, optionalText } from '../../lib/text-input.ts'
import { LINE_FILTERS, editLines, removeLines, REPRICED, repriceLines } from '../../pricing/price-changes/edit-lines.ts'
import { CHANGE_RANGES } from '../../pricing/price-changes/histogram.ts'
import { LINE_SORTS, listLines } from '../../pricing/price-changes/list-lines.ts'
import { MAX_CELLS } from '../../shared/limits.ts'

const operation = operationsBeyondOwn('Price changes')
const params = z.object({ id: z.string() })

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
      right: 'read',
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
      right: 'priceChanges',
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
      right: 'priceChanges',
      config: { scope: 'read', kind: 'heavy' },
      body: NewPrices,
      answer: envelope(Forecast),
    }),
    async ({ workspace, body }) => ({ data: await forecastNewPrices(workspace, body) }),
  )

  app.get(
    '/price-changes/own',
    operation('readOwnDraft', "The person's open draft, which edited list prices go into", {
      right: 'read',
      answer: envelope(PriceChange.nullable()),
    }),
    async ({ workspace }) => ({ data: await readOwnDraft(workspace) }),
  )

  const ForChosen = z.object({ products: ChosenProducts, repricing: Repricing })
  app.post(
    '/price-changes/own/forecast',
    operation('forecastChosenPrices', 'What new prices for chosen products would be', {
      right: 'priceChanges',
      config: { scope: 'read', kind: 'heavy' },
      body: ForChosen,
      answer: envelope(Forecast),
    }),
    async ({ workspace, body }) => ({ data: await forecastNewPrices(workspace, body) }),
  )

  app.post(
    '/price-changes/own/new-prices',
    operation('priceChosenProducts', "Set new prices for chosen products in the person's open draft", {
      right: 'priceChanges',
      config: { kind: 'heavy' },
      body: ForChosen,
      answer: envelope(z.object({ id: z.uuid(), name: z.string(), changed: z.int() })),
    }),
    async ({ workspace, body }) => {
      const { edit, ...draft } = await draftNewPrices(workspace, { draft: 'own', ...body })
      return { data: { ...draft, changed: edit.changed } }
    },
  )

  app.get(
    '/price-changes/:id',
    operation('readPriceChange', 'A price change', { right: 'read', params, answer: envelope(VersionedPriceChange) }),
    async ({ workspace, params }) => ({ data: await readListed(workspace, params) }),
  )

  app.patch(
    '/price-changes/:id',
    operation('renamePriceChange', 'Rename a price change that is not over', {
      right: 'priceChanges',
      params,
      body: z.object({ name }),
      answer: envelope(z.object({ id: z.uuid(), name: z.string() })),
    }),
    async ({ workspace, params, body }) => ({ data: await renamePriceChange(workspace, { ...params, ...body }) }),
  )

  app.get(
    '/price-changes/:id/history',
    operation('listPriceChangeHistory', 'Who did what to a price change, newest first', {
      right: 'read',
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
      right: 'read',
      params,
      answer: envelope(Review).extend(currencyField),
    }),
    async ({ workspace, currency, params }) => ({ data: await reviewPriceChange(workspace, params), currency }),
  )

  app.get(
    '/price-changes/:id/weight',
    operation('weighPriceChange', 'A price change in money, by what customers bought in the last 90 days', {
      right: 'read',
      params,
      answer: pricedEnvelope(PriceChangeWeight),
    }),
    async ({ workspace, currency, params }) => ({ data: await weighPriceChange(workspace, params), currency }),
  )

  app.post(
    '/price-changes/:id/publish',
    operation('publishPriceChange', 'Publish a price change as it was reviewed', {
      right: 'priceChanges',
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
      right: 'read',
      querystring: LocalMoment,
      answer: envelope(ScheduleTime),
    }),
    async ({ workspace, query }) => ({ data: await readScheduleTime(workspace, query) }),
  )

  app.post(
    '/price-changes/:id/schedule',
    operation('schedulePriceChange', 'Schedule a draft as it was reviewed, at a local time', {
      right: 'priceChanges',
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
    operation('cancelPriceChange', 'Cancel a scheduled price change', {
      right: 'priceChanges',
      params,
      answer: moved('cancelled'),
    }),
    async ({ workspace, params }) => ({ data: await cancelPriceChange(workspace, params) }),
  )

  app.post(
    '/price-changes/:id/unschedule',
    operation('unschedulePriceChange', 'Take a scheduled price change back to a draft', {
      right: 'priceChanges',
      params,
      answer: moved('draft'),
    }),
    async ({ workspace, params }) => ({ data: await unschedulePriceChange(workspace, params) }),
  )

  app.post(
    '/price-changes/:id/discard',
    operation('discardPriceChange', 'Discard a draft', { right: 'priceChanges', params, answer: moved('discarded') }),
    async ({ workspace, params }) => ({ data: await discardPriceChange(workspace, params) }),
  )

  app.get(
    '/price-changes/:id/way-back',
    operation('forecastWayBack', 'What a draft with the prices from before a publication would hold', {
      right: 'priceChanges',
      config: { kind: 'heavy' },
      params,
      answer: envelope(WayBack),
    }),
    async ({ workspace, params }) => ({ data: await forecastWayBack(workspace, params) }),
  )

  app.post(
    '/price-changes/:id/way-back',
    operation('draftWayBack', 'Start a draft with the prices from before a publication', {
      right: 'priceChanges',
      config: { kind: 'heavy' },
      params,
      answer: envelope(NewDraft),
    }),
    async ({ workspace, params }) => ({ data: await draftWayBack(workspace, params) }),
  )

  app.post(
    '/price-changes/:id/copy',
    operation('copyPriceChange', 'Start a draft with the lines of a cancelled or discarded price change', {
      right: 'priceChanges',
      config: { kind: 'heavy' },
      params,
      answer: envelope(NewDraft),
    }),
    async ({ workspace, params }) => ({ data: await copyToDraft(workspace, params) }),
  )
}

/** A window of the grid. */
const MAX_WINDOW = 500
/** A cell takes up to 200 bytes; a SKU that is none may be longer. */
const CELLS_BYTES = 4 * 1_048_576

const bulk = { kind: 'heavy' } as const

/** The lines of a price change, as the grid shows and edits them. */
export const priceChangeLineRoutes: RoutePlugin = async (app) => {
  app.get(
    '/price-changes/:id/lines',
    operation('listPriceChangeLines', 'The lines that match, and how many do', {
      right: 'read',
      params,
      querystring: z.object({
        q: optionalText(200).describe('A part of the SKU, or words of the name.'),
        show: optionalWord(LINE_FILTERS),
        bar: optionalInteger(0, CHANGE_RANGES.length - 1).describe(
          'Of `lines.bars` of the review: its position, from 0.',
        ),
        customer: optionalReference().describe('A customer id or account code: shows its prices before and after.'),
        sort: optionalWord(LINE_SORTS),
        descending: optionalFlag(),
        ...pageParameters(MAX_WINDOW),
      }),
      answer: envelope(schema.LinePage).extend(currencyField),
    }),
    async ({ workspace, currency, params, query }) => {
      const { sort = 'sku', descending = false } = query
      return { data: await listLines(workspace, { ...params, ...query, sort, descending }), currency }
    },
  )

  app.post(
    '/price-changes/:id/cells',
    operation('editPriceCells', 'Set cells of a draft', {
      right: 'priceChanges',
      config: bulk,
      description: 'Each cell is taken or refused by itself. A call may be repeated when its answer was lost.',
      params,
      body: z.object({ cells: list(schema.Cell, { min: 1, max: MAX_CELLS }) }),
      bodyLimit: CELLS_BYTES,
      answer: envelope(schema.CellsEdited),
    }),
    async ({ workspace, params, body }) => ({ data: await editLines(workspace, { ...params, ...body }) }),
  )

  app.post(
    '/price-changes/:id/reprice',
    operation('repriceLines', 'Reprice lines of a draft, such as by +3%, or to prices that end in .95', {
      right: 'priceChanges',
      config: bulk,
      params,
      body: z.object({ lines: schema.LineChoice, from: z.enum(REPRICED), repricing: schema.Repricing }),
      answer: envelope(schema.DraftEdit.extend({ tooHigh: z.int() })),
    }),
    async ({ workspace, params, body }) => ({ data: await repriceLines(workspace, { ...params, ...body }) }),
  )

  app.post(
    '/price-changes/:id/remove-lines',
    operation('removeLines', 'Remove lines of a draft', {
      right: 'priceChanges',
      config: bulk,
      params,
      body: z.object({ lines: schema.LineChoice }),
      answer: envelope(schema.DraftEdit),
    }),
    async ({ workspace, params, body }) => ({ data: await removeLines(workspace, { ...params, ...body }) }),
  )

  app.post(
    '/price-changes/:id/new-prices',
    operation('addNewPrices', 'Set new prices in a draft for all products that match a filter', {
      right: 'priceChanges',
      config: bulk,
      params,
      body: z.object({ products: schema.PricedFilter, repricing: schema.Repricing, expected: schema.expected }),
      answer: envelope(schema.DraftEdit),
    }),
    async ({ workspace, params, body }) => {
      const { edit } = await draftNewPrices(workspace, { draft: params, ...body })
      return { data: edit }
    },
  )
}

import { z } from 'zod'
import { draftNewPrices } from '../../catalogue/bulk/draft-new-prices.ts'
import { currencyField, envelope, pageParameters } from '../../http/envelope.ts'
import { list, optionalFlag, optionalInteger, optionalWord } from '../../http/input.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { LINE_FILTERS } from '../../pricing/price-changes/choose-lines.ts'
import { CHANGE_RANGES } from '../../pricing/price-changes/histogram.ts'
import { editLines } from '../../pricing/price-changes/edit-lines.ts'
import { LINE_SORTS } from '../../pricing/price-changes/line-order.ts'
import { listLines } from '../../pricing/price-changes/list-lines.ts'
import { removeLines } from '../../pricing/price-changes/remove-lines.ts'
import { REPRICED, repriceLines } from '../../pricing/price-changes/reprice-lines.ts'
import { MAX_CELLS } from '../../shared/limits.ts'
import { optionalReference, optionalText } from '../../lib/text-input.ts'
import * as schema from './price-change-schema.ts'
import { params } from './price-changes.ts'

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

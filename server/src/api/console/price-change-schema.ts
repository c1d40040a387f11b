import { z } from 'zod'
import { PreviewedLine, PriceChange, PriceChangeSummary } from '../v1/price-changes.ts'
import { amount, list } from '../../http/input.ts'
import { LINE_FILTERS, CELL_REFUSALS } from '../../pricing/price-changes/edit-lines.ts'
import { CHANGE_BP, ROUNDING_MODES } from '../../shared/reprice.ts'
import { MAX_CELLS, MAX_PRICE, PRICE_CHANGE_NAME } from '../../shared/limits.ts'
import { optionalText, reference, text } from '../../lib/text-input.ts'
import type { PriceImpact as Moves } from '../../shared/price-impact.ts'

const MAX_SEARCH = 200
const MAX_LINES = 10_000_000

export const name = text(PRICE_CHANGE_NAME)
const basisPoints = z.int()

export const Repricing = z
  .object({
    changeBp: z.int().min(CHANGE_BP.min).max(CHANGE_BP.max).optional().meta({ description: '400 is +4%.' }),
    changeBy: z.int().min(-MAX_PRICE).max(MAX_PRICE).optional().meta({ description: 'Minor units, added.' }),
    round: z
      .object({
        step: z.int().min(1).max(MAX_PRICE).meta({ description: 'Minor units between two rounded prices.' }),
        ending: z.int().min(0).max(MAX_PRICE).optional().meta({
          description: 'What a rounded price is above a multiple of the step: with 100 and 95, prices such as 12.95.',
        }),
        mode: z.enum(ROUNDING_MODES).optional().meta({
          description:
            'Default: nearest, of two the higher. Where no rounded price is lower, `down` is the lowest one.',
        }),
      })
      .refine(({ step, ending = 0 }) => ending < step, { path: ['ending'], message: 'Must be below the step.' })
      .optional(),
  })
  .meta({ id: 'Repricing', description: 'How a price becomes a new one. It is rounded once.' })

/** Which products get new prices. */
export const PricedFilter = z
  .object({
    q: optionalText(MAX_SEARCH),
    brand: optionalText(MAX_SEARCH).describe('A brand id.'),
    category: optionalText(MAX_SEARCH).describe('A category id.'),
    minPrice: amount(MAX_PRICE).optional(),
    maxPrice: amount(MAX_PRICE).optional(),
  })
  .meta({ id: 'PricedFilter' })

export const expected = z
  .int()
  .min(0)
  .max(MAX_LINES)
  .meta({ description: 'How many match, as was shown. Where others do now, it is a conflict, and nothing is done.' })

export const LineFilter = z.object({
  q: optionalText(MAX_SEARCH).describe('A part of the SKU, or words of the name.'),
  show: z.enum(LINE_FILTERS).optional(),
})

export const LineChoice = z
  .union([
    z.object({ productIds: list(z.uuid(), { min: 1, max: MAX_CELLS }) }),
    z.object({ filter: LineFilter, expected }),
  ])
  .meta({ id: 'LineChoice', description: 'Lines by their products, or all that match a filter.' })

const cellPrice = z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable().optional()

export const Cell = z
  .intersection(
    z.union([z.object({ productId: z.uuid() }), z.object({ sku: reference() })]),
    z.object({
      to: cellPrice.describe('Minor units; null removes the line. Left out: the list price, for a line to edit next.'),
      from: cellPrice.describe('What the editor saw there; null for no line. Left out: whatever is there is replaced.'),
    }),
  )
  .meta({ id: 'PriceCell' })

export const DraftEdit = z
  .object({
    id: z.uuid().nullable().meta({ description: 'To undo it. Null if nothing changed.' }),
    version: z
      .string()
      .nullable()
      .meta({ description: 'The version of the price change with it. Null if nothing changed.' }),
    changed: z.int(),
    added: z.int(),
    removed: z.int(),
  })
  .meta({ id: 'DraftEdit', description: 'What an edit did to the lines of a draft.' })

export const CellsEdited = DraftEdit.extend({
  taken: z.array(z.object({ productId: z.uuid(), sku: z.string(), from: z.int().nullable(), to: z.int().nullable() })),
  refused: z.array(
    z.object({
      index: z.int().meta({ description: 'Position of the cell in the call, from 0.' }),
      sku: z.string().nullable(),
      reason: z.enum(CELL_REFUSALS),
      present: z.int().nullable().meta({ description: 'The new price there now, in minor units.' }),
    }),
  ),
}).meta({ id: 'CellsEdited' })

export const Forecast = z
  .object({
    matching: z.int(),
    withoutPrice: z.int(),
    unchanged: z.int(),
    tooHigh: z.int(),
    lines: z.int(),
    largestRiseBp: basisPoints.nullable(),
    largestDropBp: basisPoints.nullable(),
    examples: z.array(z.object({ sku: z.string(), name: z.string(), currentPrice: z.int(), newPrice: z.int() })),
  })
  .meta({ id: 'NewPricesForecast', description: 'What new prices for a filter would be.' })

const CustomerHit = z
  .object({
    id: z.uuid(),
    accountCode: z.string().nullable(),
    name: z.string(),
    averageBp: basisPoints.meta({ description: 'Over the lines it sees; a line with its agreed price counts as 0.' }),
    rises: z.int(),
    drops: z.int(),
    shielded: z.int(),
    largestRise: z
      .object({ sku: z.string(), name: z.string(), before: z.int(), after: z.int(), changeBp: basisPoints })
      .nullable(),
  })
  .meta({ id: 'CustomerHit' })

const changeRange = { fromBp: basisPoints.nullable(), toBp: basisPoints.nullable() }

const weight = {
  monthly: z.int().meta({ description: 'Minor units: what is paid more in a month if as much is bought.' }),
  paid: z.int().meta({ description: 'Minor units: what was paid for its products in these days.' }),
}

export const PriceChangeWeight = z
  .object({
    ...weight,
    days: z.int(),
    payMore: z.int().meta({ description: 'Customers who pay more in a month.' }),
    payLess: z.int(),
    customers: z
      .array(z.object({ id: z.uuid(), accountCode: z.string().nullable(), name: z.string(), ...weight }))
      .meta({ description: 'Those for whom most changes, up or down.' }),
  })
  .meta({ id: 'PriceChangeWeight', description: 'A price change in money, by what customers bought before it.' })

export const Review = PriceChange.extend({
  fingerprint: z.string(),
  summary: PriceChangeSummary,
  lines: z
    .object({
      bars: z.array(z.object({ ...changeRange, lines: z.int() })),
      medianBp: basisPoints.nullable().meta({ description: 'As many lines change by less as by more.' }),
    })
    .meta({ description: 'Its lines by their change; without those that have no price to compare with.' }),
  payMore: z.array(CustomerHit),
  payLess: z.array(CustomerHit),
  shields: z.array(
    z.object({
      id: z.uuid(),
      customerId: z.uuid().nullable(),
      groupId: z.uuid().nullable(),
      customer: z.string().meta({ description: 'Name of the customer, or of the price group.' }),
      productId: z.uuid(),
      sku: z.string(),
      unit: z.int(),
      currentPrice: z.int().nullable(),
      newPrice: z.int(),
      endsAt: z.iso.datetime().nullable(),
    }),
  ),
  effect: z.string().meta({ examples: ['412 prices: 38 customers pay more, largest rise 18%'] }),
  isLarge: z.boolean().meta({ description: 'The name has to be typed before it is published.' }),
  seenAt: z.iso.datetime(),
}).meta({ id: 'PriceChangeReview', description: 'A price change with all that it does to customers.' })

export const LinePage = z.object({ lines: z.array(PreviewedLine), total: z.int() }).meta({ id: 'LinePage' })

const LocalTime = z.object({
  at: z.iso.datetime(),
  date: z.string(),
  time: z.string(),
  offset: z.string(),
})

export const ScheduleTime = z
  .object({
    timezone: z.string(),
    kind: z.enum(['once', 'skipped', 'repeated']),
    choices: z.array(LocalTime),
    passed: z.boolean(),
  })
  .meta({ id: 'ScheduleTime', description: 'What a local time means in the time zone of the workspace.' })

export const WayBack = z
  .object({
    lines: z.int().meta({ description: 'Lines in the draft.' }),
    changedSince: z.int().meta({ description: 'Those of them whose list price is no longer the published one.' }),
    examples: z
      .array(
        z.object({
          sku: z.string(),
          name: z.string(),
          published: z.int(),
          current: z.int().nullable(),
          back: z.int().meta({ description: 'The price from before.' }),
        }),
      )
      .meta({ description: 'The first of these.' }),
    withoutPrice: z.int().meta({ description: 'Products that had no list price before.' }),
    unchanged: z.int().meta({ description: 'Products that have the price from before already, or kept it.' }),
    deleted: z.int().meta({ description: 'Products that are deleted since.' }),
  })
  .meta({ id: 'WayBack' })

export const PriceImpact = z
  .object({
    products: z.int().meta({ description: 'Products whose price moves for a customer.' }),
    customers: z.int(),
    rising: z.int().meta({ description: 'Products whose price rises for a customer.' }),
    falling: z.int(),
    largestRiseBp: z.int().meta({ description: 'Basis points; 0 if nothing rises.' }),
    largestDropBp: z.int(),
    hidden: z.int().meta({ description: 'Customers who no longer see one of the products.' }),
    hiddenAgreed: z.int().meta({ description: 'Those of them who have an agreed price for it.' }),
    shown: z.int().meta({ description: 'Customers who newly see one of the products.' }),
  } satisfies Record<keyof Moves, z.ZodType>)
  .nullable()
  .meta({
    id: 'PriceImpact',
    description: 'What an act does to prices of customers, for one unit. Null: no price moves.',
  })

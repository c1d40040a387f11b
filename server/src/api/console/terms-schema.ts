import { z } from 'zod'
import { Price } from '../v1/prices.ts'
import { AGREED_PERIODS, AGREED_PRICE_COLUMNS } from '../../pricing/terms/read-agreed-prices.ts'
import { MAX_QTY, MAX_PRICE } from '../../shared/limits.ts'
import { isDay } from '../../shared/read-day.ts'
import { pageParameters } from '../../http/envelope.ts'
import { amount, optionalWord, wholeNumber } from '../../http/input.ts'
import { optionalText, text } from '../../lib/text-input.ts'
import { PriceImpact } from './price-change-schema.ts'

const MAX_BP = 10_000
/** Characters of a pasted text: a thousand rows of a few hundred characters. */
const MAX_PASTED = 400_000

const discountBp = wholeNumber(1, MAX_BP, {
  message: 'Must be more than 0% and at most 100%, with at most two decimals.',
})

/** The scope of a discount. A brand or category is given by its name. */
const scope = z.discriminatedUnion('appliesTo', [
  z.object({ appliesTo: z.literal('all') }),
  z.object({ appliesTo: z.literal('brand'), name: text(200) }),
  z.object({ appliesTo: z.literal('category'), name: text(200) }),
])

export const SetDiscount = z
  .object({
    on: scope,
    discountBp,
    seenBp: z
      .int()
      .nullable()
      .describe('The figure that the editor saw; null: none. Another one by now is a conflict.'),
  })
  .meta({ id: 'SetDiscount' })

export const DiscountToPreview = z.object({
  on: scope,
  discountBp: discountBp.nullable().describe('Null: the discount is removed.'),
})

const ChangedPrice = z.object({
  productId: z.uuid(),
  sku: z.string(),
  name: z.string(),
  before: z.int(),
  after: z.int(),
})

export const DiscountEffect = z
  .object({
    presentBp: z.int().nullable().meta({ description: 'The present discount with the same scope.' }),
    products: z.int().meta({ description: 'Products with a list price in the scope that the customer sees.' }),
    up: z.int(),
    down: z.int(),
    agreed: z.int().meta({ description: 'Products with an agreed price: no discount changes it.' }),
    isLarge: z
      .boolean()
      .meta({ description: 'More than 1,000 prices change, or one by more than half: the name is to be typed.' }),
    largest: z.array(ChangedPrice).meta({ description: 'The largest changes, for one unit, in minor units.' }),
  })
  .meta({ id: 'DiscountEffect' })

export const GroupDiscountEffect = z
  .object({
    presentBp: z.int().nullable().meta({ description: 'The present discount with the same scope.' }),
    moves: PriceImpact,
  })
  .meta({ id: 'GroupDiscountEffect' })

const day = z
  .string({ error: 'Must be a date such as 2027-01-05.' })
  .trim()
  .refine(isDay, 'Must be a date such as 2027-01-05.')
  .nullable()

const terms = {
  unit: amount(MAX_PRICE).describe('Minor units.'),
  minQty: wholeNumber(1, MAX_QTY),
  startsOn: day.describe('The first day, in the time zone of the workspace. Null: no start.'),
  endsOn: day.describe('The last day, included. Null: no end.'),
}
const inOrder = ({ startsOn, endsOn }: { startsOn: string | null; endsOn: string | null }) =>
  startsOn === null || endsOn === null || startsOn <= endsOn
const LATE = { path: ['endsOn'], message: 'Must not be before the start.' }

export const NewAgreedPrice = z
  .object({
    sku: text(64),
    ...terms,
    endPrevious: z.boolean().default(false).describe('Ends an earlier price where this one starts.'),
  })
  .refine(inOrder, LATE)
  .meta({ id: 'NewAgreedPrice' })

export const AgreedPriceToPreview = z
  .object({ sku: text(64), ...terms, replaces: z.uuid().optional() })
  .refine(inOrder, LATE)

export const AgreedPriceEdit = z
  .object({ ...terms, version: z.string() })
  .refine(inOrder, LATE)
  .meta({ id: 'AgreedPriceEdit' })

const MAX_PAGE = 100
const MAX_QUERY = 254

export const AgreedPricesQuery = z.object({
  q: optionalText(MAX_QUERY).describe('Words: each a part of the SKU or of the product name.'),
  period: optionalWord(AGREED_PERIODS),
  ...pageParameters(MAX_PAGE),
})

const Days = {
  startsOn: z.string().nullable(),
  endsOn: z.string().nullable().meta({ description: 'The last day, included.' }),
}
const AssignedPrice = z.object({ id: z.uuid(), unit: z.int(), minQty: z.int(), ...Days })

export const AgreedPriceRow = z
  .object({
    ...AssignedPrice.shape,
    productId: z.uuid(),
    sku: z.string(),
    name: z.string(),
    listPrice: z.int().nullable(),
    period: z.enum(AGREED_PERIODS),
    version: z.string(),
  })
  .meta({ id: 'AgreedPriceRow' })

export const AgreedPriceEffect = z
  .object({
    sku: z.string(),
    name: z.string(),
    listPrice: z.int().nullable(),
    visible: z.boolean(),
    qty: z.int(),
    at: z.iso.datetime(),
    before: Price,
    after: Price,
    ends: AssignedPrice.nullable().meta({ description: 'A price that can end where this one starts.' }),
    overlaps: AssignedPrice.nullable().meta({
      description: 'A price in the way: it must be changed or removed first.',
    }),
  })
  .meta({ id: 'AgreedPriceEffect' })

export const GroupPriceEffect = z
  .object({
    sku: z.string(),
    name: z.string(),
    listPrice: z.int().nullable(),
    qty: z.int(),
    at: z.iso.datetime(),
    moves: PriceImpact.meta({ description: 'For that quantity, at that time.' }),
    ends: AssignedPrice.nullable().meta({ description: 'A price that can end where this one starts.' }),
    overlaps: AssignedPrice.nullable().meta({
      description: 'A price in the way: it must be changed or removed first.',
    }),
  })
  .meta({ id: 'GroupPriceEffect' })

const columns = z.array(z.enum(AGREED_PRICE_COLUMNS).nullable()).max(100)
export const PastedPrices = z.object({
  text: text(MAX_PASTED),
  columns: columns.optional().describe('What each column holds. Told by the header, or by the cells, if left out.'),
  rounds: z.boolean().optional().describe('Round prices with more decimals than the currency has, half up.'),
})
export const PastedPricesToSave = PastedPrices.extend({ version: z.string() })
/** Bytes of the largest valid paste: a character takes twelve bytes, as a pair of escapes does. */
export const LARGEST_PASTE_BYTES = 12 * MAX_PASTED + 8_192

const PlacedBefore = z.object({ id: z.uuid(), unit: z.int() }).nullable()
export const PasteCheck = z
  .object({
    columns,
    first: z.array(z.string()).meta({ description: 'The cells of the first row.' }),
    hasHeader: z.boolean(),
    readAs: z.array(z.string()).meta({ description: 'What the columns tell of how they are written, in words.' }),
    toRound: z.int().meta({ description: 'Prices with more decimals than the currency has.' }),
    good: z.array(
      z.object({
        line: z.int(),
        sku: z.string(),
        name: z.string(),
        productId: z.uuid(),
        unit: z.int(),
        minQty: z.int(),
        ...Days,
        listPrice: z.int().nullable(),
        kind: z.enum(['add', 'change', 'same']),
        before: PlacedBefore.meta({ description: 'The agreed price that is changed.' }),
        ends: PlacedBefore.meta({ description: 'The agreed price that ends where this one starts.' }),
      }),
    ),
    rejected: z.array(z.object({ line: z.int(), cells: z.array(z.string()), reasons: z.array(z.string()) })),
    version: z.string(),
  })
  .meta({ id: 'PasteCheck' })

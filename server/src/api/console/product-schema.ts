import { z } from 'zod'
import { PRODUCT_FIELDS } from '../../shared/product-fields.ts'
import { MAX_QTY, MAX_PRICE } from '../../shared/limits.ts'
import { PRODUCT_SORTS } from '../../catalogue/staff-list.ts'
import { ACTOR_TYPES, AVAILABILITY } from '../../database/column-values.ts'
import { amount, optionalFlag, optionalWord, wholeNumber } from '../../http/input.ts'
import { PriceImpact } from './price-change-schema.ts'
import { undoFields } from './undo-schema.ts'
import { optionalReference, optionalText, text } from '../../lib/text-input.ts'
import type { ProductEdit as EditOfProduct, ProductToEdit } from '../../catalogue/edited-columns.ts'
import type { SeenImpact } from '../../pricing/impact/price-impact.ts'
import { Price } from '../v1/prices.ts'
import { Gtin, ProductDetails } from '../v1/product-schema.ts'

const VISIBILITY = ['all', 'selected'] as const
const minor = z.int().nullable().meta({ description: 'Minor units.' })

/** What products are filtered by, as query parameters. */
export const filterParameters = {
  q: optionalText(200).describe(
    'As in the public API: the same code, codes and names with this prefix, then all words.',
  ),
  brand: optionalReference().describe('A brand id.'),
  category: optionalReference().describe('A category id.'),
  availability: optionalWord(AVAILABILITY),
  active: optionalFlag(),
  visibility: optionalWord(VISIBILITY),
  withoutPrice: optionalFlag().describe('True: only products without a list price.'),
}

export const sortParameters = {
  sort: optionalWord(PRODUCT_SORTS).describe('Default: by name; by relevance with `q`.'),
  direction: optionalWord(['asc', 'desc']).transform((direction) => direction ?? ('asc' as const)),
}

/** The same filter in the body of a bulk act. */
const Filter = z.object({
  q: optionalText(200),
  brand: optionalReference(),
  category: optionalReference(),
  availability: optionalWord(AVAILABILITY),
  active: z.boolean().optional(),
  visibility: optionalWord(VISIBILITY),
  withoutPrice: z.boolean().optional(),
})

export const ListedProduct = z
  .object({
    id: z.uuid(),
    sku: z.string(),
    name: z.string(),
    brand: z.string().nullable(),
    category: z.string().nullable(),
    unitLabel: z.string(),
    listPrice: minor,
    draftedPrice: minor.meta({ description: "In the person's open draft." }),
    minOrderQty: z.int(),
    orderMultiple: z.int(),
    availability: z.enum(AVAILABILITY),
    active: z.boolean(),
    visibility: z.enum(VISIBILITY),
    updatedAt: z.iso.datetime(),
    image: z.string().nullable().meta({ description: 'The path of its small image, if it has one.' }),
  })
  .meta({ id: 'ListedProduct' })

const CustomerRef = z.object({ id: z.uuid(), accountCode: z.string().nullable(), name: z.string() })

export const EditedProduct = z
  .object({
    id: z.uuid(),
    version: z
      .string()
      .meta({ description: 'Send it back with a change. It differs after each change of the product.' }),
    sku: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    brand: z.string().nullable(),
    category: z.string().nullable(),
    manufacturerRef: z.string().nullable(),
    gtin: z.string().nullable(),
    unitLabel: z.string(),
    minOrderQty: z.int(),
    orderMultiple: z.int(),
    availability: z.enum(AVAILABILITY),
    leadTimeNote: z.string().nullable(),
    active: z.boolean(),
    replacedBy: z.string().nullable().meta({ description: 'A SKU.' }),
    visibility: z.enum(VISIBILITY),
    customers: z
      .array(CustomerRef)
      .meta({ description: 'Those that see it while it is visible to selected customers.' }),
    listPrice: minor,
    details: z.record(z.string(), z.string()),
    image: z
      .object({ sourceUrl: z.string().nullable(), status: z.enum(['queued', 'copied', 'failed', 'removed']) })
      .nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  } satisfies Record<keyof ProductToEdit, z.ZodType>)
  .meta({ id: 'EditedProduct' })

const quantity = wholeNumber(1, MAX_QTY)
const flag = z.boolean('Must be true or false.')
const customerIds = z.array(z.uuid('Must be the id of a customer.')).max(200, 'Must have at most 200 customers.')

export const NewProduct = z.object(
  {
    sku: text(PRODUCT_FIELDS.sku.max),
    name: text(PRODUCT_FIELDS.name.max),
    unitLabel: text(PRODUCT_FIELDS.unitLabel.max),
    listPrice: amount(MAX_PRICE).optional(),
  },
  { error: 'Must be an object.' },
)

export const ProductEdit = z.object(
  {
    version: text(64),
    sku: text(PRODUCT_FIELDS.sku.max).optional(),
    name: text(PRODUCT_FIELDS.name.max).optional(),
    unitLabel: text(PRODUCT_FIELDS.unitLabel.max).optional(),
    brand: optionalText(PRODUCT_FIELDS.brand.max)
      .nullable()
      .describe('A name; created if missing. Null takes it away.'),
    category: optionalText(PRODUCT_FIELDS.brand.max).nullable(),
    manufacturerRef: optionalText(PRODUCT_FIELDS.manufacturerRef.max).nullable(),
    gtin: Gtin,
    description: optionalText(PRODUCT_FIELDS.description.max).nullable(),
    details: ProductDetails.optional().describe('Replaces all details.'),
    minOrderQty: quantity.optional(),
    orderMultiple: quantity.optional(),
    availability: optionalWord(AVAILABILITY),
    leadTimeNote: optionalText(PRODUCT_FIELDS.leadTimeNote.max).nullable(),
    active: flag.optional(),
    replacedBy: optionalText(PRODUCT_FIELDS.replacedBy.max).nullable().describe('A SKU.'),
    visibility: optionalWord(VISIBILITY),
    customers: customerIds.optional(),
    listPrice: amount(MAX_PRICE).optional().describe('Goes into a draft price change.'),
    priceChangeId: optionalReference().nullable().describe('The draft for the list price. Without it, the own one.'),
    seenMoves: PriceImpact.optional().describe('What the editor saw of the effect. Another one is a conflict.'),
  } satisfies Record<keyof (EditOfProduct & SeenImpact) | 'version', z.ZodType>,
  { error: 'Must be an object.' },
)

export const SavedProduct = z
  .object({
    product: EditedProduct,
    priceChange: z
      .object({ id: z.uuid(), name: z.string(), isNew: z.boolean() })
      .nullable()
      .meta({ description: 'The price change that a new list price went into.' }),
  })
  .meta({ id: 'SavedProduct' })

/** Ids that one bulk act takes. More are chosen by a filter. */
const MAX_IDS = 5_000

export const ChosenProducts = z.union([
  z.object({ ids: z.array(z.uuid('Must be the id of a product.')).min(1).max(MAX_IDS) }),
  z.object({ filter: Filter, expected: z.int().min(0).describe('The number of products that was shown.') }),
])

export const BulkChange = z.discriminatedUnion('field', [
  z.object({ field: z.literal('active'), value: flag }),
  z.object({ field: z.literal('availability'), value: z.enum(AVAILABILITY) }),
  z.object({ field: z.literal('brand'), value: text(PRODUCT_FIELDS.brand.max).nullable() }),
  z.object({ field: z.literal('category'), value: text(PRODUCT_FIELDS.brand.max).nullable() }),
  z.object({ field: z.enum(['minOrderQty', 'orderMultiple']), value: quantity }),
  z.object({ field: z.literal('visibility'), value: customerIds.nullable().describe('Null: all customers see them.') }),
])

export const BulkEditOfProducts = z.object({
  products: ChosenProducts,
  change: BulkChange,
  seenMoves: PriceImpact.optional().describe('What the editor saw of the effect. Another one is a conflict.'),
})

/** What another brand, category or list of customers would do. What is left out stays. */
export const ImpactToPreview = z.object({
  products: ChosenProducts,
  change: z.object({
    brand: optionalText(PRODUCT_FIELDS.brand.max).nullable(),
    category: optionalText(PRODUCT_FIELDS.brand.max).nullable(),
    customers: customerIds.nullable().optional().describe('Those who see the products; null: all.'),
  }),
})

export const HistoryEntry = z
  .object({
    id: z.uuid(),
    at: z.iso.datetime(),
    actor: z.object({ type: z.enum(ACTOR_TYPES), id: z.string().nullable(), name: z.string() }),
    action: z.string(),
    changes: z.record(z.string(), z.unknown()),
    ...undoFields,
  })
  .meta({ id: 'ProductHistoryEntry' })

export const ListPrices = z
  .object({
    published: z.array(
      z.object({ priceChangeId: z.uuid(), name: z.string(), at: z.iso.datetime(), from: minor, to: z.int() }),
    ),
    pending: z.array(
      z.object({
        priceChangeId: z.uuid(),
        name: z.string(),
        status: z.enum(['draft', 'scheduled']),
        scheduledFor: z.iso.datetime().nullable(),
        to: z.int(),
      }),
    ),
  })
  .meta({
    id: 'ListPrices',
    description: 'Published list prices, oldest first, and those in drafts and scheduled changes.',
  })

export const PriceSteps = z
  .object({
    steps: z.array(z.object({ at: z.iso.datetime(), listPrice: minor, customerPrice: minor })),
    customer: z.string().nullable().meta({ description: 'The name of the customer that was asked for.' }),
    knownFrom: z.iso.datetime().meta({ description: 'From when on the price of a day can be explained.' }),
  })
  .meta({ id: 'PriceSteps', description: 'Prices over time, oldest first. Each holds until the next one.' })

export const QuantityBreak = z.object({ minQty: z.int(), unit: z.int() })

export const CustomerPrice = z
  .object({
    customer: CustomerRef.extend({ active: z.boolean() }),
    price: Price,
    breaks: z.array(QuantityBreak),
    visible: z.boolean(),
  })
  .meta({ id: 'CustomerPrice' })

import { z } from 'zod'
import { AVAILABILITY } from '../../database/column-values.ts'
import { list, optionalWord } from '../../http/input.ts'
import { optionalReference, optionalText, text } from '../../text-input.ts'
import { matchingKey } from '../../matching-key.ts'
import { WORKSPACE_LIMITS } from '../../workspaces/workspace-limits.ts'
import { Price } from './price-schema.ts'
import { DETAILS_CHARACTERS, ProductDetails } from './product-details-schema.ts'

const MAX_ROWS = 100
const MAX_PRICE = 1_000_000_000
const MAX_ONLY_FOR = 200

/** Longest value of each text field, in code points. */
const MAX = {
  sku: 64,
  name: 200,
  unitLabel: 60,
  group: 120,
  manufacturerRef: 120,
  description: 4_000,
  leadTimeNote: 200,
  imageUrl: 2_048,
  recipient: 320,
}

/**
 * Bytes of the largest valid call: every field of every row at its maximum, four bytes a character, and four kilobytes a
 * row for the names, quotes and numbers around them.
 */
export const LARGEST_CALL_BYTES =
  MAX_ROWS *
  (1_024 * 4 +
    4 *
      (MAX.sku + MAX.name + MAX.unitLabel + 2 * MAX.group + MAX.manufacturerRef + MAX.description + MAX.leadTimeNote) +
    4 * (DETAILS_CHARACTERS + MAX.imageUrl + MAX_ONLY_FOR * MAX.recipient))

export const Product = z
  .object({
    id: z.uuid(),
    sku: z
      .string()
      .meta({ description: 'Stock code; unique in the workspace, whatever its case.', examples: ['HOL-1042'] }),
    name: z.string().meta({ examples: ['Azure dinner plate 26 cm'] }),
    description: z.string().nullable(),
    brandId: z.uuid().nullable(),
    categoryId: z.uuid().nullable(),
    manufacturerRef: z.string().nullable().meta({ description: "The manufacturer's own part number." }),
    unitLabel: z.string().meta({ description: 'What one unit is.', examples: ['each'] }),
    minOrderQty: z.int().meta({ description: 'The smallest quantity that can be ordered.', examples: [1] }),
    availability: z.enum(AVAILABILITY).meta({ description: 'Shown to buyers; nothing else depends on it.' }),
    leadTimeNote: z.string().nullable(),
    active: z.boolean().meta({ description: 'Buyers do not see inactive products.' }),
    visibility: z.enum(['all', 'selected']).meta({ description: '`selected`: only chosen customers see it.' }),
    details: z
      .record(z.string(), z.string())
      .meta({ description: 'Further columns.', examples: [{ Colour: 'Azure' }] }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    price: Price,
  })
  .meta({ id: 'Product' })

export const ProductWithNames = Product.extend({
  brand: z
    .string()
    .nullable()
    .meta({ examples: ['Hollin'] }),
  category: z
    .string()
    .nullable()
    .meta({ examples: ['Tableware'] }),
}).meta({ id: 'ProductWithNames', description: 'A product with the names of its brand and category.' })

const ProductItem = z
  .object(
    {
      sku: text(MAX.sku).describe('Finds the product, whatever its case; a new one is created.'),
      name: text(MAX.name),
      listPrice: amount(MAX_PRICE).describe(
        'Minor units. Of a product that has another price, it goes into a draft price change.',
      ),
      unitLabel: text(MAX.unitLabel).describe('What one unit is.'),
      brand: optionalText(MAX.group).describe(
        `Created when missing; a workspace has up to ${WORKSPACE_LIMITS.brands}. Left out: cleared.`,
      ),
      category: optionalText(MAX.group).describe(
        `Created when missing; a workspace has up to ${WORKSPACE_LIMITS.categories}. Left out: cleared.`,
      ),
      manufacturerRef: optionalText(MAX.manufacturerRef).describe('Left out: cleared.'),
      description: optionalText(MAX.description).describe('Left out: cleared.'),
      availability: optionalWord(AVAILABILITY).describe('Left out: kept; a new product is `not_tracked`.'),
      leadTimeNote: optionalText(MAX.leadTimeNote).describe('Left out: kept.'),
      details: ProductDetails.optional().describe(
        'Replaces all details. Their names differ by more than the space around them, and none is `__proto__`. ' +
          'Left out: kept.',
      ),
      imageUrl: optionalText(MAX.imageUrl)
        .refine((url) => url === undefined || isHttps(url), 'Must be an https URL.')
        .meta({ format: 'uri', description: 'An https URL, copied in the background. Left out: kept.' }),
      onlyFor: list(text(MAX.recipient), { min: 0, max: MAX_ONLY_FOR })
        .optional()
        .describe(
          'Account codes or contact e-mails of those who alone may see it: up to ' +
            `${WORKSPACE_LIMITS.recipientsOfProduct} customers, however many share an e-mail. Left out: kept.`,
        ),
    },
    { error: 'Must be an object.' },
  )
  .meta({
    id: 'ProductItem',
    description: 'A whole product: some fields are cleared when left out.',
    examples: [
      {
        sku: 'HOL-1042',
        name: 'Azure dinner plate 26 cm',
        listPrice: 2550,
        unitLabel: 'each',
        brand: 'Hollin',
        category: 'Tableware',
        availability: 'in_stock',
        details: { Colour: 'Azure' },
      },
    ],
  })

export const UpsertProducts = z
  .object(
    {
      products: list(ProductItem, { min: 1, max: MAX_ROWS }).describe(
        'SKUs must be unique within the call, whatever their case.',
      ),
      // The answer says null where there is no draft, and a client may send that back.
      priceChangeId: optionalReference()
        .nullable()
        .describe('A draft from an earlier call, to gather changed prices in. Null counts as left out.'),
    },
    { error: 'Must be a JSON object with "products".' },
  )
  .check(
    z.superRefine(
      ({ products }, context) => {
        for (const { position, sku } of repeatedSkus(products)) {
          context.addIssue({
            code: 'custom',
            path: ['products', position, 'sku'],
            message: `The SKU "${sku}" is in this call more than once.`,
          })
        }
      },
      // Told together with whatever else is wrong.
      { when: ({ value }) => Array.isArray((value as { products?: unknown } | null)?.products) },
    ),
  )

/** Every item whose SKU an earlier one has; items that are not products are passed over. */
function repeatedSkus(items: readonly unknown[]): { position: number; sku: string }[] {
  const seen = new Set<string>()
  return items.flatMap((item, position) => {
    const sku = (item as { sku?: unknown } | null)?.sku
    if (typeof sku !== 'string' || sku.trim() === '') return []
    const key = matchingKey(sku.trim())
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    return [{ position, sku: sku.trim() }]
  })
}

/** An amount of money, in minor units. A check rather than `z.int()`, which would hide what is wrong with other rows. */
function amount(max: number) {
  const message = `Must be a whole number of minor units from 0 to ${max}.`
  return z
    .number({ error: ({ input }) => (input === undefined ? 'Is required.' : message) })
    .refine((value) => Number.isInteger(value) && value >= 0 && value <= max, message)
    .meta({ type: 'integer', minimum: 0, maximum: max })
}

function isHttps(url: string): boolean {
  return URL.parse(url)?.protocol === 'https:'
}

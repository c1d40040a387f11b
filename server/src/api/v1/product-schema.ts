import { z } from 'zod'
import type { ZodType } from 'zod'
import { AVAILABILITY } from '../../database/column-values.ts'
import { PRODUCT_FIELDS as FIELDS, SENT_FIELDS } from '../../shared/product-fields.ts'
import type { PlainField, SentField } from '../../shared/product-fields.ts'
import { isGtin } from '../../shared/gtin.ts'
import { MAX_PRICE, MAX_QTY, DETAIL_NAME, DETAIL_VALUE, MAX_DETAILS } from '../../shared/limits.ts'
import { amount, list, optionalWord, wholeNumber } from '../../http/input.ts'
import { optionalReference, optionalText, text, anyText } from '../../lib/text-input.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { WORKSPACE_LIMITS } from '../../workspaces/workspace-state.ts'
import { Price } from './prices.ts'
import type { ImportTools, Validate } from '../../files/import/import-kind.ts'
import { CustomerItem } from './customers.ts'

const Name = text(DETAIL_NAME)
const Value = anyText(DETAIL_VALUE)

/** Custom fields of a product: texts by name. Any name is one, also `__proto__`, which a record would drop. */
export const ProductDetails = z
  .unknown()
  .transform(readDetails)
  .meta({
    type: 'object',
    propertyNames: z.toJSONSchema(Name),
    additionalProperties: z.toJSONSchema(Value),
    maxProperties: MAX_DETAILS,
  })

function readDetails(given: unknown, { addIssue }: z.RefinementCtx): Record<string, string> {
  const refuse = (message: string, path: string[] = []) => {
    addIssue({ code: 'custom', message, path })
    return z.NEVER
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return refuse('Must be an object of texts.')
  const entries = Object.entries(given as Record<string, unknown>)
  if (entries.length > MAX_DETAILS)
    return refuse(`Must have at most ${MAX_DETAILS} entries, and has ${entries.length}.`)
  const details = new Map<string, string>()
  for (const [name, value] of entries) {
    const read = { name: Name.safeParse(name), value: Value.safeParse(value) }
    if (!read.name.success) refuse(`A name must have 1 to ${DETAIL_NAME} characters.`, [name])
    else if (details.has(read.name.data)) refuse('Two names differ only in the space around them.')
    else if (read.value.success) details.set(read.name.data, read.value.data)
    for (const { message } of read.value.error?.issues ?? []) refuse(message, [name])
  }
  return Object.fromEntries(details)
}

/** A GTIN that may be left out, or null. */
export const Gtin = optionalText(14)
  .refine(
    (value) => value === undefined || isGtin(value),
    'Must be a GTIN (EAN, UPC): 8, 12, 13 or 14 digits, the last of which is the check digit.',
  )
  .nullable()

const MAX_ROWS = 100
const MAX_ONLY_FOR = 200

const MAX_RECIPIENT = 320
const PRICE_CHANGE_KEY = 100

export const Product = z
  .object({
    id: z.uuid(),
    sku: z
      .string()
      .meta({ description: 'Stock code. Unique in the workspace, ignoring case.', examples: ['HOL-1042'] }),
    name: z.string().meta({ examples: ['Azure dinner plate 26 cm'] }),
    description: z.string().nullable(),
    brandId: z.uuid().nullable(),
    categoryId: z.uuid().nullable(),
    manufacturerRef: z.string().nullable().meta({ description: "The manufacturer's own part number." }),
    gtin: z
      .string()
      .nullable()
      .meta({ description: 'The number under its bar code: EAN, UPC.', examples: ['5012345678900'] }),
    unitLabel: z.string().meta({ description: 'Name of one unit.', examples: ['each'] }),
    minOrderQty: z.int().meta({
      description: 'Smaller quantities cannot be ordered. Set in the application.',
      examples: [1],
    }),
    orderMultiple: z.int().meta({
      description: 'Only multiples of it can be ordered: the smallest is the first that reaches `minOrderQty`.',
      examples: [1],
    }),
    availability: z.enum(AVAILABILITY).meta({ description: 'Information for buyers. It has no other effect.' }),
    leadTimeNote: z.string().nullable(),
    active: z.boolean().meta({ description: 'Buyers do not see inactive products.' }),
    visibility: z
      .enum(['all', 'selected'])
      .meta({ description: '`selected`: only the customers of `onlyFor` see it.' }),
    details: z
      .record(z.string(), z.string())
      .meta({ description: 'Custom fields: texts by name.', examples: [{ Colour: 'Azure' }] }),
    replacedBy: z
      .string()
      .nullable()
      .meta({ description: 'The SKU of the product that buyers are led to once this one is inactive.' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    price: Price,
  } satisfies Record<PlainField, z.ZodType> & Record<string, z.ZodType>)
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

export const ProductItem = z
  .object(
    {
      sku: text(FIELDS.sku.max).describe('Finds the product, ignoring case. If there is none, the service creates it.'),
      name: text(FIELDS.name.max),
      listPrice: amount(MAX_PRICE).describe(
        'Minor units. If the product has another list price, the new price goes into a draft price change.',
      ),
      unitLabel: text(FIELDS.unitLabel.max).describe('Name of one unit.'),
      brand: optionalText(FIELDS.brand.max).describe(
        `Created if missing. A workspace has up to ${WORKSPACE_LIMITS.brands}. If left out, it is cleared.`,
      ),
      category: optionalText(FIELDS.category.max).describe(
        `Created if missing. A workspace has up to ${WORKSPACE_LIMITS.categories}. If left out, it is cleared.`,
      ),
      manufacturerRef: optionalText(FIELDS.manufacturerRef.max).describe('If left out, it is cleared.'),
      gtin: Gtin.describe(
        'EAN or UPC as text: 8, 12, 13 or 14 digits with a right check digit. If left out, it keeps its value; null clears it.',
      ),
      description: optionalText(FIELDS.description.max).describe('If left out, it is cleared.'),
      availability: optionalWord(AVAILABILITY).describe(
        'If left out, it keeps its value. Default for a new product: `not_tracked`.',
      ),
      leadTimeNote: optionalText(FIELDS.leadTimeNote.max).describe('If left out, it keeps its value.'),
      replacedBy: optionalText(FIELDS.replacedBy.max)
        .nullable()
        .describe(
          'The SKU of another product, which the same call may create. Buyers are led to it once this one is inactive. ' +
            'If left out, it keeps its value; null clears it.',
        ),
      details: ProductDetails.optional().describe(
        'Replaces all details. The names must differ by more than the space around them. If left out, the details stay.',
      ),
      imageUrl: optionalText(FIELDS.imageUrl.max)
        .refine((url) => url === undefined || isHttps(url), 'Must be an https URL.')
        .meta({
          format: 'uri',
          description: 'An https URL. The service copies the image in the background. If left out, the image stays.',
        }),
      orderMultiple: wholeNumber(1, MAX_QTY)
        .optional()
        .describe(
          'Only multiples of it can be ordered. If left out, it keeps its value. Default for a new product: 1.',
        ),
      onlyFor: list(text(MAX_RECIPIENT), { min: 0, max: MAX_ONLY_FOR })
        .optional()
        .describe(
          'Account codes or contact e-mails. Only these customers see the product. Several customers may share an ' +
            `e-mail; together they may be up to ${WORKSPACE_LIMITS.recipientsOfProduct}. If left out, the list stays.`,
        ),
    } satisfies Record<SentField | 'details', z.ZodType>,
    { error: 'Must be an object.' },
  )
  .meta({
    id: 'ProductItem',
    description: 'A whole product. Some fields are cleared if they are left out.',
  })

const CLEARED = SENT_FIELDS.filter((field) => FIELDS[field].leftOut === 'cleared')

/** A product as a call sends it: what it leaves out is cleared, where that is the rule of the field. */
export function withCleared<Item extends Partial<Record<(typeof CLEARED)[number], unknown>>>(item: Item): Item {
  return { ...item, ...Object.fromEntries(CLEARED.map((field) => [field, item[field] ?? null])) }
}

export const UpsertProducts = z
  .object(
    {
      products: list(ProductItem, { min: 1, max: MAX_ROWS }).describe(
        'SKUs must be unique within the call, ignoring case.',
      ),
      // The answer has null if there is no draft. A client may send that back.
      priceChangeId: optionalReference()
        .nullable()
        .describe(
          'The id of a draft from an earlier call. Changed prices are added to it. Null means the same as left out.',
        ),
      priceChangeKey: optionalText(PRICE_CHANGE_KEY)
        .nullable()
        .describe(
          'In place of the id: a text of your own for the draft of this API key, such as the name of the sync. The first ' +
            'call with a changed price starts the draft, named after the API key and this text. Later calls with the ' +
            'same text add to it, also a repeat after an answer that was lost, and calls at the same time. A sent price ' +
            'that is the list price takes its product out of that draft. Once it is no draft any more (scheduled, ' +
            'published, cancelled or discarded), the next call with a changed price starts a new one.',
        ),
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
      // Reported together with all other errors.
      { when: ({ value }) => Array.isArray((value as { products?: unknown } | null)?.products) },
    ),
    z.refine(({ priceChangeId, priceChangeKey }) => !priceChangeId || !priceChangeKey, {
      path: ['priceChangeKey'],
      error: 'Must be left out beside `priceChangeId`: send one of them.',
    }),
  )

/** Every item with the SKU of an earlier item. Skips items that are not products. */
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

function isHttps(url: string): boolean {
  return URL.parse(url)?.protocol === 'https:'
}

/** Judge the rows of bulk calls by their schemas, in the words of the API. */
export const VALIDATE_ITEM: ImportTools['validate'] = {
  product: validateBy(ProductItem),
  customer: validateBy(CustomerItem),
}

function validateBy<Item>(schema: ZodType<Item>): Validate<Item> {
  return (item) => {
    const { success, data, error } = schema.safeParse(item)
    if (success) return { item: data }
    return { reasons: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) }
  }
}

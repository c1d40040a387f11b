import { z } from 'zod'
import { CATALOGUE_SORTS, DETAIL_NAME, DETAIL_VALUE, MAX_QTY } from '../../shared/limits.ts'
import { AVAILABILITY } from '../../database/column-values.ts'
import { envelope, nextOffsetField, page, pageParameters, pricedEnvelope } from '../../http/envelope.ts'
import { integerParameter, optionalWord } from '../../http/input.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import {
  browseForBuyer,
  catalogueGroups,
  readForBuyer,
  relatedForBuyer,
  suggestForBuyer,
} from '../../portal/buyers-catalogue.ts'
import { anyText, optionalReference, optionalText, text } from '../../lib/text-input.ts'
import { SearchSuggestion, Picture } from '../common-schemas.ts'
import { PriceCandidate } from '../v1/prices.ts'
import type { BuyersProduct as ProductOfBuyer, WithImage } from '../../portal/buyers-product.ts'
import type { Facets } from '../../portal/browsing/catalogue-facets.ts'

export const BuyersPrice = z
  .object({
    unit: z.int().nullable().meta({ description: 'Minor units, before tax. Null if the product has no price.' }),
    line: z.int().meta({ description: '`unit` times the quantity. 0 without a price.' }),
    label: z.string().meta({
      description:
        'What the price follows from. Empty for the list price. The percentage of a discount is in it only where the ' +
        'wholesaler shows list prices.',
    }),
    list: z.int().nullable().meta({ description: 'The list price; null unless the wholesaler shows it.' }),
  })
  .meta({ id: 'BuyersPrice', description: 'What a buyer may know of a price.' })

const ComingPrice = z
  .object({
    unit: z.int().nullable().meta({ description: 'Minor units for one. Null where there will be no price.' }),
    from: z.iso.datetime(),
  })
  .meta({ id: 'ComingPrice', description: 'A price that is scheduled or agreed, and from when on it holds.' })

/** A field of what has a price. */
export const COMING = {
  coming: ComingPrice.nullable()
    .optional()
    .meta({ description: 'The next price. Left out where the wholesaler tells no coming prices.' }),
}

export const QuantityBreak = z.object({ qty: z.int(), unit: z.int() }).meta({ id: 'NextBreak' })

export const buyersAvailability = {
  availability: z.enum(AVAILABILITY).nullable().meta({ description: 'Null where the wholesaler does not show it.' }),
  leadTimeNote: z.string().nullable(),
}

export const BuyersProduct = z
  .object({
    id: z.uuid(),
    sku: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    brandId: z.uuid().nullable(),
    categoryId: z.uuid().nullable(),
    manufacturerRef: z.string().nullable(),
    gtin: z.string().nullable(),
    unitLabel: z.string(),
    minOrderQty: z.int(),
    orderMultiple: z.int(),
    ...buyersAvailability,
    details: z.record(z.string(), z.string()),
    image: Picture.nullable(),
    price: BuyersPrice,
    ...COMING,
    breaks: z
      .array(z.object({ minQty: z.int(), unit: z.int(), ...COMING }))
      .meta({ description: 'Other prices of one unit from larger quantities, in minor units.' }),
  } satisfies Record<keyof WithImage<ProductOfBuyer>, z.ZodType>)
  .meta({ id: 'BuyersProduct', description: 'A product at the price of the buyer.' })

const BuyersProductPage = BuyersProduct.extend({
  brand: z.string().nullable(),
  category: z.string().nullable(),
  customerCode: z.string().nullable().meta({ description: "The customer's own part number." }),
  replaces: z.string().nullable().meta({ description: 'The SKU of the inactive product that was asked for.' }),
  pictures: z.array(Picture).meta({ description: 'In their order. The first one is `image`.' }),
  candidates: z
    .array(
      PriceCandidate.extend({ discountBp: z.int().nullable() }).meta({
        id: 'BuyersCandidate',
        description:
          'A price that was considered. Unless the wholesaler shows list prices, no discount has a percentage, and only ' +
          'prices that apply or were agreed have an amount.',
      }),
    )
    .nullable()
    .meta({ description: 'The prices that were considered; null unless the wholesaler shows them.' }),
}).meta({ id: 'BuyersProductPage' })

const Group = z
  .object({ id: z.uuid(), name: z.string(), count: z.int().meta({ description: 'Products that the buyer can see.' }) })
  .meta({ id: 'BuyersGroup' })

const BuyersGroups = z
  .object({
    total: z.int().meta({ description: 'The number of products that pass the filter.' }),
    brands: z.array(Group).meta({ description: 'Counted by the category and availability of the filter.' }),
    categories: z
      .array(Group.extend({ image: Picture.nullable() }).meta({ id: 'BuyersCategory' }))
      .meta({ description: 'Counted by the brand and availability of the filter. The largest have an image.' }),
    details: z
      .array(z.object({ name: z.string(), values: z.array(z.object({ value: z.string(), count: z.int() })) }))
      .meta({ description: 'With a category: details that most of its products have, and their values.' }),
  } satisfies Record<keyof Facets, z.ZodType>)
  .meta({ id: 'BuyersGroups' })

const MAX_PAGE = 50

const operation = operationsOf('Catalogue')

const DetailValues = z.record(anyText(DETAIL_NAME), anyText(DETAIL_VALUE))

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const filterParameters = {
  brand: optionalReference().describe('A brand id.'),
  category: optionalReference().describe('A category id.'),
  availability: optionalWord(AVAILABILITY),
  details: optionalText(2_000)
    .transform((json, issues) => {
      if (json === undefined) return undefined
      const read = DetailValues.safeParse(readJson(json))
      if (!read.success) issues.addIssue('Must be a JSON object of texts, as {"Size":"22 mm"}.')
      return read.data
    })
    .meta({ type: 'string', description: 'With a category: values of details, as a JSON object.' }),
}

/** What the catalogue can be narrowed down by, and which page of it. */
export const CatalogueQuery = z.object({
  q: optionalText(200),
  sort: optionalWord(CATALOGUE_SORTS).describe('By name, or by relevance with `q`, if left out.'),
  ...filterParameters,
  ...pageParameters(MAX_PAGE),
})

/** A search of the catalogue that may be written otherwise. */
export const SuggestionQuery = z.object({ q: text(200), ...filterParameters })

/** Of how many one wants to know the price. */
export const ProductQuery = z.object({ qty: integerParameter(1, MAX_QTY, 1) })

export const CataloguePage = pricedEnvelope(z.array(BuyersProduct)).extend(nextOffsetField)
export const CatalogueProduct = pricedEnvelope(BuyersProductPage)
/** What brands and categories are counted by. */
export const GroupsQuery = z.object(filterParameters)
export const CatalogueGroups = envelope(BuyersGroups)
export const RelatedProducts = pricedEnvelope(
  z.object({
    together: z.array(BuyersProduct).meta({ description: 'What is bought together with it.' }),
    category: z.array(BuyersProduct).meta({ description: 'Others of its category.' }),
  }),
)

export const productRoutes: RoutePlugin = async (app) => {
  app.get(
    '/products',
    operation('listBuyersProducts', 'The products that the buyer can see, at their prices', {
      querystring: CatalogueQuery,
      answer: CataloguePage,
    }),
    async ({ buyer, query, currency }) => ({ ...page(await browseForBuyer(buyer, query), query), currency }),
  )

  app.get(
    '/products/suggestion',
    operation('suggestBuyersSearch', 'Another way to write a search, which finds what the buyer can see', {
      querystring: SuggestionQuery,
      answer: SearchSuggestion,
    }),
    async ({ buyer, query }) => ({ data: { q: await suggestForBuyer(buyer, query) } }),
  )

  app.get(
    '/products/:id([^/]+)',
    operation('readBuyersProduct', 'One product, at the price of a quantity', {
      params: z.object({ id: z.string() }),
      querystring: ProductQuery,
      answer: CatalogueProduct,
    }),
    async ({ buyer, query, currency, params }) => ({
      data: await readForBuyer(buyer, { ...params, ...query }),
      currency,
    }),
  )

  app.get(
    '/products/:id([^/]+)/related',
    operation('readRelatedProducts', 'What is bought together with a product, and others of its category', {
      params: z.object({ id: z.string() }),
      answer: RelatedProducts,
    }),
    async ({ buyer, params, currency }) => ({ data: await relatedForBuyer(buyer, params), currency }),
  )

  app.get(
    '/groups',
    operation('listBuyersGroups', 'Brands and categories of the products that the buyer can see, with their numbers', {
      querystring: GroupsQuery,
      answer: CatalogueGroups,
    }),
    async ({ buyer, query }) => ({ data: await catalogueGroups(buyer, query) }),
  )
}

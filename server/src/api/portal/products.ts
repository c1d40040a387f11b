import { z } from 'zod'
import { MAX_QTY } from '../../shared/limits.ts'
import { AVAILABILITY } from '../../database/column-values.ts'
import { envelope, nextOffsetField, page, pageParameters, pricedEnvelope } from '../../http/envelope.ts'
import { integerParameter, optionalWord } from '../../http/input.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import {
  browseForBuyer,
  catalogueGroups,
  readForBuyer,
  relatedForBuyer,
  suggestForBuyer,
} from '../../portal/buyers-catalogue.ts'
import { CATALOGUE_SORTS } from '../../shared/catalogue-sorts.ts'
import { optionalReference, optionalText, text } from '../../lib/text-input.ts'
import { SearchSuggestion } from '../suggestion-schema.ts'
import { BuyersGroups, BuyersProduct, BuyersProductPage } from './product-schema.ts'

const MAX_PAGE = 50

const operation = operationsOf('Catalogue')

const filterParameters = {
  brand: optionalReference().describe('A brand id.'),
  category: optionalReference().describe('A category id.'),
  availability: optionalWord(AVAILABILITY),
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

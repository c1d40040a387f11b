import { z } from 'zod'
import { MAX_QTY } from '../../rules/limits.ts'
import { AVAILABILITY } from '../../database/column-values.ts'
import { envelope, nextOffsetField, page, pageParameters, pricedEnvelope } from '../../http/envelope.ts'
import { integerParameter, optionalWord } from '../../http/input.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { browseForBuyer, readForBuyer, catalogueGroups, suggestForBuyer } from '../../portal/buyers-catalogue.ts'
import { optionalReference, optionalText, text } from '../../text-input.ts'
import { SearchSuggestion } from '../suggestion-schema.ts'
import { BuyersProduct, BuyersProductPage } from './product-schema.ts'

const MAX_PAGE = 50

const operation = operationsOf('Catalogue')
const Group = z.object({ id: z.uuid(), name: z.string() }).meta({ id: 'Group' })

const filterParameters = {
  brand: optionalReference().describe('A brand id.'),
  category: optionalReference().describe('A category id.'),
  availability: optionalWord(AVAILABILITY),
}

/** What the catalogue can be narrowed down by, and which page of it. */
export const CatalogueQuery = z.object({
  q: optionalText(200),
  ...filterParameters,
  ...pageParameters(MAX_PAGE),
})

/** A search of the catalogue that may be written otherwise. */
export const SuggestionQuery = z.object({ q: text(200), ...filterParameters })

/** Of how many one wants to know the price. */
export const ProductQuery = z.object({ qty: integerParameter(1, MAX_QTY, 1) })

export const CataloguePage = pricedEnvelope(z.array(BuyersProduct)).extend(nextOffsetField)
export const CatalogueProduct = pricedEnvelope(BuyersProductPage)
export const CatalogueGroups = envelope(z.object({ brands: z.array(Group), categories: z.array(Group) }))

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
    '/groups',
    operation('listBuyersGroups', 'Brands and categories of the products that the buyer can see', {
      answer: CatalogueGroups,
    }),
    async ({ buyer }) => ({ data: await catalogueGroups(buyer) }),
  )
}

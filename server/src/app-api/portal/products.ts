import { z } from 'zod'
import { MAX_QTY } from '../../rules/limits.ts'
import { AVAILABILITY } from '../../database/column-values.ts'
import { envelope, nextOffset, nextOffsetField, pageParameters, pricedEnvelope } from '../../http/envelope.ts'
import { integerParameter, optionalWord } from '../../http/input.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { browseForBuyer } from '../../portal/list-for-buyer.ts'
import { readForBuyer } from '../../portal/read-for-buyer.ts'
import { catalogueGroups } from '../../portal/visible-groups.ts'
import { optionalReference, optionalText } from '../../text-input.ts'
import { BuyersProduct, BuyersProductPage } from './product-schema.ts'

const MAX_PAGE = 50

const tags = ['Catalogue']
const Group = z.object({ id: z.uuid(), name: z.string() }).meta({ id: 'Group' })

/** What the catalogue can be narrowed down by, and which page of it. */
export const CatalogueQuery = z.object({
  q: optionalText(200),
  brand: optionalReference().describe('A brand id.'),
  category: optionalReference().describe('A category id.'),
  availability: optionalWord(AVAILABILITY),
  ...pageParameters(MAX_PAGE),
})

/** Of how many one wants to know the price. */
export const ProductQuery = z.object({ qty: integerParameter(1, MAX_QTY, 1) })

export const CataloguePage = pricedEnvelope(z.array(BuyersProduct)).extend(nextOffsetField)
export const CatalogueProduct = pricedEnvelope(BuyersProductPage)
export const CatalogueGroups = envelope(z.object({ brands: z.array(Group), categories: z.array(Group) }))

export const productRoutes: RoutePlugin = async (app) => {
  app.get(
    '/products',
    {
      schema: {
        operationId: 'listBuyersProducts',
        summary: 'The products that the buyer can see, at their prices',
        tags,
        querystring: CatalogueQuery,
        response: { 200: CataloguePage },
      },
    },
    async ({ buyer, query, currency }) => {
      const data = await browseForBuyer(buyer, query)
      return { data, nextOffset: nextOffset(data, query), currency }
    },
  )

  app.get(
    '/products/:id([^/]+)',
    {
      schema: {
        operationId: 'readBuyersProduct',
        summary: 'One product, at the price of a quantity',
        tags,
        params: z.object({ id: z.string() }),
        querystring: ProductQuery,
        response: { 200: CatalogueProduct },
      },
    },
    async ({ buyer, query, currency, params }) => {
      return { data: await readForBuyer(buyer, { ...params, ...query }), currency }
    },
  )

  app.get(
    '/groups',
    {
      schema: {
        operationId: 'listBuyersGroups',
        summary: 'Brands and categories of the products that the buyer can see',
        tags,
        response: { 200: CatalogueGroups },
      },
    },
    async ({ buyer }) => ({ data: await catalogueGroups(buyer) }),
  )
}

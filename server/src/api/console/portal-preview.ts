import { z } from 'zod'
import { envelope, page } from '../../http/envelope.ts'
import { OF_CUSTOMER, operationsOf } from './operation.ts'
import type { RoutePlugin } from './operation.ts'
import {
  browseForBuyer,
  catalogueGroups,
  readForBuyer,
  relatedForBuyer,
  suggestForBuyer,
} from '../../portal/buyers-catalogue.ts'
import { previewPortal } from '../../portal/read-portal.ts'
import { asCustomer } from '../../portal/buyer-context.ts'
import { priceListSize } from '../../files/export/price-list-size.ts'
import { PRICE_LIST_FILTER, PriceListSize } from '../portal/documents.ts'
import { Portal } from '../portal/portal.ts'
import {
  CatalogueGroups,
  CataloguePage,
  CatalogueProduct,
  CatalogueQuery,
  GroupsQuery,
  ProductQuery,
  RelatedProducts,
  SuggestionQuery,
} from '../portal/products.ts'
import { SearchSuggestion } from '../common-schemas.ts'

const operation = operationsOf('Customers')
const params = z.object({ id: z.string() })

/**
 * The reads of the trade portal's catalogue, as the buyers of a customer get them. Paths end as those of the portal do.
 * The caller stays a member of the staff: there is no basket here, and nothing to write.
 */
export const portalPreviewRoutes: RoutePlugin = async (app) => {
  app.get(
    '/customers/:id/preview/portal',
    operation('previewPortal', 'The trade portal as a customer sees it', {
      right: 'read',
      own: OF_CUSTOMER,
      params,
      answer: envelope(Portal),
    }),
    async ({ workspace, caller, params }) => ({
      data: await previewPortal(await asCustomer(workspace, params.id), caller.id),
    }),
  )

  app.get(
    '/customers/:id/preview/products',
    operation('previewProducts', 'The products that a customer sees, at its prices', {
      right: 'read',
      own: OF_CUSTOMER,
      params,
      querystring: CatalogueQuery,
      answer: CataloguePage,
    }),
    async ({ workspace, params, query, currency }) => ({
      ...page(await browseForBuyer(await asCustomer(workspace, params.id), query), query),
      currency,
    }),
  )

  app.get(
    '/customers/:id/preview/products/suggestion',
    operation('previewSuggestion', 'Another way to write a search, which finds what the customer sees', {
      right: 'read',
      own: OF_CUSTOMER,
      params,
      querystring: SuggestionQuery,
      answer: SearchSuggestion,
    }),
    async ({ workspace, params, query }) => ({
      data: { q: await suggestForBuyer(await asCustomer(workspace, params.id), query) },
    }),
  )

  app.get(
    '/customers/:id/preview/products/:productId([^/]+)',
    operation('previewProduct', 'One product, as a customer sees it', {
      right: 'read',
      own: OF_CUSTOMER,
      params: params.extend({ productId: z.string() }),
      querystring: ProductQuery,
      answer: CatalogueProduct,
    }),
    async ({ workspace, params, query, currency }) => {
      const seen = await asCustomer(workspace, params.id)
      return { data: await readForBuyer(seen, { id: params.productId, ...query }), currency }
    },
  )

  app.get(
    '/customers/:id/preview/price-list',
    operation('previewPriceListSize', "How long a customer's price list is", {
      right: 'read',
      own: OF_CUSTOMER,
      config: { kind: 'heavy' },
      params,
      querystring: z.object(PRICE_LIST_FILTER),
      answer: PriceListSize,
    }),
    async ({ workspace, params, query }) => ({
      data: await priceListSize(await asCustomer(workspace, params.id), query),
    }),
  )

  app.get(
    '/customers/:id/preview/products/:productId([^/]+)/related',
    operation('previewRelatedProducts', 'What goes with a product, as a customer sees it', {
      right: 'read',
      own: OF_CUSTOMER,
      params: params.extend({ productId: z.string() }),
      answer: RelatedProducts,
    }),
    async ({ workspace, params, currency }) => ({
      data: await relatedForBuyer(await asCustomer(workspace, params.id), { id: params.productId }),
      currency,
    }),
  )

  app.get(
    '/customers/:id/preview/groups',
    operation('previewGroups', 'Brands and categories of the products that a customer sees', {
      right: 'read',
      own: OF_CUSTOMER,
      params,
      querystring: GroupsQuery,
      answer: CatalogueGroups,
    }),
    async ({ workspace, params, query }) => ({
      data: await catalogueGroups(await asCustomer(workspace, params.id), query),
    }),
  )
}

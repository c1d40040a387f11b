import { z } from 'zod'
import { createProduct, deleteProduct } from '../../catalogue/product-writes.ts'
import { editProduct } from '../../catalogue/edit-product.ts'
import { productHistory } from '../../catalogue/product-history.ts'
import { suggestSearch } from '../../catalogue/search/suggest-search.ts'
import { productToEdit } from '../../catalogue/edited-columns.ts'
import { countProducts, listStaffProducts } from '../../catalogue/staff-list.ts'
import { envelope, page, pageOf, pageParameters } from '../../http/envelope.ts'
import { operationsOf } from './operation.ts'
import type { RoutePlugin } from './operation.ts'
import { customerPrices } from '../../pricing/customer-prices.ts'
import { listPriceHistory } from '../../pricing/list-price-history.ts'
import { priceSteps } from '../../pricing/quantity-breaks.ts'
import { optionalReference, text } from '../../lib/text-input.ts'
import { SearchSuggestion } from '../common-schemas.ts'
import {
  CustomerPrice,
  EditedProduct,
  filterParameters,
  HistoryEntry,
  ListedProduct,
  ListPrices,
  NewProduct,
  PriceSteps,
  ProductEdit,
  SavedProduct,
  sortParameters,
  BulkEditOfProducts,
  ChosenProducts,
  ImpactToPreview,
} from './product-schema.ts'
import { bulkDelete } from '../../catalogue/bulk/bulk-delete.ts'
import { bulkEdit } from '../../catalogue/bulk/bulk-edit.ts'
import { impactOfFactors } from '../../catalogue/product-impact.ts'
import { PriceImpact } from './price-change-schema.ts'

const MAX_PAGE = 50

const operation = operationsOf('Products')
const params = z.object({ slug: z.string(), id: z.string() })
const Id = z.object({ id: z.uuid() })

export const productRoutes: RoutePlugin = async (app) => {
  app.get(
    '/products',
    operation('listProducts', 'Products, sorted by a column', {
      right: 'read',
      own: 'open',
      querystring: z.object({ ...filterParameters, ...sortParameters, ...pageParameters(MAX_PAGE) }),
      answer: pageOf(ListedProduct),
    }),
    async ({ workspace, query }) => page(await listStaffProducts(workspace, query), query),
  )

  app.get(
    '/products/count',
    operation('countProducts', 'How many products match', {
      right: 'read',
      own: 'open',
      querystring: z.object(filterParameters),
      answer: envelope(z.object({ count: z.int() })),
    }),
    async ({ workspace, query }) => ({ data: { count: await countProducts(workspace, query) } }),
  )

  app.get(
    '/products/suggestion',
    operation('suggestSearch', 'Another way to write a search, which finds products', {
      right: 'read',
      own: 'open',
      querystring: z.object({ ...filterParameters, q: text(200) }),
      answer: SearchSuggestion,
    }),
    async ({ workspace, query }) => ({ data: { q: await suggestSearch(workspace, query) } }),
  )

  app.post(
    '/products',
    operation('createProduct', 'Add a product', { right: 'products', body: NewProduct, answer: envelope(Id) }),
    async ({ workspace, body }) => ({ data: await createProduct(workspace, body) }),
  )

  app.get(
    '/products/:id([^/]+)',
    operation('readProduct', 'One product', { right: 'read', own: 'open', params, answer: envelope(EditedProduct) }),
    async ({ workspace, params }) => ({ data: await productToEdit(workspace, params.id) }),
  )

  app.patch(
    '/products/:id([^/]+)',
    operation('editProduct', 'Change a product that was seen in a version', {
      right: 'products',
      params,
      body: ProductEdit,
      answer: envelope(SavedProduct),
    }),
    async ({ workspace, params, body }) => ({ data: await editProduct(workspace, { ...body, id: params.id }) }),
  )

  app.delete(
    '/products/:id([^/]+)',
    operation('deleteProduct', 'Delete a product', {
      right: 'deletions',
      config: { fresh: true },
      params,
      answer: envelope(Id),
    }),
    async ({ workspace, params }) => ({ data: await deleteProduct(workspace, { id: params.id }) }),
  )

  app.get(
    '/products/:id([^/]+)/list-prices',
    operation('readListPrices', 'List prices of a product: past, and to come', {
      right: 'read',
      own: 'open',
      params,
      answer: envelope(ListPrices),
    }),
    async ({ workspace, params }) => ({ data: await listPriceHistory(workspace, { productId: params.id }) }),
  )

  app.get(
    '/products/:id([^/]+)/price-steps',
    operation('readPriceSteps', 'The list price of a product over time, and what a customer pays', {
      right: 'read',
      own: { customer: 'query.customer' },
      params,
      querystring: z.object({ customer: optionalReference().describe('A customer id or account code.') }),
      answer: envelope(PriceSteps),
    }),
    async ({ workspace, params, query }) => ({
      data: await priceSteps(workspace, { productId: params.id, ...query }),
    }),
  )

  app.get(
    '/products/:id([^/]+)/customer-prices',
    operation('listCustomerPrices', 'Customers with a price other than the list price', {
      right: 'read',
      own: 'refused',
      params,
      querystring: z.object(pageParameters(MAX_PAGE)),
      answer: envelope(z.array(CustomerPrice)).extend({ total: z.int() }),
    }),
    async ({ workspace, params, query }) => {
      const { rows, total } = await customerPrices(workspace, { productId: params.id, ...query })
      return { data: rows, total }
    },
  )

  app.get(
    '/products/:id([^/]+)/history',
    operation('readProductHistory', 'What happened to a product, newest first', {
      right: 'read',
      own: 'refused',
      params,
      querystring: z.object(pageParameters(MAX_PAGE)),
      answer: pageOf(HistoryEntry),
    }),
    async ({ workspace, params, query }) => page(await productHistory(workspace, { ...params, ...query }), query),
  )
}

const BulkEdit = z
  .object({
    found: z.int().meta({ description: 'Products that were chosen.' }),
    changed: z.int().meta({ description: 'Those that had another value.' }),
    undo: z.uuid().nullable().meta({ description: 'Undoes it, for a day. Null if nothing changed.' }),
  })
  .meta({ id: 'BulkEdit' })

export const productBulkRoutes: RoutePlugin = async (app) => {
  app.post(
    '/products/price-moves',
    operation('previewPriceMoves', 'What another brand, category or list of customers would do to prices', {
      right: 'products',
      config: { scope: 'read' },
      body: ImpactToPreview,
      answer: envelope(PriceImpact),
    }),
    async ({ workspace, body }) => ({ data: await impactOfFactors(workspace, body) }),
  )

  app.post(
    '/products/bulk',
    operation('editProducts', 'Change one field of many products', {
      right: 'products',
      config: { kind: 'heavy' },
      body: BulkEditOfProducts,
      answer: envelope(BulkEdit),
    }),
    async ({ workspace, body }) => ({ data: await bulkEdit(workspace, body) }),
  )

  app.post(
    '/products/bulk-delete',
    operation('deleteProducts', 'Delete many products', {
      right: 'deletions',
      config: { kind: 'heavy', fresh: true },
      body: z.object({ products: ChosenProducts }),
      answer: envelope(z.object({ deleted: z.int() })),
    }),
    async ({ workspace, body }) => ({ data: await bulkDelete(workspace, body) }),
  )
}

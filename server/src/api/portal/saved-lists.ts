import { z } from 'zod'
import { quantity } from '../v1/orders.ts'
import { envelope, pricedEnvelope } from '../../http/envelope.ts'
import { list } from '../../http/input.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import {
  addToList,
  changeList,
  addListToBasket,
  createList,
  listSavedLists,
  readSavedList,
  removeSavedList,
} from '../../portal/saved-lists.ts'
import { readBasket } from '../../portal/read-basket.ts'
import { ORDER_LIMITS, SAVED_LIST_NAME } from '../../shared/limits.ts'
import { PRODUCT_FIELDS } from '../../shared/product-fields.ts'
import { text } from '../../lib/text-input.ts'
import { Added, Lines } from './basket.ts'
import { BuyersProduct } from './products.ts'

const operation = operationsOf('Saved lists')
const params = z.object({ id: z.string() })

const SavedList = z
  .object({
    id: z.uuid(),
    name: z.string(),
    shared: z.boolean().meta({ description: 'Whether all buyers of the customer have it, or the buyer alone.' }),
    isMine: z.boolean().meta({ description: 'Whether the buyer made it, and so decides who has it.' }),
    revision: z.int().meta({ description: 'Counts the changes. It goes back with a change.' }),
    createdBy: z.string(),
    createdAt: z.iso.datetime(),
    changedBy: z.string().nullable(),
    lineCount: z.int(),
  })
  .meta({ id: 'SavedList' })

const ListLine = z
  .object({
    productId: z.uuid(),
    sku: z.string(),
    name: z.string(),
    qty: z.int(),
    par: z.int().nullable().meta({ description: 'How many of it are wanted in stock.' }),
    product: BuyersProduct.omit({ description: true, details: true })
      .nullable()
      .meta({ description: 'At the price of one. Null where the customer does not see it now.' }),
  })
  .meta({ id: 'SavedListLine' })

const SavedListWithLines = SavedList.extend({ lines: z.array(ListLine) }).meta({ id: 'SavedListWithLines' })
const OneList = pricedEnvelope(SavedListWithLines)

const newLine = z.object({ sku: text(PRODUCT_FIELDS.sku.max), qty: quantity })
const shared = z.boolean('Must be true or false.')
const name = text(SAVED_LIST_NAME)

const NewList = z
  .object({
    name,
    shared: shared.default(true),
    lines: list(newLine, { min: 0, max: ORDER_LIMITS.lines }).optional().describe('Those of the basket, if left out.'),
  })
  .meta({ id: 'NewList' })

const ChangedList = z
  .object({
    revision: z.int().describe('The one that was seen: a list that was changed since stays as it is.'),
    name,
    shared,
    lines: list(z.object({ productId: z.uuid('Must be an id.'), qty: quantity, par: quantity.nullable() }), {
      min: 0,
      max: ORDER_LIMITS.lines,
    }).describe('All of them, in their order.'),
  })
  .meta({ id: 'ChangedList' })

export const savedListRoutes: RoutePlugin = async (app) => {
  app.get(
    '/lists',
    operation('listSavedLists', 'The lists of the customer and of the buyer, by name', {
      config: { uncached: true },
      answer: envelope(z.array(SavedList)),
    }),
    async ({ buyer }) => ({ data: await listSavedLists(buyer) }),
  )

  app.post(
    '/lists',
    operation('createList', 'Make a list of these lines, or of those of the basket', {
      body: NewList,
      answer: envelope(z.object({ id: z.uuid() })),
    }),
    async ({ buyer, body }) => ({ data: await createList(buyer, body) }),
  )

  app.get(
    '/lists/:id([^/]+)',
    operation('readSavedList', 'One list at the present prices', {
      config: { uncached: true, kind: 'lines' },
      params,
      answer: OneList,
    }),
    async ({ buyer, params, currency }) => ({ data: await readSavedList(buyer, params.id), currency }),
  )

  app.put(
    '/lists/:id([^/]+)',
    operation('changeList', 'Change a list: its name, who has it, and its lines', {
      params,
      body: ChangedList,
      answer: OneList,
    }),
    async ({ buyer, params, body, currency }) => {
      await changeList(buyer, params.id, body)
      return { data: await readSavedList(buyer, params.id), currency }
    },
  )

  app.post(
    '/lists/:id([^/]+)/lines',
    operation('addToList', 'Add products to a list, where they are not on it', {
      params,
      body: Lines,
      answer: envelope(z.object({ added: z.int() })),
    }),
    async ({ buyer, params, body }) => ({ data: await addToList(buyer, params.id, body.lines) }),
  )

  app.post(
    '/lists/:id([^/]+)/basket',
    operation('addListToBasket', 'Add a list to the basket', { params, answer: envelope(Added) }),
    async ({ buyer, params }) => {
      const added = await addListToBasket(buyer, params.id)
      return { data: { ...added, basket: await readBasket(buyer) } }
    },
  )

  app.delete(
    '/lists/:id([^/]+)',
    operation('removeSavedList', 'Remove a list', { params, answer: envelope(z.object({ id: z.string() })) }),
    async ({ buyer, params }) => {
      await removeSavedList(buyer, params.id)
      return { data: { id: params.id } }
    },
  )
}

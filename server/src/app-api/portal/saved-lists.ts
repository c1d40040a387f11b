import { z } from 'zod'
import { envelope } from '../../http/envelope.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { readBasket } from '../../portal/read-basket.ts'
import {
  addListToBasket,
  listSavedLists,
  readSavedList,
  removeSavedList,
  saveBasketAsList,
} from '../../portal/saved-lists.ts'
import { text } from '../../text-input.ts'
import { Added, BuyersLine } from './basket-schema.ts'
import { SAVED_LIST_NAME } from '../../rules/limits.ts'

const operation = operationsOf('Saved lists')
const params = z.object({ id: z.string() })

const SavedList = z
  .object({
    id: z.uuid(),
    name: z.string(),
    createdBy: z.string(),
    createdAt: z.iso.datetime(),
    lineCount: z.int(),
  })
  .meta({ id: 'SavedList', description: 'A list that all buyers of the customer share.' })

const SavedListWithLines = SavedList.extend({ lines: z.array(BuyersLine) }).meta({ id: 'SavedListWithLines' })

export const savedListRoutes: RoutePlugin = async (app) => {
  app.get(
    '/lists',
    operation('listSavedLists', 'The lists of the customer, by name', {
      config: { uncached: true },
      answer: envelope(z.array(SavedList)),
    }),
    async ({ buyer }) => ({ data: await listSavedLists(buyer) }),
  )

  app.post(
    '/lists',
    operation('saveBasketAsList', 'Save the lines of the basket as a list', {
      body: z.object({ name: text(SAVED_LIST_NAME) }),
      answer: envelope(z.object({ id: z.uuid() })),
    }),
    async ({ buyer, body }) => ({ data: await saveBasketAsList(buyer, body.name) }),
  )

  app.get(
    '/lists/:id([^/]+)',
    operation('readSavedList', 'One list at the present prices', {
      config: { uncached: true },
      params,
      answer: envelope(SavedListWithLines),
    }),
    async ({ buyer, params }) => ({ data: await readSavedList(buyer, params.id) }),
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

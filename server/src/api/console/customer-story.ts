import { z } from 'zod'
import { Order } from '../v1/order-schema.ts'
import { envelope, nextOffsetField, page, pageParameters, pricedEnvelope } from '../../http/envelope.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { readCustomerStory } from '../../orders/customer-story.ts'
import { asCustomer } from '../../portal/buyer-context.ts'
import { readStopped, readUsual } from '../../portal/usual.ts'
import { STOPPED_IN_WORDS } from '../../shared/stopped-buying.ts'
import { UsualProduct } from '../portal/usual.ts'
import { Credit } from './order-placing-schema.ts'

const MAX_PAGE = 100

const CustomerStory = z
  .object({
    lastOrder: Order.nullable().meta({ description: 'The newest order, whatever became of it.' }),
    openOrders: z.array(Order).meta({ description: 'The newest ones of each status. `credit` has their number.' }),
    credit: Credit,
  })
  .meta({ id: 'CustomerStory', description: 'What a customer orders, and how it stands.' })

const StoppedProduct = UsualProduct.omit({ isDue: true })
  .extend({
    orders: z.int().meta({ description: 'How many orders have it.' }),
    everyDays: z.int().meta({ description: 'The mean number of days between two of them.' }),
  })
  .meta({ id: 'StoppedProduct', description: `A product that a customer has stopped ordering. ${STOPPED_IN_WORDS}` })

const operation = operationsOf('Customers')
const params = z.object({ id: z.string() })
const querystring = z.object(pageParameters(MAX_PAGE))

/** What a customer orders, for the customer's page and for orders by phone. */
export const customerStoryRoutes: RoutePlugin = async (app) => {
  app.get(
    '/customers/:id/story',
    operation('readCustomerStory', 'The last and the open orders of a customer, and its credit', {
      params,
      answer: envelope(CustomerStory),
    }),
    async ({ workspace, params }) => ({ data: await readCustomerStory(await asCustomer(workspace, params.id)) }),
  )

  app.get(
    '/customers/:id/usual',
    operation('readCustomerUsual', 'What a customer orders, as its buyers see it', {
      params,
      querystring,
      answer: pricedEnvelope(z.array(UsualProduct)).extend(nextOffsetField),
    }),
    async ({ workspace, params, query, currency }) => ({
      ...page(await readUsual(await asCustomer(workspace, params.id), query), query),
      currency,
    }),
  )

  app.get(
    '/customers/:id/stopped',
    operation('readCustomerStopped', 'What a customer has stopped ordering, what was ordered latest first', {
      // A product is stopped by time alone.
      config: { uncached: true },
      params,
      querystring,
      answer: pricedEnvelope(z.array(StoppedProduct)).extend(nextOffsetField),
    }),
    async ({ workspace, params, query, currency }) => ({
      ...page(await readStopped(await asCustomer(workspace, params.id), query), query),
      currency,
    }),
  )
}

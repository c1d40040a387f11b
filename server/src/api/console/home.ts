import { z } from 'zod'
import { Order } from '../v1/order-schema.ts'
import { PriceChange } from '../v1/price-change-schema.ts'
import { pricedEnvelope } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { readHome } from '../../orders/read-home.ts'

const ProductRef = z.object({ id: z.uuid(), sku: z.string(), name: z.string() })

function listed<T extends z.ZodType>(entry: T) {
  return z.object({ total: z.int(), first: z.array(entry) })
}

const Home = z
  .object({
    newOrders: listed(Order),
    drafts: listed(PriceChange),
    scheduled: listed(PriceChange),
    withoutPrice: listed(ProductRef),
    failedImages: listed(ProductRef),
    setUp: z
      .object({
        products: z.boolean(),
        customers: z.boolean(),
        terms: z.boolean(),
        buyers: z.boolean(),
        orders: z.boolean(),
      })
      .meta({ description: 'The first steps of a workspace: true for those that are done.' }),
  })
  .meta({ id: 'Home' })

export const homeRoutes: RoutePlugin = async (app) => {
  app.get(
    '/home',
    operation('readHome', 'What needs doing now', { tags: ['Home'], answer: pricedEnvelope(Home) }),
    async ({ workspace, currency }) => ({ data: await readHome(workspace), currency }),
  )
}

import { z } from 'zod'
import { envelope, nextOffsetField, page, pageParameters, pricedEnvelope } from '../../http/envelope.ts'
import { MAX_BODY_BYTES } from '../../http/json-body.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { checkPromises } from '../../promises/check-promises.ts'
import { putPromises } from '../../promises/put-promises.ts'
import { atParameter } from './price-schema.ts'
import { CheckedPromise, PutPromises } from './promise-schema.ts'
import { shapePromise } from '../../promises/shape-promise.ts'

const MAX_PAGE = 100

const operation = operationsOf('Promises')

export const promiseRoutes: RoutePlugin = async (app) => {
  app.get(
    '/promises',
    operation('listPromises', 'Promised prices, checked', {
      config: { kind: 'heavy' },
      description:
        'The promises that are not over at the time, those that end first before the others. Each is checked against ' +
        'the prices of that time, by the evaluation of `GET /prices`.',
      querystring: z.object({ at: atParameter, ...pageParameters(MAX_PAGE) }),
      answer: pricedEnvelope(z.array(CheckedPromise)).extend(nextOffsetField),
    }),
    async ({ workspace, currency, query }) => ({
      ...page((await checkPromises(workspace, query)).map(shapePromise), query),
      currency,
    }),
  )

  app.put(
    '/promises',
    operation('putPromises', 'Send up to 100 promises', {
      config: { scope: 'write', kind: 'heavy' },
      description:
        'Atomic: the service writes all rows or none. Idempotent: the same call again changes nothing. A row creates ' +
        'the promise with its reference, or replaces it. It changes no price, and is taken whether it holds or not.',
      body: PutPromises,
      bodyLimit: MAX_BODY_BYTES,
      answer: envelope(
        z
          .object({
            created: z.int().meta({ description: 'New promises.', examples: [2] }),
            updated: z
              .int()
              .meta({ description: 'Promises that existed before the call, changed or not.', examples: [8] }),
          })
          .meta({ id: 'PromisePutResult' }),
      ),
    }),
    async ({ workspace, body }) => ({ data: await putPromises(workspace, body) }),
  )
}

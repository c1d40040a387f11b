import { z } from 'zod'
import { CheckedPromise, checkPromised, promisedFields } from '../../api/v1/promise-schema.ts'
import { currencyField, page, pageOf, pageParameters } from '../../http/envelope.ts'
import { optionalWord } from '../../http/input.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { browsePromises } from '../../promises/browse-promises.ts'
import { addPromise, changePromise } from '../../promises/dated-promises.ts'
import { removePromise } from '../../promises/edit-promise.ts'
import { isDay } from '../../rules/day-and-time.ts'
import { PROMISE_STATES } from '../../rules/promise-state.ts'
import { optionalReference, text } from '../../text-input.ts'
import { DONE, Done } from '../done.ts'

const MAX_PAGE = 100
const MAX_VERSION = 40

const PromiseForStaff = CheckedPromise.extend({
  state: z.enum(PROMISE_STATES),
  untilOn: z.string().meta({ description: 'The last day, in the time zone of the workspace.' }),
  version: z.string(),
}).meta({ id: 'PromiseForStaff' })

const promisedByStaff = {
  ...promisedFields,
  untilOn: text(10).refine(isDay, 'Must be a day such as 2027-06-30.').describe('The last day.'),
}

const NewPromise = checked(z.object(promisedByStaff)).meta({ id: 'NewPromise' })
const PromiseEdit = checked(z.object({ ...promisedByStaff, version: text(MAX_VERSION) })).meta({ id: 'PromiseEdit' })

function checked<T extends z.ZodType<Parameters<typeof checkPromised>[0]>>(schema: T): T {
  return schema.superRefine((promised, context) => {
    checkPromised(promised, (path, message) => context.addIssue({ code: 'custom', path, message }))
  })
}

const operation = operationsOf('Promises')
const params = z.object({ id: z.uuid() })

export const promiseRoutes: RoutePlugin = async (app) => {
  app.get(
    '/promises',
    operation('browsePromises', 'Promises with whether they hold, and the number of all that match', {
      querystring: z.object({
        state: optionalWord(PROMISE_STATES),
        customer: optionalReference().describe('A customer id.'),
        ...pageParameters(MAX_PAGE),
      }),
      answer: pageOf(PromiseForStaff).extend({ total: z.int(), ...currencyField }),
    }),
    async ({ workspace, currency, query }) => {
      const { promises, total } = await browsePromises(workspace, query)
      return { ...page(promises, query), total, currency }
    },
  )

  app.post(
    '/promises',
    operation('addPromise', 'Promise a customer prices, or a total', { body: NewPromise, answer: Done }),
    async ({ workspace, body }) => {
      await addPromise(workspace, body)
      return DONE
    },
  )

  app.put(
    '/promises/:id',
    operation('changePromise', 'Change a promise', { params, body: PromiseEdit, answer: Done }),
    async ({ workspace, params, body }) => {
      await changePromise(workspace, { ...body, ...params })
      return DONE
    },
  )

  app.delete(
    '/promises/:id',
    operation('removePromise', 'Remove a promise', {
      params,
      querystring: z.object({ version: text(MAX_VERSION) }),
      answer: Done,
    }),
    async ({ workspace, params, query }) => {
      await removePromise(workspace, { ...params, ...query })
      return DONE
    },
  )
}

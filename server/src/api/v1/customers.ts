import { z } from 'zod'
import { listCustomers } from '../../customers/list-customers.ts'
import { readCustomer } from '../../pricing/read-customer.ts'
import { upsertCustomers } from '../../customers/upsert-customers.ts'
import { envelope, nextOffsetField, page, pageParameters, pricedEnvelope } from '../../http/envelope.ts'
import { optionalText, reference } from '../../lib/text-input.ts'
import { MAX_BODY_BYTES } from '../../http/json-body.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { Customer, CustomerWithTerms, UpsertCustomers } from './customer-schema.ts'

const MAX_PAGE = 100

const UpsertResult = z
  .object({
    created: z.int().meta({ description: 'New customers.', examples: [2] }),
    updated: z.int().meta({ description: 'Customers that existed before the call, changed or not.', examples: [98] }),
  })
  .meta({ id: 'CustomerUpsertResult' })

const operation = operationsOf('Customers')

export const customerRoutes: RoutePlugin = async (app) => {
  app.get(
    '/customers',
    operation('listCustomers', 'List or search customers', {
      description: 'Sorted by name. With `q`: the customers whose name, account code or e-mail starts with that text.',
      querystring: z.object({
        q: optionalText(254).describe('The beginning of a name, account code or e-mail, ignoring case.'),
        ...pageParameters(MAX_PAGE),
      }),
      answer: pricedEnvelope(z.array(Customer)).extend(nextOffsetField),
    }),
    async ({ workspace, currency, query }) => ({ ...page(await listCustomers(workspace, query), query), currency }),
  )

  app.get(
    '/customers/:id([^]+)',
    operation('readCustomer', 'One customer with its terms and buyers', {
      // That a buyer was here changes nothing else of the workspace.
      config: { taggedByContent: true },
      description: 'The customer with its discounts, its agreed prices (past and future ones too) and its buyers.',
      params: z.object({ id: reference().describe('A customer, by id or account code (ignoring case).') }),
      answer: pricedEnvelope(CustomerWithTerms),
    }),
    async ({ workspace, currency, params }) => ({ data: await readCustomer(workspace, params.id), currency }),
  )

  app.put(
    '/customers',
    operation('upsertCustomers', 'Send up to 100 customers', {
      config: { scope: 'write', kind: 'heavy' },
      description:
        'Atomic: the service writes all rows or none. Idempotent: the same call again changes nothing. ' +
        'A row with an account code is the customer with that code. If no customer has the code, the row matches ' +
        'a customer without a code by e-mail, else by name. A row without a code matches by e-mail, else by name. ' +
        'The call is refused if a row matches several customers, or if several rows match one customer.',
      body: UpsertCustomers,
      bodyLimit: MAX_BODY_BYTES,
      answer: envelope(UpsertResult),
    }),
    async ({ workspace, body }) => ({ data: await upsertCustomers(workspace, body) }),
  )
}

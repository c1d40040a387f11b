import { z } from 'zod'
import { CustomerItem } from '../v1/customer-schema.ts'
import { termsHistory } from '../../workspaces/activity/terms-history.ts'
import { addCustomer } from '../../customers/add-customer.ts'
import { browseCustomers, CUSTOMER_ORDERS } from '../../customers/browse-customers.ts'
import { deleteCustomer } from '../../customers/delete-customer.ts'
import { editCustomer } from '../../customers/edit-customer.ts'
import { envelope, page, pageOf, pageParameters } from '../../http/envelope.ts'
import { optionalFlag, optionalWord } from '../../http/input.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { DONE, Done } from '../done.ts'
import { readCustomerForStaff } from '../../pricing/read-customer.ts'
import { editCustomers } from '../../pricing/terms/edit-customers.ts'
import { previewMembership } from '../../pricing/terms/moves-of-membership.ts'
import {
  customerFilter,
  CustomerEdit,
  CustomerForStaff,
  CustomerRow,
  EditableCustomer,
  EditedCustomers,
  EditOfCustomers,
  MembershipToPreview,
} from './customer-schema.ts'
import { PriceMoves } from './price-moves-schema.ts'
import { UndoableEntry } from './undo-schema.ts'

const MAX_PAGE = 100

const operation = operationsOf('Customers')
const params = z.object({ id: z.string() })

export const customerRoutes: RoutePlugin = async (app) => {
  app.get(
    '/customers',
    operation('browseCustomers', 'Customers, with the number of all that match', {
      querystring: z.object({
        ...customerFilter,
        sort: optionalWord(CUSTOMER_ORDERS).describe('By name, if left out.'),
        descending: optionalFlag(),
        ...pageParameters(MAX_PAGE),
      }),
      answer: pageOf(CustomerRow).extend({ total: z.int() }),
    }),
    async ({ workspace, query: { sort = 'name', descending = false, ...query } }) => {
      const { customers, total } = await browseCustomers(workspace, { ...query, sort, descending })
      return { ...page(customers, query), total }
    },
  )

  app.get(
    '/customers/:id',
    operation('readCustomerForStaff', 'One customer with its discounts and buyers', {
      // That a buyer was here changes nothing else of the workspace.
      config: { taggedByContent: true },
      params,
      answer: envelope(CustomerForStaff),
    }),
    async ({ workspace, params }) => ({ data: await readCustomerForStaff(workspace, params.id) }),
  )

  app.post(
    '/customers',
    operation('addCustomer', 'Add a customer', { body: CustomerItem, answer: envelope(z.object({ id: z.uuid() })) }),
    async ({ workspace, body }) => ({ data: await addCustomer(workspace, body) }),
  )

  app.post(
    '/customers/price-moves',
    operation('previewMembership', 'What another price group would do to the prices of customers', {
      config: { scope: 'read' },
      body: MembershipToPreview,
      answer: envelope(PriceMoves),
    }),
    async ({ workspace, body }) => ({ data: await previewMembership(workspace, body) }),
  )

  app.post(
    '/customers/bulk',
    operation('editCustomers', 'Change one field of many customers', {
      config: { kind: 'heavy' },
      body: EditOfCustomers,
      answer: envelope(EditedCustomers),
    }),
    async ({ workspace, body }) => ({ data: await editCustomers(workspace, body) }),
  )

  app.patch(
    '/customers/:id',
    operation('editCustomer', 'Change fields of a customer', {
      params,
      body: CustomerEdit,
      answer: envelope(EditableCustomer),
    }),
    async ({ workspace, params, body }) => ({ data: await editCustomer(workspace, { ...body, id: params.id }) }),
  )

  app.delete(
    '/customers/:id',
    operation('deleteCustomer', 'Delete a customer with its terms and buyers', {
      config: { role: 'owner', fresh: true },
      params: z.object({ id: z.uuid() }),
      answer: Done,
    }),
    async ({ workspace, params }) => {
      await deleteCustomer(workspace, { customer: params.id })
      return DONE
    },
  )

  app.get(
    '/customers/:id/history',
    operation('readCustomerHistory', 'What happened to a customer, its terms and its buyers, newest first', {
      params,
      querystring: z.object(pageParameters(MAX_PAGE)),
      answer: pageOf(UndoableEntry),
    }),
    async ({ workspace, params, query }) => {
      const { id } = await readCustomerForStaff(workspace, params.id)
      return page(await termsHistory(workspace, 'customerId', { ...query, id }), query)
    },
  )
}
